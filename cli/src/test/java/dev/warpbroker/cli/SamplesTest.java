package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java samples of README and docs and the programs in examples compile and run as they are printed. A sample is a
 * block that begins with three backquotes and java: a program with main or, without, statements in which {@code device}
 * is a device. Its imports are its own. What a program prints contains what the comments behind its {@code IO.println}
 * say.
 */
class SamplesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SAMPLE = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Pattern PRINTS = Pattern.compile("(?m)^ *IO\\.println\\(.*\\); *// (.+)$");
    private static final Pattern IMPORTS = Pattern.compile("(?m)^import .*;\\n");

    /** A sample, printed by where it is. */
    record Sample(String place, String text) {
        String program() {
            if (text.contains("void main(")) {
                return text;
            }
            var imports = new StringBuilder();
            IMPORTS.matcher(text).results().map(MatchResult::group).forEach(imports::append);
            return imports
                    + "void main() throws Exception {\n"
                    + "try (var device = dev.warpbroker.device.Device.jvm()) {\nsample(device);\n}\n}\n"
                    + "void sample(dev.warpbroker.device.Device device) throws Exception {\n"
                    + IMPORTS.matcher(text).replaceAll("") + "}\n";
        }

        /** What the comments behind its prints say. */
        List<String> prints() {
            return PRINTS.matcher(text).results().map(line -> line.group(1)).toList();
        }

        @Override
        public String toString() {
            return place;
        }
    }

    static Stream<Sample> samples() throws IOException {
        var files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (var docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
        }
        var samples = new ArrayList<Sample>();
        for (Path file : files) {
            String text = Files.readString(file);
            SAMPLE.matcher(text)
                    .results()
                    .map(block -> new Sample(
                            file.getFileName() + ":"
                                    + (text.substring(0, block.start()).lines().count() + 1),
                            block.group(1)))
                    .forEach(samples::add);
        }
        return samples.stream();
    }

    /** Each program of the folder examples, on the JVM and on the simulator if it opens a device. */
    static Stream<Sample> examples() throws IOException {
        var samples = new ArrayList<Sample>();
        for (Path file : exampleFiles()) {
            String text = Files.readString(file);
            if (text.contains("Device.open()")) {
                for (String device : List.of("Device.jvm()", "Device.simulator(1)")) {
                    samples.add(
                            new Sample(file.getFileName() + " on " + device, text.replace("Device.open()", device)));
                }
            } else {
                samples.add(new Sample(file.getFileName().toString(), text));
            }
        }
        return samples.stream();
    }

    private static List<Path> exampleFiles() throws IOException {
        try (var files = Files.list(ROOT.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource({"samples", "examples"})
    void sampleRuns(Sample sample, @TempDir Path classes) throws Exception {
        assertThat(errors(sample.program(), classes)).as(sample.program()).isEmpty();
        var printed = printed(classes);
        assertThat(sample.prints()).allSatisfy(line -> assertThat(printed).contains(line));
    }

    /** In a process of its own, and in that folder: samples print, and write files. */
    private static String printed(Path classes) throws IOException, InterruptedException {
        var path = classes + File.pathSeparator + System.getProperty("java.class.path");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        absolute(path),
                        "Sample")
                .directory(classes.toFile())
                .redirectErrorStream(true)
                .start();
        var printed = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    private static String absolute(String path) {
        return Stream.of(path.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void everyExampleSaysWhatItPrintsAndIsInTheDocuments() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/kernels.md"));
        assertThat(exampleFiles()).allSatisfy(file -> assertThat(page).contains("examples/" + file.getFileName()));
        assertThat(examples()).allSatisfy(sample -> assertThat(sample.prints()).isNotEmpty());
    }

    @Test
    void sampleWithoutItsImportIsFound(@TempDir Path classes) throws IOException {
        var sample = samples().findFirst().orElseThrow();
        assertThat(errors(IMPORTS.matcher(sample.program()).replaceAll(""), classes))
                .contains("cannot find symbol");
    }

    private static String errors(String program, Path classes) {
        var source = new SimpleJavaFileObject(URI.create("string:///Sample.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
        var output = new StringWriter();
        var options = List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(output, null, null, options, null, List.of(source))
                .call();
        return compiled ? "" : output.toString();
    }
}
