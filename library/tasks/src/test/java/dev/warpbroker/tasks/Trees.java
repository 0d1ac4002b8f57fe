package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import java.util.ArrayDeque;
import java.util.List;

/** Trees of tasks whose shape follows from a seed, and what must come out when every task runs exactly once. */
final class Trees {
    private Trees() {}

    /** A node: an inner one has up to three children, and some are of the other kind. */
    sealed interface Node {
        record Inner(int hash, int depth) implements Node {}

        record Leaf(long hash) implements Node {}
    }

    static final Layout<Node> LAYOUT = Layout.of(Node.class);

    /** What a run must have done. */
    record Sum(long tasks, long hashes) {}

    static int mix(int value) {
        int mixed = value * 0x9E3779B1;
        mixed ^= mixed >>> 15;
        mixed *= 0x85EBCA6B;
        return mixed ^ mixed >>> 13;
    }

    static int children(Node.Inner inner) {
        return inner.depth() == 0 ? 0 : (inner.hash() & 7) < 6 ? 2 + (inner.hash() >>> 3 & 1) : 0;
    }

    static Node child(Node.Inner inner, int index) {
        int hash = mix(inner.hash() + index + 1);
        return (hash & 0xF0) == 0 ? new Node.Leaf(hash) : new Node.Inner(hash, inner.depth() - 1);
    }

    static Node root(int seed, int depth) {
        return new Node.Inner(mix(seed) & ~7, depth);
    }

    static Sum expected(List<? extends Node> first) {
        var left = new ArrayDeque<Node>(first);
        long tasks = 0;
        long hashes = 0;
        while (!left.isEmpty()) {
            tasks++;
            switch (left.pop()) {
                case Node.Inner inner -> {
                    hashes += inner.hash();
                    for (int i = 0; i < children(inner); i++) {
                        left.push(child(inner, i));
                    }
                }
                case Node.Leaf leaf -> hashes += 31 * leaf.hash();
            }
        }
        return new Sum(tasks, hashes);
    }

    /** {@return the body of a run over a tree; {@code sums} gets the number of tasks and the sum of their hashes} */
    static TaskBody<Node, Spawner<Node>> body(Longs sums) {
        return (task, out) -> {
            sums.getAndAddRelaxed(0, 1);
            switch (task) {
                case Node.Inner inner -> {
                    sums.getAndAddRelaxed(1, inner.hash());
                    int count = children(inner);
                    for (int i = 0; i < count; i++) {
                        out.spawn(child(inner, i));
                    }
                }
                case Node.Leaf leaf -> sums.getAndAddRelaxed(1, 31 * leaf.hash());
            }
        };
    }

    /** {@return what a run over a tree did} */
    static Sum run(Device device, SchedulerOptions options, List<? extends Node> first) {
        return run(Scheduler.on(device, LAYOUT, options), device, first);
    }

    /** {@return what a run over a tree did, some nodes before others} */
    static Sum run(
            Device device,
            SchedulerOptions.Priority<Node> priority,
            SchedulerOptions options,
            List<? extends Node> first) {
        return run(Scheduler.on(device, LAYOUT, priority, options), device, first);
    }

    private static Sum run(Scheduler<Node> opened, Device device, List<? extends Node> first) {
        try (var scheduler = opened;
                var sums = device.longs(2)) {
            var report = scheduler.run(first, body(sums));
            long[] done = sums.copyOut();
            if (report.executed() != done[0]) {
                throw new AssertionError("the report counts " + report.executed() + " tasks, but " + done[0] + " ran");
            }
            return new Sum(done[0], done[1]);
        }
    }
}
