package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NVIDIA's assembler takes the kernels, and gives them few enough registers for full blocks on every processor. */
class KernelAssemblyTest {
    @ParameterizedTest
    @CsvSource({
        "STEALING, BQ, 32",
        "QUEUE, BQ, 32",
        "ASYNC, BQ, 48",
        "ASYNC, LOCKED_LINKED, 64",
        "ASYNC, CAS_LINKED, 64",
        "DIRECTION, BQ, 48"
    })
    void kernelsNeedFewRegistersAndNoLocalMemory(
            BfsVariant variant, QueueKind queue, int mostRegisters, @TempDir Path folder)
            throws IOException, InterruptedException {
        assumeTrue(isAssemblerInstalled(), "no ptxas on the PATH");
        try (var device = Device.simulator(1);
                var graph = DeviceGraph.of(device, Graph.ofEdges("pair", 2, true, 0, 1))) {
            var options = BfsOptions.of(variant).withQueue(queue).withThreads(512);
            try (Search search = switch (variant) {
                case ASYNC -> new AsyncSearch(graph, options);
                case DIRECTION -> new DirectionSearch(graph, options);
                default -> new LevelSearch(graph, options);
            }) {
                String report = assembled(device, search.kernel(1), folder);
                assertThat(report).contains("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads");
                assertThat(registers(report)).isLessThanOrEqualTo(mostRegisters);
            }
        }
    }

    /** Vertices with few edges, and one with many. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9})
    void kernelsOfShortestPathsNeedFewRegistersAndNoLocalMemory(int leaves, @TempDir Path folder)
            throws IOException, InterruptedException {
        assumeTrue(isAssemblerInstalled(), "no ptxas on the PATH");
        int[] pairs = IntStream.rangeClosed(1, leaves)
                .flatMap(leaf -> IntStream.of(0, leaf))
                .toArray();
        var star = WeightedGraph.withRandomWeights(Graph.ofEdges("star", leaves + 1, true, pairs), 1, 9, 1);
        try (var device = Device.simulator(1);
                var graph = DeviceWeightedGraph.of(device, star);
                var search = ShortestPaths.on(graph, new PathsOptions(0, 512))) {
            assertFits(assembled(device, search.kernel(1), folder), 64);
        }
    }

    private static void assertFits(String report, int mostRegisters) {
        assertThat(report).contains("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads");
        assertThat(registers(report)).isLessThanOrEqualTo(mostRegisters);
    }

    private static boolean isAssemblerInstalled() {
        String path = System.getenv("PATH");
        return path != null
                && Pattern.compile(Pattern.quote(File.pathSeparator))
                        .splitAsStream(path)
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ptxas")));
    }

    private static String assembled(Device device, Kernel kernel, Path folder)
            throws IOException, InterruptedException {
        Path ptx = Files.writeString(folder.resolve("kernel.ptx"), device.ptx(kernel));
        var process = new ProcessBuilder(
                        "ptxas",
                        "-v",
                        "-arch=sm_90",
                        "-o",
                        folder.resolve("kernel.cubin").toString(),
                        ptx.toString())
                .redirectErrorStream(true)
                .start();
        String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(report).isZero();
        return report;
    }

    private static int registers(String report) {
        var matcher = Pattern.compile("Used (\\d+) registers").matcher(report);
        assertThat(matcher.find()).as(report).isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
