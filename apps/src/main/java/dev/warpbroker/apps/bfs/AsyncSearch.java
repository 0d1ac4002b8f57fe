package dev.warpbroker.apps.bfs;

import dev.warpbroker.apps.graph.BfsResult;
import dev.warpbroker.apps.graph.DeviceGraph;
import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueOptions;
import java.lang.invoke.VarHandle;
import java.time.Duration;

/**
 * Search without levels, by persistent workers on any queue. A worker takes vertices, offers their neighbours a way that is longer
 * by one edge, and has to look again at those for which it is shorter than the one they had. Most of these it keeps for itself, oldest
 * first; when there are idle workers, or too many vertices to keep, it puts some into the queue.
 *
 * <p>Vertices may be looked at more than once, because a long way can be found before a short one. There is nothing to wait for
 * at the end of a level, which is worth more where levels are small and many, as in road networks.
 */
final class AsyncSearch implements Search {
    /*
     * All that is known of a vertex is in one word: distance, predecessor, and whether it is waiting: kept by a worker, in the queue or
     * left over. A better way replaces the word by compare-and-exchange and sets the mark; who finds the mark set already
     * need not put the vertex anywhere, because whoever has it will see the new distance: it clears the mark and reads the distance in
     * one atomic operation, which comes after in the order of that word. So a vertex waits in one place at most, and a queue
     * as large as the graph never is full. Relaxed operations suffice for all this, for it is one word only; that a vertex taken
     * from the queue is seen as the one who put it in saw it is due to the fences around both, which queues that publish nothing need.
     *
     * Termination: the state counts busy workers in its upper half and vertices in the queue in its lower one. A worker adds what
     * it has put in after it did so, while it is busy. It claims vertices before it takes them out, and is busy from then on; if it
     * finds that it claimed more than there are, it gives the others back, and until then the lower half is too small or negative.
     * So the state is 0 only if nobody is busy and no vertex waits in the queue, and that stays so. It is one word: relaxed operations
     * suffice. A vertex that was claimed is in the queue, or will soon be seen there; so queues can be used that wait when they are
     * empty, and those that find themselves empty when they are not.
     *
     * A queue may refuse vertices, one of small capacity or one that uses up its memory. They are left over, with their marks, and are
     * what the next launch begins with. Each launch looks at all that were left over before it, so that there is progress.
     */
    /** Vertices of a worker between two looks whether the host has cancelled the search: a power of two. */
    private static final int LOOK_AFTER = 2048;

    private static final int WARP_RING = 256;
    private static final int THREAD_RING = 4096;

    /** Vertices that a worker takes from the queue at once, and keeps when it shares; a warp at least so many. */
    private static final int WARP_LEAST = 8;

    private static final int THREAD_PORTION = 64;

    /** About so many idle workers look at the state at a time. */
    private static final int LOOKERS = 256;

    /** A busy worker in the state. */
    private static final long BUSY = 1L << Integer.SIZE;

    private static final int WAITING = 1;
    private static final long MARK = (long) WAITING << Integer.SIZE;

    /** No way is known. */
    private static final long UNKNOWN = word(Integer.MAX_VALUE, BfsResult.UNREACHED, 0);

    private static final int LEFT_OVER = 0;

    private final Device device;
    private final Team team;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final IntQueue queue;
    private final int ring;
    private final int rings;
    private final int portion;
    private final Longs words;
    private final Longs state;
    private final Longs expansions;

    /** Number of vertices left over. */
    private final Ints counters;

    private final Ints leftOver;
    private final Ints seeds;
    private final Ints distances;
    private final Ints predecessors;

    AsyncSearch(DeviceGraph graph, BfsOptions options) {
        device = graph.device();
        vertices = graph.vertices();
        offsets = graph.offsets();
        targets = graph.targets();
        team = Team.of(device, options.threads());
        boolean alone = team.warpSize() == 1;
        ring = alone ? THREAD_RING : WARP_RING;
        rings = ring * team.workersInBlock();
        // So many vertices have about as many edges as a warp has lanes.
        long few = (long) team.warpSize() * vertices / Math.max(graph.edges(), 1);
        portion = alone ? THREAD_PORTION : Math.clamp(few, WARP_LEAST, team.warpSize());
        int capacity = options.queueCapacity() == 0 ? roomFor(vertices) : options.queueCapacity();
        queue = options.queue()
                .create(
                        device,
                        QueueOptions.capacity(capacity)
                                .withThreads(team.threads())
                                .withBlocks(Math.min(team.threads() / team.blockSize(), capacity / 2)));
        words = device.longs(vertices);
        state = device.longs(1);
        expansions = device.longs(1);
        counters = device.ints(1);
        leftOver = device.ints(vertices);
        seeds = device.ints(vertices);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
    }

    private static int roomFor(int vertices) {
        int most = 1 << 30;
        return vertices >= most ? most : Math.max(2, Integer.highestOneBit(Math.max(vertices - 1, 1)) * 2);
    }

