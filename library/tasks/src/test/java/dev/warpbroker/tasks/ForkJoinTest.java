package dev.warpbroker.tasks;

import static dev.warpbroker.tasks.Fib.FIB;
import static dev.warpbroker.tasks.Fib.fib;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fork and join: what children give is joined, on every device, however workers share the tasks. Cases of
 * lab/conformance join longs, doubles and records.
 */
class ForkJoinTest {
    private static final String DEVICES = "dev.warpbroker.tasks.TestDevices#devices";
    private static final String JVM_FIRST = "dev.warpbroker.tasks.TestDevices#jvmFirst";
    private static final String JVM_AND_ADVERSARY = "dev.warpbroker.tasks.TestDevices#jvmAndAdversary";
    private static final String JVM_AND_SIMULATOR = "dev.warpbroker.tasks.TestDevices#jvmAndSimulator";

    /** Passes on what children gave. With it tasks on a device wait in frames; without, there are none. */
    private static <T, R> Fork.Continuation<T, R> passing() {
        return (task, joined, fork) -> {};
    }

    /** A node of a random tree: usually with few children, now and then with up to 300. */
    record Node(int seed, int depth) {}

    private static int children(Node node) {
        if (node.depth() == 0) {
            return 0;
        }
        int hash = Trees.mix(node.seed()) >>> 1;
        return hash % 16 == 0 ? hash / 16 % 301 : hash / 16 % 4;
    }

    private static Node child(Node node, int index) {
        return new Node(Trees.mix(node.seed() + 7 * index + 1), node.depth() - 1);
    }

    private static final TaskBody<Node, Fork<Node, Integer>> COUNT = (node, fork) -> {
        fork.complete(1);
        int count = children(node);
        for (int i = 0; i < count; i++) {
            fork.spawn(child(node, i));
        }
    };

    private static int count(Node node) {
        return 1
                + IntStream.range(0, children(node))
                        .map(i -> count(child(node, i)))
                        .sum();
    }

    /** {@return roots of trees of different sizes, up to a largest one} */
    private static int[] seeds(int depth, int largest) {
        return IntStream.range(0, 10_000)
                .filter(seed -> {
                    int size = count(new Node(seed, depth));
                    return size > largest / 8 && size <= largest;
                })
                .limit(3)
                .toArray();
    }

    private static ForkJoinOptions workers(Device device, int onJvm, int onSimulator) {
        return ForkJoinOptions.defaults().withWorkers(TestDevices.scaled(device, onJvm, onSimulator));
    }

