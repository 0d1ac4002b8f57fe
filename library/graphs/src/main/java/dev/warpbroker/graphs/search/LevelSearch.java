package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;

/**
 * Level-synchronous search in one launch: workers take vertices of the present level, claim their neighbours that
 * nobody has reached and put these into the next level; then all wait for each other.
 *
 * <p>With {@link StealingWavefront} this is listing 4.3 of F. Wende's thesis (see
 * {@link dev.warpbroker.graphs.Lattice}); what differs from it:
 *
 * <ul>
 *   <li>A distance is a colour as well: white is {@link BfsResult#UNREACHED}. Gray and black need not be told apart,
 *       since it is the queue that says what is to be done.
 *   <li>A neighbour is looked at before it is claimed, so that only those that seem white cost an atomic operation.
 *   <li>There is no count of the vertices of a level, which each vertex would have to change: see
 *       {@link StealingWavefront} for why thieves may stop looking.
 *   <li>One barrier per level instead of two, because nothing is switched between them.
 *   <li>A worker of a GPU is a warp, whose lanes share the edges of its vertices.
 * </ul>
 */
final class LevelSearch implements Search {
    /*
     * A vertex is claimed by the compare-and-exchange of its distance, which is all that workers of one level contend
     * for, so that a relaxed one suffices. Looks before it may be stale: they can only see a vertex as unreached that
     * is not. The worker that claimed a vertex writes its predecessor, plainly, for the host to read.
     *
     * On the JVM a map with a bit for each vertex is looked at first, since it stays in the cache where distances would
     * not. It is a hint: bits are set without atomic operations, and one that is set may be lost when two threads write
     * the same word. A bit that is set is always right.
     */
    private static final int WARP_PORTION = 32;
    private static final int THREAD_PORTION = 128;

    /** Most vertices that a thread of the JVM takes at once from a level that is one queue. */
    private static final int THREAD_MAX = 256;

    /** Neighbours that a thread of the JVM looks at before it claims any. */
    private static final int STRIP = 64;

    private final Team team;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;

    /** The lengths of the memory of a block. */
    private final int ring;

    private final int rings;
    private final Wavefront wavefront;
    private final GridBarrier barrier;
    private final Ints distances;
    private final Ints predecessors;
    private final Longs reached;
    private final Longs expansions;

    LevelSearch(DeviceGraph graph, BfsOptions options) {
        var device = graph.device();
        vertices = graph.vertices();
        offsets = graph.offsets();
        targets = graph.targets();
        team = Team.of(device, options.threads());
        boolean alone = team.isOfThreads();
        int portion = alone ? THREAD_PORTION : WARP_PORTION;
        ring = 2 * portion;
        rings = ring * team.workersInBlock();
        // So many vertices have about as many edges as a warp has lanes.
        long least = (long) team.warpSize() * vertices / Math.max(graph.edges(), 1);
        wavefront = options.variant() == BfsVariant.STEALING
                ? new StealingWavefront(device, vertices, team.workers(), portion)
                : new QueueWavefront(
                        device, vertices, Math.clamp(least, 1, team.warpSize()), alone ? THREAD_MAX : team.warpSize());
        barrier = new GridBarrier(device);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
        reached = device.longs(alone ? Math.ceilDiv(vertices, Long.SIZE) : 1);
        expansions = device.longs(1);
    }

