package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lanes;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.SimulatorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What lanes log arrives at the host: the same on the JVM and, compiled, on the simulator. */
class LaneLogTest {
    private enum Colour {
        RED,
        GREEN
    }

    /** Lines by lane, in the order in which they came. */
    private static final class Lines extends ArrayList<LogLine> {
        private static final long serialVersionUID = 1;

        Map<Integer, List<String>> byLane() {
            var result = new TreeMap<Integer, List<String>>();
            forEach(line ->
                    result.computeIfAbsent(line.lane(), _ -> new ArrayList<>()).add(line.text()));
            return result;
        }
    }

    private static List<Function<DeviceOptions, Device>> devices() {
        return List.of(
                Device::jvm,
                options -> Device.simulator(SimulatorOptions.seeded(5), options),
                options -> Device.simulator(SimulatorOptions.seeded(6).adversarial(), options.withBoundsChecks(true)));
    }

    private static void onEach(Grid grid, Function<Device, Kernel> kernel, int launches, Lines expected) {
        for (var open : devices()) {
            var lines = new Lines();
            try (var device = open.apply(DeviceOptions.defaults().withLog(lines::add))) {
                for (int i = 0; i < launches; i++) {
                    device.run(grid, kernel.apply(device));
                }
                assertThat(lines.byLane()).as(device.toString()).isEqualTo(expected.byLane());
            }
        }
    }

    @Test
    void linesHaveTheTextOfJava() {
        var expected = new Lines();
        int captured = 12;
        for (int id = 0; id < 40; id++) {
            expected.add(new LogLine(id, "begin", null));
            expected.add(new LogLine(
                    id,
                    "id " + id + " long " + (id * 1_000_000_007L - 5) + " float " + id * 0.1f + " double " + id / 3.0,
                    null));
            expected.add(new LogLine(
                    id, "odd " + (id % 2 == 1) + (char) ('a' + id % 26) + (byte) (id * 50) + (short) -id, null));
            expected.add(new LogLine(id, "constants 12 1.5 RED null true", null));
        }
        onEach(
                new Grid(40, 32),
                _ -> lane -> {
                    int id = lane.id();
                    lane.log("begin");
                    lane.log("id ", id, " long ", id * 1_000_000_007L - 5, " float ", id * 0.1f, " double ", id / 3.0);
                    lane.log("odd ", id % 2 == 1, (char) ('a' + id % 26), (byte) (id * 50), (short) -id);
                    lane.log("constants ", captured, " ", 1.5, " ", Colour.RED, " ", null, " ", true);
                },
                1,
                expected);
    }

    @Test
    void whatWasLoggedBeforeAFailureOrTheEndArrives() {
        for (var open : devices()) {
            var lines = new Lines();
            try (var device = open.apply(DeviceOptions.defaults().withLog(lines::add))) {
                assertThatThrownBy(() -> device.run(new Grid(1, 1), lane -> {
                            lane.log("before");
                            throw new IllegalStateException("x");
                        }))
                        .isInstanceOf(DeviceException.class);
                assertThat(lines.byLane().get(0)).containsExactly("before");
                Ints never = device.hostInts(1);
                var launch = device.launch(new Grid(1, 1), lane -> {
                    lane.log("waiting ", lane.count());
                    Lanes.await(never, 0, "nothing");
                });
                assertThatThrownBy(() -> launch.join(Duration.ofMillis(200)))
                        .isInstanceOf(LaunchStoppedException.class);
                assertThat(lines.byLane().get(0)).containsExactly("before", "waiting 1");
            }
        }
    }

    @Test
    void linesArriveWhileTheKernelRuns() throws InterruptedException {
        for (var open : devices()) {
            var arrived = Collections.synchronizedList(new ArrayList<LogLine>());
            try (var device = open.apply(DeviceOptions.defaults().withLog(arrived::add))) {
                Ints go = device.hostInts(1);
                var launch = device.launch(new Grid(1, 1), lane -> {
                    lane.log("here");
                    Lanes.await(go, 0, "the host");
                });
                while (arrived.isEmpty()) {
                    Thread.sleep(1);
                }
                go.set(0, 1);
                launch.join();
                assertThat(arrived).hasSize(1);
            }
        }
    }

