import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What a task of Policy.stealing() takes if it has 4 to 24 words: ./warpbroker java results/h200-tasks/WideTasks.java */
public final class WideTasks {
    private static final Layout<Node> NODES = Layout.of(Node.class);

    record Node(int hash, int levels) {
        int children(int most) {
            return levels == 0 ? 0 : (hash >>> 4) % (most + 1);
        }

        Node child(int index) {
            return new Node(mix(hash + index + 1), levels - 1);
        }
    }

    /** Nodes with words behind them that mean nothing. */
    record Padded(int words) implements Layout<Node> {
        public void write(Ints memory, int at, Node node) {
            NODES.write(memory, at, node);
        }

        public void encode(Node node, int[] to, int at) {
            NODES.encode(node, to, at);
        }

        public Node read(Ints memory, int at) {
            return NODES.read(memory, at);
        }

        public int[] copy(Ints memory, int at) {
            return Arrays.copyOf(NODES.copy(memory, at), words);
        }

        public Node decode(int[] from) {
            return NODES.decode(Arrays.copyOf(from, NODES.words()));
        }

        public Node zero() {
            return NODES.zero();
        }
    }

    static int mix(int value) {
        int mixed = value * 0x9E3779B1;
        mixed ^= mixed >>> 15;
        mixed *= 0x85EBCA6B;
        return mixed ^ mixed >>> 13;
    }

    public static void main(String[] arguments) {
        try (var device = Device.open()) {
            measure(device, new Node(mix(5), 12), 8);
            measure(device, new Node(mix(5), 22), 4);
        }
    }

    private static void measure(Device device, Node root, int most) {
        for (int words : new int[] {4, 7, 8, 12, 16, 24}) {
            try (var leaves = device.longs(1024);
                    var scheduler = Scheduler.on(
                            device,
                            new Padded(words),
                            SchedulerOptions.defaults()
                                    .withPolicy(Policy.stealing())
                                    .withWorkers(Granularity.WARP))) {
                TaskBody<Node, Spawner<Node>> body = (node, out) -> {
                    int count = node.children(most);
                    if (node.levels() == 0) {
                        leaves.getAndAddRelaxed(node.hash() & 1023, 1);
                    }
                    for (int i = 0; i < count; i++) {
                        out.spawn(node.child(i));
                    }
                };
                long tasks = scheduler.run(List.of(root), body).executed();
                var times = new ArrayList<Double>();
                for (int i = 0; i < 5; i++) {
                    times.add(scheduler.run(List.of(root), body).elapsed().toNanos() * 1e-6);
                }
                Collections.sort(times);
                System.out.printf(
                        "levels %d most %d words %2d: %,d tasks, median %.3f ms (%.3f..%.3f), %.2f ns/1000 tasks, leaves %d%n",
                        root.levels(),
                        most,
                        words,
                        tasks,
                        times.get(2),
                        times.get(0),
                        times.get(4),
                        times.get(2) * 1e9 / tasks,
                        Arrays.stream(leaves.copyOut()).sum());
            }
        }
    }
}
