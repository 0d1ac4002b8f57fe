package dev.warpbroker.compiler.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Samples.Sample;
import dev.warpbroker.compiler.generated.SourceCompiler.SourceException;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tries every sample on the JVM and on the simulator. What works gives the same results on both; what does not is
 * refused. The tables of docs/kernels.md say which is which; to write them again, set the system property
 * {@code warpbroker.write}.
 */
final class KernelJavaTest {
    private static final Path PAGE = Path.of("../../docs/kernels.md");
    private static final String BEGIN = "<!-- what works: written by KernelJavaTest -->\n";
    private static final String END = "<!-- end of what works -->\n";
    private static final int LANES = 64;

    /** The sample with its class. */
    private record Compiled(Sample sample, Class<?> type) {
        private Kernel kernel(Device device, Ints in, Ints out) {
            try {
                return (Kernel) type.getMethod("kernel", Device.class, Ints.class, Ints.class)
                        .invoke(null, device, in, out);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot make the kernel of " + sample.what(), e);
            }
        }

        int[] results(Device device) {
            var in = device.ints(LANES);
            in.copyIn(IntStream.range(0, LANES).map(lane -> lane * 7 % 41 - 9).toArray());
            var out = device.ints(LANES);
            device.run(new Grid(LANES, LANES / 2), kernel(device, in, out));
            return out.copyOut();
        }

        /** {@return why it is refused, if it is} */
        Optional<KernelCompileException> refusal(Device jvm, Device simulator) {
            try {
                var simulated = results(simulator);
                assertThat(simulated).as(sample.what()).isEqualTo(results(jvm));
                return Optional.empty();
            } catch (KernelCompileException refusal) {
                return Optional.of(refusal);
            }
        }
    }

    @Test
    void samplesWorkAsThePageSays() throws SourceException, IOException, ClassNotFoundException {
        var tables = tables();
        var page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean("warpbroker.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + tables + page.substring(end));
        } else {
            assertThat(page.substring(begin, end))
                    .as("docs/kernels.md; to write it again: -Dwarpbroker.write=true")
                    .isEqualTo(tables);
        }
    }

    private static String tables() throws SourceException, ClassNotFoundException {
        var sources = new HashMap<String, String>();
        for (var group : Samples.GROUPS) {
            for (var sample : group.samples()) {
                sources.put("samples." + className(sample), sample.source(className(sample)));
            }
        }
        var classes = new SourceCompiler().compile(sources);
        try (Device jvm = Device.jvm();
                Device simulator = Device.simulator(1)) {
            return tables(classes, jvm, simulator);
        }
    }

    private static String tables(ClassLoader classes, Device jvm, Device simulator) throws ClassNotFoundException {
        var works = new StringBuilder();
        var refused = new StringBuilder("| Refused | why | instead |\n|---|---|---|\n");
        for (var group : Samples.GROUPS) {
            works.append("| ").append(group.name()).append(" | |\n|---|---|\n");
            for (var sample : group.samples()) {
                var compiled = new Compiled(sample, classes.loadClass("samples." + className(sample)));
                compiled.refusal(jvm, simulator)
                        .ifPresentOrElse(
                                refusal -> refused.append(row(code(sample), refusal.reason(), refusal.remedy())),
                                () -> works.append(row(sample.what(), code(sample))));
            }
            works.append('\n');
        }
        return works.append(refused).toString();
    }

    private static String className(Sample sample) {
        return "Sample" + Integer.toHexString(sample.code().hashCode());
    }

    private static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> cell.replaceAll("(?<!\\\\)\\|", "\\\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String code(Sample sample) {
        return "`" + sample.code() + "`";
    }
}