    private static long word(int distance, int predecessor, int waiting) {
        return ((long) distance << 1 | waiting) << Integer.SIZE | Integer.toUnsignedLong(predecessor);
    }

    private static int distance(long word) {
        return (int) (word >>> Integer.SIZE + 1);
    }

    @Override
    public BfsRun run(int source, Duration limit) {
        expansions.fill(0);
        var all = Grid.threads(team.threads()).withBlockSize(team.blockSize());
        var time = timed(all, lane -> clear(lane, source), limit);
        seeds.copyIn(new int[] {source});
        int count = 1;
        while (count > 0) {
            time = time.plus(round(count, limit));
            count = counters.copyOut()[LEFT_OVER];
            if (count > 0) {
                seeds.copyIn(leftOver.copyOut(0, count));
            }
        }
        time = time.plus(timed(all, this::unpack, limit));
        return new BfsRun(time, expansions.copyOut()[0]);
    }

    private Duration round(int count, Duration limit) {
        queue.clear();
        counters.fill(0);
        Kernel kernel = kernel(count);
        var grid = team.grid(device, kernel);
        int workers = grid.threads() / team.warpSize();
        state.copyIn(new long[] {Math.min(workers, count) * BUSY});
        return timed(grid, kernel, limit);
    }

    private Duration timed(Grid grid, Kernel kernel, Duration limit) {
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed();
    }

    /** @param count of vertices to begin with */
    @Override
    public Kernel kernel(int count) {
        return lane -> work(lane, count);
    }

    @Override
    public BfsResult result() {
        return new BfsResult(distances.copyOut(), predecessors.copyOut());
    }

