package dev.warpbroker.compiler.generated;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** NVIDIA's assembler, where it is installed. */
public final class Assembler {
    private static final String ARCHITECTURE = "sm_90";

    private final Path ptxas;

    private Assembler(Path ptxas) {
        this.ptxas = ptxas;
    }

    /** {@return the assembler, if there is one} */
    public static Optional<Assembler> onPath() {
        var path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .map(folder -> Path.of(folder, "ptxas"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Assembler::new);
    }

    /** {@return what the assembler says against a text, if it rejects it} */
    public Optional<String> rejection(String text) {
        try {
            return run(Files.createTempDirectory("ptxas"), text);
        } catch (IOException e) {
            throw new UncheckedIOException("ptxas could not be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ptxas was running", e);
        }
    }

    private Optional<String> run(Path folder, String text) throws IOException, InterruptedException {
        try {
            var source = Files.writeString(folder.resolve("kernel.ptx"), text);
            var object = folder.resolve("kernel.o");
            var process = new ProcessBuilder(
                            ptxas.toString(),
                            "-arch=" + ARCHITECTURE,
                            "--compile-only",
                            source.toString(),
                            "-o",
                            object.toString())
                    .redirectErrorStream(true)
                    .start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
