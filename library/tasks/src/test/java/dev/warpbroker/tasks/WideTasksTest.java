package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fewer tasks a stack holds, the more are on the heap of a warp. Others must see these, too. */
final class WideTasksTest {
    private static final int WARPS = 8;
    private static final Layout<Node> NODES = Layout.of(Node.class);

    record Node(int hash, int levels) {}

    /** Nodes with words behind them that mean nothing. */
    private record Padded(int words) implements Layout<Node> {
        @Override
        public void write(Ints memory, int at, Node node) {
            NODES.write(memory, at, node);
        }

        @Override
        public void encode(Node node, int[] to, int at) {
            NODES.encode(node, to, at);
        }

        @Override
        public Node read(Ints memory, int at) {
            return NODES.read(memory, at);
        }

        @Override
        public int[] copy(Ints memory, int at) {
            return Arrays.copyOf(NODES.copy(memory, at), words);
        }

        @Override
        public Node decode(int[] from) {
            return NODES.decode(Arrays.copyOf(from, NODES.words()));
        }

        @Override
        public Node zero() {
            return NODES.zero();
        }
    }

    /** Bushy and deep trees: a node has up to {@code most} children. */
    @ParameterizedTest
    @CsvSource({"8, 6, 8", "12, 6, 8", "16, 6, 8", "8, 13, 4", "16, 13, 4"})
    void workIsSharedHoweverWideTasksAre(int words, int levels, int most) {
        try (var device = Device.simulator(1);
                var ran = device.ints(1);
                var scheduler = Scheduler.on(
                        device,
                        new Padded(words),
                        SchedulerOptions.defaults()
                                .withPolicy(Policy.stealing())
                                .withWorkers(Granularity.WARP, WARPS)
                                .withStatistics(true))) {
            var root = new Node(Trees.mix(77), levels);
            var report = scheduler.run(List.of(root), (node, out) -> {
                ran.getAndAddRelaxed(0, 1);
                int children = children(node, most);
                for (int i = 0; i < children; i++) {
                    out.spawn(new Node(Trees.mix(node.hash() + i + 1), node.levels() - 1));
                }
            });
            int tasks = count(root, most);
            assertThat(ran.copyOut()).containsExactly(tasks);
            assertThat(report.workers())
                    .extracting(Report.Worker::executed)
                    .as("tasks of each warp, of %d in all", tasks)
                    .allSatisfy(executed -> assertThat(executed).isBetween(tasks / WARPS / 2L, tasks / WARPS * 3L / 2));
        }
    }

    private static int children(Node node, int most) {
        return node.levels() == 0 ? 0 : (node.hash() >>> 4) % (most + 1);
    }

    private static int count(Node node, int most) {
        int tasks = 1;
        for (int i = 0; i < children(node, most); i++) {
            tasks += count(new Node(Trees.mix(node.hash() + i + 1), node.levels() - 1), most);
        }
        return tasks;
    }
}