    private void clear(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            words.set((int) vertex, vertex == source ? word(0, source, WAITING) : UNKNOWN);
        }
    }

    private void unpack(Lane lane) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            long word = words.get((int) vertex);
            boolean known = distance(word) != Integer.MAX_VALUE;
            distances.set((int) vertex, known ? distance(word) : BfsResult.UNREACHED);
            predecessors.set((int) vertex, (int) word);
        }
    }

    /** @param seedCount vertices to begin with; every worker has its part of them, the first ones have one more */
    private void work(Lane lane, int seedCount) {
        var warp = lane.warp();
        int mask = -1 >>> (Integer.SIZE - warp.size());
        int workers = lane.count() / warp.size();
        int seed = lane.id() / warp.size();
        boolean busy = seed < seedCount;
        var kept = new Outbox(lane, lane.block().sharedInts(rings), ring);
        int expanded = 0;
        while (true) {
            if (kept.count() == 0) {
                if (seed < seedCount) {
                    kept.add(lane, mask, warp.isLeader(mask), seeds.get(seed));
                    seed = seed > Integer.MAX_VALUE - workers ? Integer.MAX_VALUE : seed + workers;
                } else {
                    int claimed = claim(lane, mask, busy);
                    if (claimed == 0) {
                        break;
                    }
                    busy = true;
                    take(lane, mask, claimed, kept);
                }
            }
            int next = Math.min(kept.count(), portion);
            expanded += next;
            if (expanded % LOOK_AFTER < next) {
                Backoff.stopIfCancelled("the end of an asynchronous search");
            }
            // Read before it is needed: a GPU goes on meanwhile.
            long seen = state.getOpaque(0);
            if (warp.size() == 1) {
                expandAlone(lane, kept);
            } else {
                expand(lane, mask, kept);
            }
            int surplus = warp.shuffle(mask, surplus(seen, kept.count(), workers), warp.leader(mask));
            if (surplus > 0) {
                share(lane, mask, kept, surplus);
            }
        }
        if (expanded > 0 && warp.isLeader(mask)) {
            expansions.getAndAddRelaxed(0, expanded);
        }
    }

    /**
     * {@return how many vertices a worker should share, 0 or less for none} Lanes that have seen different states get different
     * answers.
     */
    private int surplus(long seen, int kept, int workers) {
        // With all workers busy, those in the queue have waited longer, and are nearer to the source.
        return busy(seen) == workers && queued(seen) > 0 ? kept : kept - portion;
    }

    private static int queued(long state) {
        return (int) state;
    }

    private static int busy(long state) {
        return (int) (state - queued(state) >> Integer.SIZE);
    }

    /**
     * Waits for vertices in the queue.
     *
     * @param busy whether the worker is
     * @return how many it may take, being busy then; 0 at the end
     */
    private int claim(Lane lane, int mask, boolean busy) {
        var warp = lane.warp();
        int claimed = 0;
        if (warp.isLeader(mask)) {
            if (busy) {
                claimed = claim(0);
            }
            var backoff = new Backoff();
            long found = claimed > 0 ? 0 : state.getOpaque(0);
            while (found != 0) {
                if (queued(found) > 0) {
                    claimed = claim(BUSY);
                } else {
                    // The more wait, the less often each one looks, so that those who work can reach the state.
                    int idle = lane.count() / warp.size() - busy(found);
                    for (int pause = 0; pause <= idle / LOOKERS; pause++) {
                        backoff.pause("vertices in the queue");
                    }
                }
                found = claimed > 0 ? 0 : state.getOpaque(0);
            }
        }
        return warp.shuffle(mask, claimed, warp.leader(mask));
    }

    /**
     * Claims vertices in the queue by a worker that is busy, or that becomes so.
     *
     * @return how many; the worker is idle if there were none
     */
    private int claim(long becoming) {
        int claimed = Math.clamp(queued(state.getAndAddRelaxed(0, becoming - portion)), 0, portion);
        if (claimed < portion) {
            state.getAndAddRelaxed(0, portion - claimed - (claimed == 0 ? BUSY : 0));
        }
        return claimed;
    }

    /** Takes out vertices that were claimed. */
    private void take(Lane lane, int mask, int claimed, Outbox kept) {
        var warp = lane.warp();
        for (int taken = 0; taken < claimed; taken += warp.size()) {
            boolean wanted = taken + warp.lane() < claimed;
            int vertex = 0;
            if (wanted) {
                var backoff = new Backoff();
                var dequeued = queue.dequeueWarp(lane);
                while (!dequeued.present()) {
                    backoff.pause("a vertex that was claimed");
                    dequeued = queue.dequeueWarp(lane);
                }
                vertex = dequeued.value();
            }
            VarHandle.acquireFence();
            kept.add(lane, mask, wanted, vertex);
        }
    }

    /** Puts the oldest vertices into the queue. */
    private void share(Lane lane, int mask, Outbox kept, int count) {
        var warp = lane.warp();
        VarHandle.releaseFence();
        int put = 0;
        for (int i = 0; i < count; i += warp.size()) {
            boolean present = i + warp.lane() < count;
            boolean accepted = false;
            if (present) {
                int vertex = kept.get(i + warp.lane());
                accepted = queue.enqueueWarp(lane, vertex);
                if (!accepted) {
                    leftOver.set(counters.getAndAddRelaxed(LEFT_OVER, 1), vertex);
                }
            }
            put += Integer.bitCount(warp.ballot(mask, accepted));
        }
        if (put > 0 && warp.isLeader(mask)) {
            state.getAndAddRelaxed(0, put);
        }
        kept.remove(count);
        warp.synchronize(mask);
    }

    /** The lanes of a warp take one vertex each and share their edges. */
    private void expand(Lane lane, int mask, Outbox kept) {
        var warp = lane.warp();
        int count = Math.min(kept.count(), portion);
        int vertex = Fan.NO_VERTEX;
        int next = 0;
        if (warp.lane() < count) {
            vertex = kept.get(warp.lane());
            next = distance(words.getAndBitwiseAndRelaxed(vertex, ~MARK)) + 1;
        }
        kept.remove(count);
        warp.synchronize(mask);
        var fan = Fan.of(lane, mask, offsets, vertex);
        for (int first = 0; first < fan.total(); first += warp.size()) {
            int number = first + warp.lane();
            int owner = fan.owner(lane, mask, number);
            int edge = number + warp.shuffle(mask, fan.shift(), owner);
            int source = warp.shuffle(mask, vertex, owner);
            int distance = warp.shuffle(mask, next, owner);
            boolean isNew = false;
            int target = 0;
            if (number < fan.total()) {
                target = targets.get(edge);
                isNew = offer(target, source, distance);
            }
            kept.add(lane, mask, isNew, target);
            if (kept.count() > ring - warp.size()) {
                share(lane, mask, kept, ring / 2);
            }
        }
    }

    private void expandAlone(Lane lane, Outbox kept) {
        for (int left = Math.min(kept.count(), portion); left > 0; left--) {
            int vertex = kept.get(0);
            kept.remove(1);
            int next = distance(words.getAndBitwiseAndRelaxed(vertex, ~MARK)) + 1;
            int end = offsets.get(vertex + 1);
            for (int edge = offsets.get(vertex); edge < end; edge++) {
                int target = targets.get(edge);
                if (offer(target, vertex, next)) {
                    kept.add(target);
                    if (kept.count() == ring) {
                        share(lane, 1, kept, ring / 2);
                    }
                }
            }
        }
    }

    /** Offers a vertex a way. {@return whether it is shorter and the vertex was not waiting} */
    private boolean offer(int target, int source, int distance) {
        long found = words.getOpaque(target);
        while (distance(found) > distance) {
            long seen = words.compareAndExchangeRelaxed(target, found, word(distance, source, WAITING));
            if (seen == found) {
                return (found & MARK) == 0;
            }
            found = seen;
        }
        return false;
    }

    @Override
    public void close() {
        queue.close();
        words.close();
        state.close();
        expansions.close();
        counters.close();
        leftOver.close();
        seeds.close();
        distances.close();
        predecessors.close();
    }
}