    @Test
    void moreLinesThanThereIsRoomForAreCounted() {
        var lines = new Lines();
        var options = DeviceOptions.defaults().withLog(lines::add).withLogLines(5);
        assertThat(options.logLines()).isEqualTo(8);
        try (var device = Device.simulator(SimulatorOptions.seeded(1), options)) {
            device.run(new Grid(256, 64), lane -> {
                lane.log("a ", lane.id());
                lane.log("b ", lane.id());
            });
        }
        var lost = lines.getLast();
        assertThat(lost.lane()).isEqualTo(LogLine.NO_LANE);
        assertThat(lost.text()).contains("the log holds 8", "withLogLines");
        int dropped = Integer.parseInt(lost.text().substring(0, lost.text().indexOf(' ')));
        assertThat(dropped).isPositive();
        assertThat(lines.size() - 1 + dropped).isEqualTo(512);
    }

    @Test
    void ringIsUsedAgainWhileTheKernelRuns() {
        var lines = new Lines();
        var options = DeviceOptions.defaults().withLog(lines::add).withLogLines(4);
        try (var device = Device.simulator(SimulatorOptions.seeded(1).adversarial(), options)) {
            Ints sums = device.ints(1);
            device.run(new Grid(1, 1), lane -> {
                for (int i = 0; i < 200; i++) {
                    lane.log("line ", i);
                    for (int j = 0; j < 300; j++) {
                        sums.setOpaque(0, j);
                    }
                }
            });
        }
        assertThat(lines).hasSizeGreaterThan(50);
        var texts = lines.stream()
                .filter(line -> line.lane() == 0)
                .map(LogLine::text)
                .toList();
        var inOrder = IntStream.range(0, 200)
                .mapToObj(i -> "line " + i)
                .filter(texts::contains)
                .toList();
        assertThat(texts).isEqualTo(inOrder);
    }

    @Test
    void kernelsThatDoNotLogLeaveNoTrace() {
        try (var device = Device.simulator(1)) {
            Ints out = device.ints(1);
            Kernel logging = lane -> {
                int id = lane.id();
                lane.log("x ", id * 3, " ", id / 2.0);
                out.set(0, id);
            };
            Kernel silent = lane -> {
                int id = lane.id();
                out.set(0, id);
            };
            var off = new KernelCompiler(DeviceOptions.defaults().withLogLines(0));
            assertThat(text(off, logging)).isEqualTo(text(off, silent));
            assertThat(off.compile(logging).parameters())
                    .isEqualTo(off.compile(silent).parameters());
            assertThat(text(new KernelCompiler(DeviceOptions.defaults()), logging))
                    .contains("%log_ring");
        }
        var lines = new Lines();
        try (var device =
                Device.jvm(DeviceOptions.defaults().withLog(lines::add).withLogLines(0))) {
            device.run(new Grid(4, 1), lane -> lane.log("x"));
        }
        assertThat(lines).isEmpty();
    }

    private static String text(KernelCompiler compiler, Kernel kernel) {
        return compiler.compile(kernel)
                .ptx()
                .lines()
                .filter(line -> !line.contains("//@") && !line.contains(".entry"))
                .reduce("", (a, b) -> a + "\n" + b);
    }

    @Test
    void linesSayWhereTheKernelCalled() {
        for (var open : devices()) {
            var lines = new Lines();
            try (var device = open.apply(DeviceOptions.defaults().withLog(lines::add))) {
                device.run(new Grid(1, 1), lane -> lane.log("x"));
            }
            var line = lines.getFirst();
            assertThat(Objects.requireNonNull(line.position()).getFileName()).isEqualTo("LaneLogTest.java");
            assertThat(line.toString()).matches("lane 0: x \\(LaneLogTest.java:\\d+\\)");
        }
    }

    @Test
    void readerThatThrowsDoesNotDisturbTheKernel() {
        for (var open : devices()) {
            try (var device = open.apply(DeviceOptions.defaults().withLog(_ -> {
                throw new IllegalStateException("reader");
            }))) {
                Ints out = device.ints(1);
                device.run(new Grid(1, 1), lane -> {
                    lane.log("x");
                    out.set(0, 7);
                });
                assertThat(out.copyOut()).containsExactly(7);
            }
        }
    }
}