    private static void assertTreesAreCounted(Device device, ForkJoin<Node, Integer> forkJoin) {
        int depth = 6;
        for (int seed : seeds(depth, TestDevices.scaled(device, 20_000, 300))) {
            var root = new Node(seed, depth);
            assertThat(forkJoin.compute(root, COUNT)).as("seed %d", seed).isEqualTo(count(root));
            assertThat(forkJoin.compute(root, COUNT, passing()))
                    .as("seed %d, with frames", seed)
                    .isEqualTo(count(root));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_ADVERSARY)
    void everyTaskOfARandomTreeIsJoinedOnce(Device device) {
        try (var forkJoin = ForkJoin.on(device, Layout.of(Node.class), Join.sum(), workers(device, 4, 2))) {
            assertTreesAreCounted(device, forkJoin);
        }
    }

    /** A wide tree, so that a warp has more tasks than lanes to give away. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void longTasksAreGivenAway(Device device) {
        var options = workers(device, 3, 4).withLongTasks(true);
        try (var forkJoin = ForkJoin.on(device, Layout.of(Node.class), Join.sum(), options)) {
            var run = forkJoin.start(new Node(0, 1), (node, fork) -> {
                int hash = node.seed();
                for (int i = 0; node.depth() == 0 && i < 200; i++) {
                    hash = Trees.mix(hash);
                }
                fork.complete(hash == 0 ? 2 : 1); // mixing is a bijection: only 0 gives 0
                for (int i = 0; node.depth() > 0 && i < 200; i++) {
                    fork.spawn(new Node(i + 1, 0));
                }
            });
            assertThat(run.join()).isEqualTo(202);
            if (device.properties().lanesPerWorker() > 1) {
                assertThat(run.statistics().stolen()).isGreaterThanOrEqualTo(64);
            }
        }
    }

    @Test
    void idleThreadsGetTasks() {
        try (var device = Device.jvm();
                var forkJoin = TestDevices.summing(device, Fib.class, 4)) {
            // As often as it takes: on a busy machine the others may not get to run before the first has done all.
            for (long steals = 0; steals < 20; ) {
                var run = forkJoin.start(new Fib(26), FIB);
                assertThat(run.join()).isEqualTo(fib(26));
                steals += run.statistics().steals();
            }
        }
    }

    @Test
    void threadsShareTheLeavesOfAFlatTree() {
        int leaves = 3_000;
        try (var device = Device.jvm();
                var seen = device.ints(leaves);
                var forkJoin = TestDevices.summing(device, Node.class, 6)) {
            int rounds = 20;
            for (int i = 0; i < rounds; i++) {
                int sum = forkJoin.compute(new Node(-1, leaves), (node, fork) -> {
                    for (int leaf = 0; leaf < node.depth(); leaf++) {
                        fork.spawn(new Node(leaf, 0));
                    }
                    if (node.depth() == 0) {
                        seen.getAndAdd(node.seed(), 1);
                        fork.complete(node.seed());
                    }
                });
                assertThat(sum).isEqualTo(leaves * (leaves - 1) / 2);
            }
            assertThat(seen.copyOut()).containsOnly(rounds);
        }
    }

    @Test
    void deepThinTreeNeedsNoDeepStackOfCalls() {
        int depth = 100_000;
        try (var device = Device.jvm();
                var forkJoin = ForkJoin.on(
                        device,
                        Layout.of(Node.class),
                        Join.sum(),
                        ForkJoinOptions.defaults()
                                .withWorkers(3)
                                .withTasks(1 << 17)
                                .withFrames(depth))) {
            int tasks = forkJoin.compute(new Node(1, depth), (node, fork) -> {
                fork.complete(1);
                if (node.depth() > 0) {
                    fork.spawn(new Node(0, 0));
                    fork.spawn(new Node(1, node.depth() - 1));
                }
            });
            assertThat(tasks).isEqualTo(2 * depth + 1);
        }
    }

    /** A polynomial of nested results: a wrong order of phases, or a result that is joined twice, changes it. */
    record Phase(int depth, int round, int held) {}

    private static final TaskBody<Phase, Fork<Phase, Integer>> FIRST_PHASE = (phase, fork) -> {
        if (phase.depth() == 0) {
            fork.complete(phase.held());
        } else {
            fork.spawn(new Phase(phase.depth() - 1, 0, 1));
            fork.resumeAs(new Phase(phase.depth(), 1, phase.held()));
            fork.spawn(new Phase(phase.depth() - 1, 0, 2));
        }
    };

    private static final Fork.Continuation<Phase, Integer> NEXT_PHASES = (phase, joined, fork) -> {
        if (phase.round() == 1) {
            for (int i = 0; i < 3; i++) {
                fork.spawn(new Phase(phase.depth() - 1, 0, i));
            }
            fork.resumeAs(new Phase(phase.depth(), 2, phase.held() + 3 * joined));
        } else {
            fork.complete(phase.held() * 5 + joined);
        }
    };

    private static int phases(int depth, int held) {
        if (depth == 0) {
            return held;
        }
        int first = phases(depth - 1, 1) + phases(depth - 1, 2);
        int second = phases(depth - 1, 0) + phases(depth - 1, 1) + phases(depth - 1, 2);
        return (held + 3 * first) * 5 + second;
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_ADVERSARY)
    void taskIsResumedPhaseByPhase(Device device) {
        int depth = TestDevices.scaled(device, 7, 3);
        try (var forkJoin = ForkJoin.on(device, Layout.of(Phase.class), Join.sum(), workers(device, 4, 2))) {
            assertThat(forkJoin.compute(new Phase(depth, 0, 4), FIRST_PHASE, NEXT_PHASES))
                    .isEqualTo(phases(depth, 4));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_ADVERSARY)
    void tasksAreOfSeveralKinds(Device device) {
        try (var forkJoin = ForkJoin.on(device, Trees.LAYOUT, Join.longs(0, Long::sum), workers(device, 4, 2))) {
            var root = Trees.root(5, TestDevices.scaled(device, 12, 6));
            long hashes = forkJoin.compute(root, (node, fork) -> {
                switch (node) {
                    case Trees.Node.Inner inner -> {
                        fork.complete((long) inner.hash());
                        int count = Trees.children(inner);
                        for (int i = 0; i < count; i++) {
                            fork.spawn(Trees.child(inner, i));
                        }
                    }
                    case Trees.Node.Leaf leaf -> fork.complete(31 * leaf.hash());
                }
            });
            assertThat(hashes).isEqualTo(Trees.expected(List.of(root)).hashes());
        }
    }

    record Wide(int depth, long a, long b, long c, long d, long e, long f) {}

    /** Tasks of which not many fit into shared memory, with a continuation and sizes by default. */
    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void wideTasksNeedNoOtherSizes(Device device) {
        try (var forkJoin =
                ForkJoin.on(device, Layout.of(Wide.class), Join.longs(0, Long::sum), workers(device, 2, 2))) {
            int depth = TestDevices.scaled(device, 10, 6);
            long sum = forkJoin.compute(
                    new Wide(depth, 1, 2, 3, 4, 5, 6),
                    (wide, fork) -> {
                        if (wide.depth() == 0) {
                            fork.complete(wide.a() + wide.b() + wide.c() + wide.d() + wide.e() + wide.f());
                        } else {
                            var child = new Wide(
                                    wide.depth() - 1, wide.a(), wide.b(), wide.c(), wide.d(), wide.e(), wide.f());
                            fork.spawn(child);
                            fork.spawn(child);
                        }
                    },
                    (wide, joined, fork) -> fork.complete(joined + wide.f()));
            assertThat(sum).isEqualTo(21L * (1 << depth) + 6L * ((1 << depth) - 1));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void tooManyTasksAreToldWithTheCapacity(Device device) {
        var options = workers(device, 1, 1)
                .withFastTasks(64)
                .withTasks(64)
                .withFastFrames(1)
                .withFrames(64);
        try (var forkJoin = ForkJoin.on(device, Layout.of(Node.class), Join.sum(), options)) {
            assertThatThrownBy(() -> forkJoin.compute(new Node(0, 1_000), (node, fork) -> {
                        fork.complete(1);
                        for (int i = 0; i < node.depth(); i++) {
                            fork.spawn(new Node(0, 0));
                        }
                    }))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageMatching(
                            "(?s).* exceeds? the capacity of \\d+ (words )?by \\d+; see ForkJoinOptions.withTasks.*");
            assertThat(forkJoin.compute(new Node(0, 1), COUNT)).isEqualTo(count(new Node(0, 1)));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void tooManyWaitingTasksAreToldWithTheCapacity(Device device) {
        var options = workers(device, 1, 1)
                .withFastTasks(64)
                .withTasks(64)
                .withFastFrames(4)
                .withFrames(60);
        try (var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum(), options)) {
            TaskBody<Fib, Fork<Fib, Integer>> chain = (fib, fork) -> {
                fork.complete(1);
                if (fib.n() > 0) {
                    fork.spawn(new Fib(fib.n() - 1));
                }
            };
            assertThatThrownBy(() -> forkJoin.compute(new Fib(200), chain, passing()))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageMatching(
                            "(?s).* exceeds? the capacity of \\d+ (words )?by \\d+; .*ForkJoinOptions.withFrames.*");
            assertThat(forkJoin.compute(new Fib(30), chain, passing())).isEqualTo(31);
            if (device.properties().lanesPerWorker() > 1) {
                assertThat(forkJoin.compute(new Fib(200), chain))
                        .as("no frames")
                        .isEqualTo(201);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void taskThatThrowsIsNamed(Device device) {
        try (var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum(), workers(device, 3, 2))) {
            var failure = catchThrowableOfType(
                    TaskFailedException.class,
                    () -> forkJoin.compute(new Fib(10), (fib, fork) -> {
                        if (fib.n() == 7) {
                            throw new IllegalStateException("must not be 7");
                        }
                        if (fib.n() > 7) {
                            fork.spawn(new Fib(fib.n() - 1));
                        }
                    }));
            assertThat(failure.task()).isEqualTo(new Fib(7));
            assertThat(failure).hasMessageContainingAll("Fib[n=7]", "must not be 7");
            var fault = Objects.requireNonNull(failure.fault());
            assertThat(fault.exceptionType()).isEqualTo(IllegalStateException.class.getName());
            assertThat(fault.trace().getFirst().getFileName()).isEqualTo("ForkJoinTest.java");

            assertThat(forkJoin.compute(new Fib(8), FIB)).isEqualTo(fib(8));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void continuationThatThrowsNamesWhatItWasGiven(Device device) {
        try (var forkJoin = ForkJoin.on(device, Layout.of(Phase.class), Join.sum(), workers(device, 2, 1))) {
            var failure = catchThrowableOfType(
                    TaskFailedException.class,
                    () -> forkJoin.compute(new Phase(2, 0, 0), FIRST_PHASE, (phase, joined, fork) -> {
                        if (phase.depth() == 2) {
                            throw new ArithmeticException("phase of depth 2");
                        }
                    }));
            assertThat(failure.task()).isEqualTo(new Phase(2, 1, 0));
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void runThatWouldTakeYearsIsCancelled(Device device) {
        try (var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum(), workers(device, 3, 2));
                var begun = device.hostInts(1)) {
            var run = forkJoin.start(new Fib(62), (fib, fork) -> {
                begun.setRelease(0, 1);
                if (fib.n() > 0) {
                    fork.spawn(new Fib(fib.n() - 1));
                    fork.spawn(new Fib(fib.n() - 1));
                }
            });
            awaitSet(begun);
            run.cancel();
            assertThatThrownBy(run::join)
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("the device stays usable");
            assertThat(forkJoin.compute(new Fib(8), FIB)).isEqualTo(fib(8));
        }
    }

    private static void awaitSet(Ints begun) {
        while (begun.getAcquire(0) == 0) {
            Thread.onSpinWait();
        }
    }

    /** Bodies that capture different values share the code that was made for their class, but not the values. */
    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void bodiesOfOneLambdaDifferInWhatTheyCapture(Device device) {
        try (var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum(), workers(device, 2, 1))) {
            for (int leaf = 1; leaf < 3; leaf++) {
                assertThat(forkJoin.compute(new Fib(5), worth(leaf))).isEqualTo(8 * leaf);
            }
        }
    }

    private static TaskBody<Fib, Fork<Fib, Integer>> worth(int leaf) {
        return (fib, fork) -> {
            if (fib.n() < 2) {
                fork.complete(leaf);
            } else {
                fork.spawn(new Fib(fib.n() - 1));
                fork.spawn(new Fib(fib.n() - 2));
            }
        };
    }
}
