package dev.warpbroker.experiments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.search.BfsResult;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * Breadth-first search as section 4.2.2 of the thesis on blocking and non-blocking queues has it (H. Pourmeidani,
 * 2018): every vertex that is reached goes through one queue. Each thread dequeues the first vertex, visits its
 * neighbours, enqueues those that are new, and so on until the queue is empty and no thread has a vertex left.
 *
 * <p><b>Different from the thesis,</b> which does not say what happens if a thread runs ahead of others: here a vertex
 * that is reached by a shorter way later is enqueued once more, so that distances are right. How often that happens is
 * counted.
 */
public final class QueueSearch implements AutoCloseable {
    /*
     * A word for each vertex: the distance above all, then whether it is in the queue, then its predecessor. An offer
     * is such a word, and the smaller one stays. A worker that takes a vertex out clears the mark and reads the
     * distance in one atomic operation, so that a better offer either is seen by it or finds no mark, and enqueues the
     * vertex again. So a vertex is in the queue once at most, and a queue for all vertices is never full.
     *
     * Pending counts vertices in the queue and in the hands of threads. Before a thread enqueues what it found it adds
     * that number, less 1 for its own vertex if these are the last. So Pending is 0 only if nothing is left, for good.
     */

    private static final int AT_ONCE = Integer.SIZE;
    private static final long MARK = 1L << Integer.SIZE;
    private static final long UNKNOWN = word(Integer.MAX_VALUE, BfsResult.UNREACHED, 0);
    private static final int PENDING = 0;

    /** A power of two: so many vertices a thread takes before it looks whether it was cancelled. */
    private static final int LOOK = 16;

    /** In a line of its own. */
    private static final int VISITS = 16;

    private final Device device;
    private final Grid grid;
    private final DeviceGraph graph;
    private final IntQueue queue;
    private final Longs words;
    private final Longs counts;
    private final Kernel kernel;

    /** @param queue that holds at least as many values as the graph has vertices, and returns when it is empty */
    public QueueSearch(DeviceGraph graph, IntQueue queue, Grid grid) {
        if (queue.capacity() < graph.vertices()) {
            throw new IllegalArgumentException("a queue of " + queue.capacity() + " values for the " + graph.vertices()
                    + " vertices of " + graph.name() + "; it must hold them all");
        }
        device = graph.device();
        this.grid = grid;
        this.graph = graph;
        this.queue = queue;
        words = device.longs(graph.vertices());
        counts = device.longs(2 * VISITS);
        kernel = kernel();
    }

    private static long word(int distance, int predecessor, int queued) {
        return (long) ((distance << 1 | queued) ^ Integer.MIN_VALUE) << Integer.SIZE
                | Integer.toUnsignedLong(predecessor);
    }

    private static int distance(long word) {
        return ((int) (word >> Integer.SIZE) ^ Integer.MIN_VALUE) >>> 1;
    }

    /**
     * Searches from a source.
     *
     * @param limit after which the launch is cancelled
     * @return how long the device took, without the time to make ready
     */
    public Duration run(int source, Duration limit) {
        queue.clear();
        words.fill(UNKNOWN);
        counts.fill(0);
        var known = words;
        var counted = counts;
        var waiting = queue;
        device.run(Grid.threads(1), lane -> {
            known.set(source, word(0, source, 1));
            counted.set(PENDING, 1);
            waiting.enqueue(source);
        });
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed();
    }

    private Kernel kernel() {
        var offsets = graph.offsets();
        var targets = graph.targets();
        var waiting = queue;
        var known = words;
        var counted = counts;
        return lane -> {
            int visits = 0;
            boolean running = true;
            var backoff = new Backoff();
            while (running) {
                boolean present = false;
                int vertex = 0;
                // Asking an empty queue again and again would keep others from it.
                if (waiting.sizeHint() > 0) {
                    var taken = waiting.dequeue();
                    present = taken.present();
                    vertex = taken.value();
                }
                if (present) {
                    visits++;
                    // Whoever never waits would not see it elsewhere.
                    if (visits % LOOK == 0) {
                        Backoff.stopIfCancelled("the end of the search");
                    }
                    int next = distance(known.getAndBitwiseAndRelaxed(vertex, ~MARK)) + 1;
                    int end = offsets.get(vertex + 1);
                    for (int first = offsets.get(vertex); first < end; first += AT_ONCE) {
                        int after = Math.min(first + AT_ONCE, end);
                        int found = 0;
                        for (int edge = first; edge < after; edge++) {
                            long before = known.getAndMinRelaxed(targets.get(edge), word(next, vertex, 1));
                            boolean isNew = distance(before) > next && (before & MARK) == 0;
                            found |= (isNew ? 1 : 0) << edge - first;
                        }
                        int more = Integer.bitCount(found) - (after == end ? 1 : 0);
                        if (more != 0) {
                            counted.getAndAddRelaxed(PENDING, more);
                        }
                        for (int left = found; left != 0; left &= left - 1) {
                            waiting.enqueue(targets.get(first + Integer.numberOfTrailingZeros(left)));
                        }
                    }
                    if (offsets.get(vertex) == end) {
                        counted.getAndAddRelaxed(PENDING, -1);
                    }
                } else {
                    running = counted.getOpaque(PENDING) != 0;
                    if (running) {
                        backoff.pause("vertices in the queue");
                    }
                }
            }
            counted.getAndAddRelaxed(VISITS, visits);
        };
    }

    /** {@return how many vertices the last search took out of the queue} */
    public long visits() {
        return counts.copyOut()[VISITS];
    }

    /** {@return what the last search found} */
    public BfsResult result() {
        long[] found = words.copyOut();
        int[] distances = new int[found.length];
        int[] predecessors = new int[found.length];
        for (int vertex = 0; vertex < found.length; vertex++) {
            boolean reached = distance(found[vertex]) != Integer.MAX_VALUE;
            distances[vertex] = reached ? distance(found[vertex]) : BfsResult.UNREACHED;
            predecessors[vertex] = (int) found[vertex];
        }
        return new BfsResult(distances, predecessors);
    }

    @Override
    public void close() {
        words.close();
        counts.close();
    }
}
