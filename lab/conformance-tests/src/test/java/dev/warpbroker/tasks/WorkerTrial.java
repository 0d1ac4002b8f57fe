package dev.warpbroker.tasks;

import dev.warpbroker.conformance.planted.Trial;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.List;
import java.util.stream.IntStream;

/** Few workers with little room, whose tasks come in bursts. */
public enum WorkerTrial implements Trial {
    /** Warps at one queue that is too small. */
    POOL {
        @Override
        public boolean findsFault(int seed, Device device) {
            return breaksRules(
                    device,
                    options(Policy.central(QueueKind.BQ), Granularity.WARP).withCapacity(16));
        }
    },
    /** Warps with deques that hold hardly anything. */
    STEALING {
        @Override
        public boolean findsFault(int seed, Device device) {
            return breaksRules(
                    device, options(Policy.stealing(), Granularity.WARP).withCapacity(4 << seed % 4));
        }
    },
    /** Tasks of lanes, warps and blocks, whose lanes add up numbers. */
    COOPERATIVE {
        @Override
        public boolean findsFault(int seed, Device device) {
            var options = options(Policy.central(QueueKind.BQ), Granularity.BLOCK);
            try (var check = new Check(device, 24);
                    var scheduler = CooperativeScheduler.on(device, Layout.of(GroupNode.class), options)) {
                scheduler.run(List.of(new GroupNode(1)), (node, group) -> {
                    check.inGroup(group);
                    if (group.isFirst()) {
                        check.run(node.number(), number -> group.spawn(new GroupNode(number)));
                    }
                });
                return check.finds();
            }
        }
    },
    /** Workers that join results in registers, and run out of tasks again and again. */
    FORK_JOIN {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var forkJoin = ForkJoin.on(device, NODES, Join.sum(), FEW)) {
                return forkJoin.compute(new Node(ROUNDS << 16), WorkerTrial::burst) != ROUNDS * BURST * (BURST - 1) / 2;
            }
        }
    },
    /** Workers whose tasks wait for their children. */
    FORK_JOIN_FRAMES {
        @Override
        public boolean findsFault(int seed, Device device) {
            try (var forkJoin = ForkJoin.on(device, NODES, Join.sum(), FEW)) {
                int sum = forkJoin.compute(
                        new Node(1),
                        (node, fork) -> {
                            if (node.number() < LEAVES) {
                                fork.spawn(new Node(2 * node.number()));
                                fork.spawn(new Node(2 * node.number() + 1));
                            } else {
                                fork.complete(node.number());
                            }
                        },
                        (_, joined, fork) -> fork.complete(joined + 1));
                return sum != LEAVES * (3 * LEAVES - 1) / 2 + LEAVES - 1;
            }
        }
    };

    record Node(int number) {}

    record GroupNode(int number) implements GroupTask {
        @Override
        public Granularity width() {
            return switch (number % 3) {
                case 0 -> Granularity.THREAD;
                case 1 -> Granularity.BLOCK;
                default -> Granularity.WARP;
            };
        }
    }

    private static final Layout<Node> NODES = Layout.of(Node.class);
    private static final ForkJoinOptions FEW = ForkJoinOptions.defaults().withWorkers(2);

    /** A power of two. */
    private static final int LEAVES = 128;

    private static final int ROUNDS = 4;
    private static final int BURST = 120;
    private static final int PAUSE = 12;

    @Override
    public long maxSteps() {
        return 6_000_000;
    }

    private static SchedulerOptions options(Policy policy, Granularity workers) {
        return SchedulerOptions.defaults().withPolicy(policy).withWorkers(workers, 2);
    }

    /** Many numbers below {@link #BURST} at once, then single tasks for some time, and so on. */
    private static void burst(Node node, Fork<Node, Integer> fork) {
        int round = node.number() >> 16;
        int pause = node.number() >> 8 & 0xFF;
        if (round == 0) {
            fork.complete(node.number());
        } else if (pause > 0) {
            fork.spawn(new Node(node.number() - (1 << 8)));
        } else {
            for (int i = 0; i < BURST; i++) {
                fork.spawn(new Node(i));
            }
            if (round > 1) {
                fork.spawn(new Node(round - 1 << 16 | PAUSE << 8));
            }
        }
    }

    private static boolean breaksRules(Device device, SchedulerOptions options) {
        try (var check = new Check(device, 400);
                var scheduler = Scheduler.on(device, NODES, options)) {
            scheduler.run(
                    List.of(new Node(1)),
                    (node, out) -> check.run(node.number(), number -> out.spawn(new Node(number))));
            return check.finds();
        }
    }

    /** Whether every task runs once, and sees what its parent wrote. */
    private record Check(int tasks, Ints runs, Ints written, Ints faults) implements AutoCloseable {
        private interface Children {
            void spawn(int number);
        }

        Check(Device device, int tasks) {
            this(tasks, device.ints(tasks), device.ints(tasks), device.ints(1));
            written.copyIn(new int[] {1}, 1);
        }

        /** Task n has the children 2n and 2n + 1. */
        void run(int number, Children children) {
            runs.getAndAddRelaxed(number, 1);
            if (written.get(number) != number) {
                faults.getAndAddRelaxed(0, 1);
            }
            for (int child = 2 * number; child < Math.min(2 * number + 2, tasks); child++) {
                written.set(child, child);
                children.spawn(child);
            }
        }

        void inGroup(Group<GroupNode> group) {
            int before = group.prefix(2);
            if (group.sum(1) != group.size() || before != 2 * group.lane() || group.fromFirst(before) != 0) {
                faults.getAndAddRelaxed(0, 1);
            }
        }

        boolean finds() {
            int[] found = runs.copyOut();
            return faults.copyOut()[0] != 0 || IntStream.range(1, tasks).anyMatch(number -> found[number] != 1);
        }

        @Override
        public void close() {
            runs.close();
            written.close();
            faults.close();
        }
    }
}