    /** {@return the bytes besides those of the graph, but for some of each worker} */
    static long bytes(GraphSize size) {
        return 4L * Integer.BYTES * size.vertices() + size.vertices() / Byte.SIZE;
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        wavefront.begin(source);
        barrier.clear();
        expansions.fill(0);
        var elapsed = team.run(kernel(source), limit);
        return new Bfs.Run(elapsed, expansions.copyOut()[0]);
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    @Override
    public BfsResult result() {
        return new BfsResult(distances.copyOut(), predecessors.copyOut());
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var warp = worker.warp();
        var outbox = new Outbox(worker, lane.block().sharedInts(rings), ring);
        var strip = lane.block().sharedInts(warp.size() == 1 ? STRIP : 1);
        clear(lane, source);
        barrier.await(lane, 0);
        int expanded = 0;
        int level = 0;
        int size = wavefront.size(0);
        while (size != 0) {
            int turn = 0;
            var batch = wavefront.take(worker, level, size, turn);
            while (batch.count() > 0) {
                if (warp.size() == 1) {
                    expandAlone(worker, level, batch, strip, outbox);
                } else {
                    expand(worker, level, batch, outbox);
                }
                expanded += batch.count();
                Search.stopIfCancelled(worker, expanded, batch.count());
                turn++;
                batch = wavefront.take(worker, level, size, turn);
            }
            if (outbox.count() > 0) {
                wavefront.put(worker, level, outbox, outbox.count());
            }
            level++;
            barrier.await(lane, level);
            size = wavefront.size(level);
        }
        if (expanded > 0 && worker.isFirst()) {
            expansions.getAndAddRelaxed(0, expanded);
        }
    }

    private void clear(Lane lane, int source) {
        if (lane.warp().size() == 1) {
            // Parts without gaps, for threads that share no cache.
            int words = reached.length();
            long end = (long) words * (lane.id() + 1) / lane.count();
            for (int word = (int) ((long) words * lane.id() / lane.count()); word < end; word++) {
                int last = (int) Math.min(Long.SIZE * (word + 1L), vertices);
                for (int vertex = Long.SIZE * word; vertex < last; vertex++) {
                    distances.set(vertex, BfsResult.UNREACHED);
                    predecessors.set(vertex, BfsResult.UNREACHED);
                }
                reached.set(word, 0);
                if (source / Long.SIZE == word) {
                    distances.set(source, 0);
                    predecessors.set(source, source);
                    reached.set(word, 1L << source);
                }
            }
        } else {
            for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
                boolean first = vertex == source;
                distances.set((int) vertex, first ? 0 : BfsResult.UNREACHED);
                predecessors.set((int) vertex, first ? source : BfsResult.UNREACHED);
            }
        }
    }

    /** The lanes of a warp share the edges of their vertices. */
    private void expand(WarpWorker worker, int level, Wavefront.Batch batch, Outbox outbox) {
        var warp = worker.warp();
        var taken = wavefront.vertices();
        int vertex = warp.lane() < batch.count() ? taken.get(batch.from() + warp.lane()) : WarpEdges.NO_VERTEX;
        var fan = WarpEdges.of(worker, offsets, vertex);
        for (int first = 0; first < fan.total(); first += warp.size()) {
            int number = first + warp.lane();
            int owner = fan.owner(worker, number);
            int edge = number + warp.shuffle(worker.mask(), fan.shift(), owner);
            int source = warp.shuffle(worker.mask(), vertex, owner);
            boolean isNew = false;
            int target = 0;
            if (number < fan.total()) {
                target = targets.get(edge);
                isNew = distances.getOpaque(target) == BfsResult.UNREACHED && claim(target, source, level + 1);
            }
            outbox.add(worker, isNew, target);
            if (outbox.count() >= WARP_PORTION) {
                wavefront.put(worker, level, outbox, WARP_PORTION);
            }
        }
    }

    private void expandAlone(WarpWorker worker, int level, Wavefront.Batch batch, Ints strip, Outbox outbox) {
        var taken = wavefront.vertices();
        int end = batch.from() + batch.count();
        for (int at = batch.from(); at < end; at++) {
            int vertex = taken.get(at);
            int rowEnd = offsets.get(vertex + 1);
            int edge = offsets.get(vertex);
            while (edge < rowEnd) {
                int stripEnd = Math.min(rowEnd, edge + STRIP);
                int count = 0;
                for (; edge < stripEnd; edge++) {
                    int target = targets.get(edge);
                    if ((reached.get(target >>> 6) >>> target & 1) == 0) {
                        strip.set(count, target);
                        count++;
                    }
                }
                for (int i = 0; i < count; i++) {
                    int target = strip.get(i);
                    if (distances.getOpaque(target) == BfsResult.UNREACHED && claim(target, vertex, level + 1)) {
                        reached.set(target >>> 6, reached.get(target >>> 6) | 1L << target);
                        outbox.add(target);
                        if (outbox.count() == THREAD_PORTION) {
                            wavefront.put(worker, level, outbox, THREAD_PORTION);
                        }
                    }
                }
            }
        }
    }

    private boolean claim(int target, int source, int distance) {
        if (distances.compareAndExchangeRelaxed(target, BfsResult.UNREACHED, distance) != BfsResult.UNREACHED) {
            return false;
        }
        predecessors.set(target, source);
        return true;
    }

    @Override
    public void close() {
        wavefront.close();
        barrier.close();
        distances.close();
        predecessors.close();
        reached.close();
        expansions.close();
    }
}
