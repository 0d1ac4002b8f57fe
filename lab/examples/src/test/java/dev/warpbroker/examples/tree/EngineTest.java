package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.Policy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine gives the exact result of every tree, and on the JVM, where a second run costs little, again. */
class EngineTest {
    private static final long SEED = 1;

    /** Whether the build runs the tests tagged {@code long}. */
    private static final boolean DEEP = Boolean.getBoolean("warpbroker.long");

    private static List<Engine> engines(Device device) {
        boolean jvm = device.properties().lanesPerWorker() == 1;
        int threads = jvm ? 4 : 70;
        int groups = jvm ? 4 : 3;
        List<Engine> engines = List.of(
                new Engine.Forks(groups, false),
                new Engine.Forks(groups, false, true),
                new Engine.Tasks(Policy.stealing(), Granularity.WARP, groups, 64),
                new Engine.Tasks(
                        Policy.stealing(DequeKind.ABP, Policy.StealAmount.ONE), Granularity.THREAD, threads, 64),
                new Engine.Tasks(Policy.central(QueueKind.BQ), Granularity.THREAD, threads, 1 << 10),
                new Engine.Tasks(Policy.central(QueueKind.BQ), Granularity.WARP, groups, 1 << 10),
                new Engine.Tasks(Policy.busyLeaves(QueueKind.BQ), Granularity.THREAD, threads, 64),
                new Engine.Tasks(Policy.distributed(), Granularity.THREAD, threads, 1 << 10));
        List<Engine> ofTheJvm = List.of(new Engine.JavaPool(4), new Engine.Sequential());
        return Stream.of(engines, jvm ? ofTheJvm : List.<Engine>of())
                .flatMap(List::stream)
                .toList();
    }

    static Stream<Arguments> forFib() {
        return devicesAndEngines(0);
    }

    static Stream<Arguments> forQueens() {
        return devicesAndEngines(1);
    }

    static Stream<Arguments> forUts() {
        return devicesAndEngines(2);
    }

    static Stream<Arguments> forQuicksort() {
        return devicesAndEngines(3);
    }

    /**
     * A device for each test: JUnit closes arguments after it. On the simulator every second engine for a tree, and for
     * the next tree the others; with the tests tagged {@code long} all.
     */
    private static Stream<Arguments> devicesAndEngines(int tree) {
        List<Supplier<Device>> devices = List.of(
                Device::jvm,
                () -> Device.simulator(SimulatorOptions.seeded(SEED).adversarial(), DeviceOptions.defaults()));
        return devices.stream().flatMap(device -> {
            try (Device any = device.get()) {
                var engines = engines(any);
                boolean all = DEEP || isJvm(any);
                return IntStream.range(0, engines.size())
                        .filter(engine -> all || (engine + tree) % 2 == 0)
                        .mapToObj(engine -> arguments(device.get(), engines.get(engine)));
            }
        });
    }

    private static boolean isJvm(Device device) {
        return device.properties().lanesPerWorker() == 1;
    }

    private static <T, R> void assertExact(Device device, Engine engine, TreeWork<T, R> work, R expected) {
        try (work) {
            for (int run = 0; run < (isJvm(device) ? 2 : 1); run++) {
                TreeRun<R> outcome = engine.run(device, work);
                assertThat(outcome.result()).as("%s, run %d", work, run).isEqualTo(expected);
                assertThat(work.problem(outcome.result()))
                        .as("%s, run %d", work, run)
                        .isNull();
                work.tasks(expected)
                        .ifPresent(tasks -> assertThat(outcome.tasks()).hasValue(tasks));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("forFib")
    void fib(Device device, Engine engine) {
        int n = isJvm(device) ? 20 : 9;
        assertExact(device, engine, new Fib(device, n), Fib.of(n));
        assertExact(device, engine, new Fib(device, 0), 0);
    }

    @ParameterizedTest
    @MethodSource("forQueens")
    void queens(Device device, Engine engine) {
        int size = isJvm(device) ? 9 : 6;
        int solutions = isJvm(device) ? 352 : 4;
        assertExact(device, engine, new Queens(device, size, 0), solutions);
        assertExact(device, engine, new Queens(device, size, 3), solutions);
    }

    @ParameterizedTest
    @MethodSource("forUts")
    void uts(Device device, Engine engine) {
        Uts tree = isJvm(device)
                ? new Uts.Geometric(UtsShape.FIXED, 7, 4, 19)
                : new Uts.Geometric(UtsShape.FIXED, 3, 4, 19);
        assertExact(device, engine, tree.on(device), tree.searchSequentially());
        Uts thin = isJvm(device) ? new Uts.Binomial(100, 0.12, 8, 42) : new Uts.Binomial(20, 0.1, 8, 42);
        assertExact(device, engine, thin.on(device), thin.searchSequentially());
    }

    @ParameterizedTest
    @MethodSource("forQuicksort")
    void quicksort(Device device, Engine engine) {
        int[] elements =
                new SplittableRandom(SEED).ints(isJvm(device) ? 20_000 : 600).toArray();
        assertExact(device, engine, new Quicksort(device, elements, 16), (long) elements.length);
    }

    static Stream<Engine> enginesOfTheJvm() {
        try (Device device = Device.jvm()) {
            return engines(device).stream();
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("enginesOfTheJvm")
    void everyEngineOfTheJvmSeesPublishedTrees(Engine engine) {
        try (Device device = Device.jvm()) {
            assertExact(
                    device,
                    engine,
                    new Uts.Binomial(2_000, 0.124875, 8, 42).on(device),
                    new TreeSize(4_112_897, 3_599_034, 1_572));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("enginesOfTheJvm")
    void sixteenQueens(Engine engine) {
        try (Device device = Device.jvm()) {
            assertExact(device, engine, new Queens(device, 16, 10), 14_772_512);
        }
    }
}
