package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueOptions;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.lang.invoke.VarHandle;
import java.time.Duration;

/**
 * Search without a barrier after each level, by persistent workers on any queue. A worker takes vertices, offers their
 * neighbours a way that is longer by one edge, and has to look again at those for which it is shorter than the one they
 * had. It keeps these for itself, oldest first; when they become too many it puts some into the queue, for workers that
 * have none.
 *
 * <p>Vertices may be looked at more than once, because a long way can be found before a short one, the more often the
 * further workers get ahead of each other. Therefore none goes on beyond a span of levels before all have come so far.
 * The span is short where there are many vertices to look at, since all workers are busy then without running ahead,
 * and long where there are few, as in a road network, where a search by levels would wait after each of thousands of
 * small ones.
 */
final class AsyncSearch implements Search {
    /*
     * Phases. When a phase begins, the distances of all vertices up to its level are right, and only those at this
     * level have edges that nobody has looked at: the wavefront. Workers look at all vertices nearer than level + span,
     * as often as their distances change. A vertex that gets the distance level + span goes into the next wavefront
     * instead. It does so once at most, for nobody offers more; so a wavefront has room for all vertices. If it turns
     * out to be nearer after all, it is passed over in the next phase, where its distance shows that it is out of
     * place.
     *
     * All that is known of a vertex is in one word: its distance above all, then whether it is waiting, that is, kept
     * by a worker or in the queue, then its predecessor. An offer is such a word with the mark, and the smaller one
     * stays. A worker that finds that the vertex was waiting already need not put it anywhere, because the worker that
     * has it will see the new distance: it clears the mark and reads the distance in one atomic operation, which comes
     * after in the order of that word. So a vertex waits in one place at most, and a queue as large as the graph never
     * is full. An offer of the same distance can change the predecessor, which is as good, but never the mark. Vertices
     * of a wavefront need no mark, for they get no better offers. Relaxed operations suffice for all this, for it is
     * one word only; that a vertex taken from the queue is seen as the worker that put it in saw it is due to the
     * fences around both, which queues that publish nothing need.
     *
     * A phase has ended when no worker is busy and the queue is empty. A state counts busy workers in its upper half
     * and vertices in the queue in its lower one, relative to the beginning, when the workers are busy that have a part
     * of the wavefront. A worker adds what it has put in after it did so, while it is busy. It claims vertices before
     * it takes them out, and is busy from then on; if it finds that it claimed more than there are, it gives the others
     * back, and until then the lower half is too small or negative. So the sum is 0 only if no worker is busy and no
     * vertex waits in the queue, and that stays so. It is one word: relaxed operations suffice. A vertex that was
     * claimed is in the queue, or will soon be seen there; so queues can be used that wait when they are empty, and
     * those that find themselves empty when they are not. The states of three phases take turns, as RoundCounters do.
     *
     * A queue may refuse vertices, one of small capacity or one that uses up its memory. They stay with the worker that
     * has them, in a list linked through all vertices: as each waits in one place, one link for each suffices.
     */
    /** Most vertices that a worker keeps. */
    private static final int WARP_RING = 256;

    private static final int THREAD_RING = 4096;

    /** A worker shares when this part of its ring is full, and then keeps half as many. */
    private static final int CROWDED = 8;

    /** Vertices of the wavefront that a worker begins with, at least. */
    private static final int WARP_MIN = 2;

    private static final int THREAD_MIN = 64;

    /** Vertices that a thread of the JVM takes at once, at most; a warp takes one for each lane. */
    private static final int THREAD_MAX = 256;

    /** Wavefronts with more vertices for each worker keep all of them busy. */
    private static final int WARP_ENOUGH = 4;

    private static final int THREAD_ENOUGH = 512;

    /** The longest span. */
    private static final int LONGEST = 16;

    /** After a wavefront that is so many times as large as the one before the span becomes shorter. */
    private static final int GROWTH = 3;

    /** A busy worker in the state. */
    private static final long BUSY = 1L << Integer.SIZE;

    private static final int WAITING = 1;
    private static final long MARK = (long) WAITING << Integer.SIZE;

    /** No way is known. */
    private static final long UNKNOWN = word(Integer.MAX_VALUE, BfsResult.UNREACHED, 0);

    private static final int NONE = -1;

    /** States lie this many longs apart: a cache line each, on every device. */
    private static final int APART = Longs.LINE;

    private static final int PHASES = 3;

    /** Its word, distance, predecessor, list, two wavefronts, and the queue. */
    private static final long BYTES_OF_A_VERTEX = 44;

    private final Team team;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final IntQueue queue;
    private final QueueWavefront wavefront;
    private final GridBarrier barrier;
    private final int ring;
    private final int rings;

    /** Vertices that are taken and handed on at once, at most. */
    private final int portion;

    private final int outboxes;
    private final int enough;
    private final Longs words;
    private final Longs states;

    /** For a vertex that the queue refused, the one that its worker was refused before. */
    private final Ints refusedBefore;

    private final Longs expansions;
    private final Ints distances;
    private final Ints predecessors;

    AsyncSearch(DeviceGraph graph, BfsOptions options) {
        var device = graph.device();
        vertices = graph.vertices();
        offsets = graph.offsets();
        targets = graph.targets();
        team = Team.of(device, options.threads());
        boolean alone = team.isOfThreads();
        ring = alone ? THREAD_RING : WARP_RING;
        rings = ring * PendingVertices.INTS * team.workersInBlock();
        portion = alone ? THREAD_MAX : team.warpSize();
        outboxes = 2 * portion * team.workersInBlock();
        enough = alone ? THREAD_ENOUGH : WARP_ENOUGH;
        int parts = Math.min(team.threads() / team.blockSize(), QueueOptions.PARTS_AT_A_GLANCE);
        queue = options.queue()
                .create(
                        device,
                        QueueOptions.capacity(capacity(options))
                                .withThreads(team.threads())
                                .withBlocks(parts));
        wavefront = new QueueWavefront(device, vertices, alone ? THREAD_MIN : WARP_MIN, portion);
        barrier = new GridBarrier(device);
        words = device.longs(vertices);
        states = device.longs(PHASES * APART);
        refusedBefore = device.ints(vertices);
        expansions = device.longs(1);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
    }

    private int capacity(BfsOptions options) {
        int room = roomFor(vertices);
        if (options.queueCapacity() == 0) {
            return room;
        }
        if (options.queueCapacity() < room && !options.queue().claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
            throw new IllegalArgumentException(options.queue() + " of " + options.queueCapacity()
                    + " elements for a search: it waits when it is full, and workers that could empty it may wait, too;"
                    + " give it at least " + room + ", or take another queue");
        }
        return options.queueCapacity();
    }

    private static int roomFor(int vertices) {
        int most = 1 << 30;
        return vertices >= most ? most : Math.max(2, Integer.highestOneBit(Math.max(vertices - 1, 1)) * 2);
    }

    private static long word(int distance, int predecessor, int waiting) {
        return (long) ((distance << 1 | waiting) ^ Integer.MIN_VALUE) << Integer.SIZE
                | Integer.toUnsignedLong(predecessor);
    }

    private static int distance(long word) {
        return ((int) (word >> Integer.SIZE) ^ Integer.MIN_VALUE) >>> 1;
    }

    /** {@return the bytes besides those of the graph, at most} Queues differ; most are twice as long as the graph. */
    static long bytes(GraphSize size) {
        return BYTES_OF_A_VERTEX * size.vertices();
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        queue.clear();
        wavefront.begin(source);
        barrier.clear();
        states.fill(0);
        expansions.fill(0);
        var time = team.runByAll(lane -> clear(lane, source), limit)
                .plus(team.run(kernel(source), limit))
                .plus(team.runByAll(this::unpack, limit));
        return new Bfs.Run(time, expansions.copyOut()[0]);
    }

    @Override
    public Kernel kernel(int source) {
        return this::work;
    }

    @Override
    public BfsResult result() {
        return new BfsResult(distances.copyOut(), predecessors.copyOut());
    }

    private void clear(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            words.set((int) vertex, vertex == source ? word(0, source, 0) : UNKNOWN);
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

    private void work(Lane lane) {
        var worker = new WarpWorker(lane);
        int workers = worker.count();
        var kept = new PendingVertices(worker, lane.block().sharedInts(rings), ring);
        var found = new Outbox(worker, lane.block().sharedInts(outboxes), 2 * portion);
        int expanded = 0;
        int level = 0;
        int span = 1;
        int phase = 0;
        int before = 1;
        int size = 1;
        while (size != 0) {
            if (lane.id() == 0) {
                states.setOpaque(state(phase + 2), 0);
            }
            span = span(span, before, size, workers);
            level += span;
            // The others need not look for work: these share what they find too much among themselves.
            int takers = wavefront.takers(size, workers);
            if (worker.number() < takers) {
                expanded += search(worker, phase, size, takers, level - span, level, kept, found);
            }
            barrier.await(lane, phase);
            phase++;
            before = size;
            size = wavefront.size(phase);
        }
        if (expanded > 0 && worker.isFirst()) {
            expansions.getAndAddRelaxed(0, expanded);
        }
    }

    /**
     * {@return the span of a phase after one with another span} It doubles as long as wavefronts are small and grow
     * slowly.
     */
    private int span(int span, int before, int size, int workers) {
        if (size / enough >= workers) {
            return 1;
        }
        return size / GROWTH > before ? Math.max(span / 2, 1) : Math.min(2 * span, LONGEST);
    }

    private static int state(int phase) {
        return phase % PHASES * APART;
    }

    /**
     * Looks at vertices nearer than {@code bound} until no worker has any. By a worker that has a part of the
     * wavefront.
     *
     * @param size of the wavefront
     * @param takers workers that have a part of it
     * @return how many vertices this worker looked at
     */
    private int search(
            WarpWorker worker,
            int phase,
            int size,
            int takers,
            int level,
            int bound,
            PendingVertices kept,
            Outbox found) {
        var warp = worker.warp();
        boolean more = true;
        int turn = 0;
        int expanded = 0;
        int refused = NONE;
        while (true) {
            if (kept.count() > 0) {
                int next = Math.min(kept.count(), portion);
                expanded += next;
                Search.stopIfCancelled(worker, expanded, next);
                if (warp.size() == 1) {
                    refused = expandAlone(worker, phase, bound, kept, found, refused);
                } else {
                    refused = expand(worker, phase, bound, bound - level == 1, kept, found, refused);
                }
                if (kept.count() > ring / CROWDED) {
                    refused = share(worker, phase, kept, kept.count() - ring / (2 * CROWDED), refused);
                }
            } else if (refused != NONE) {
                keep(worker, worker.isFirst(), refused, kept);
                refused = refusedBefore.get(refused);
            } else if (more) {
                var batch = wavefront.take(worker, phase, size, turn);
                turn++;
                more = batch.count() > 0;
                begin(worker, batch, level, kept);
            } else {
                int claimed = claim(worker, phase, takers * BUSY);
                if (claimed == 0) {
                    break;
                }
                take(worker, claimed, kept);
            }
        }
        if (found.count() > 0) {
            wavefront.put(worker, phase, found, found.count());
        }
        return expanded;
    }

    /** Keeps the vertices of a part of the wavefront, unless they are out of place. */
    private void begin(WarpWorker worker, Wavefront.Batch batch, int level, PendingVertices kept) {
        var warp = worker.warp();
        var from = wavefront.vertices();
        for (int i = 0; i < batch.count(); i += warp.size()) {
            boolean inPlace = false;
            int vertex = 0;
            if (i + warp.lane() < batch.count()) {
                vertex = from.get(batch.from() + i + warp.lane());
                inPlace = distance(words.getOpaque(vertex)) == level;
            }
            keep(worker, inPlace, vertex, kept);
        }
    }

    /** Keeps the vertices of those lanes that have one. */
    private void keep(WarpWorker worker, boolean present, int vertex, PendingVertices kept) {
        int edge = present ? offsets.get(vertex) : 0;
        int end = present ? offsets.get(vertex + 1) : 0;
        kept.add(worker, present, vertex, edge, end);
    }

    private static int queued(long state) {
        return (int) state;
    }

    /**
     * Waits for vertices in the queue, by a worker that was busy.
     *
     * @param begun the state when the phase began
     * @return how many it may take, being busy then; 0 at the end of the phase
     */
    private int claim(WarpWorker worker, int phase, long begun) {
        int claimed = 0;
        if (worker.isFirst()) {
            states.getAndAddRelaxed(state(phase), -BUSY);
            var backoff = new Backoff();
            long seen = begun + states.getOpaque(state(phase));
            while (seen != 0) {
                if (queued(seen) > 0) {
                    claimed = claim(phase);
                } else {
                    backoff.pause("vertices in the queue");
                }
                seen = claimed > 0 ? 0 : begun + states.getOpaque(state(phase));
            }
        }
        worker.stopIfIncomplete(Search.WORK);
        return worker.fromFirst(claimed);
    }

    /**
     * Claims vertices in the queue by a worker that becomes busy. {@return how many; it stays idle if there were none}
     */
    private int claim(int phase) {
        int claimed = Math.clamp(queued(states.getAndAddRelaxed(state(phase), BUSY - portion)), 0, portion);
        if (claimed < portion) {
            states.getAndAddRelaxed(state(phase), portion - claimed - (claimed == 0 ? BUSY : 0));
        }
        return claimed;
    }

    /** Takes out vertices that were claimed. */
    private void take(WarpWorker worker, int claimed, PendingVertices kept) {
        var warp = worker.warp();
        for (int taken = 0; taken < claimed; taken += warp.size()) {
            boolean wanted = taken + warp.lane() < claimed;
            int vertex = 0;
            if (wanted) {
                var backoff = new Backoff();
                var dequeued = queue.pollWarp(worker.lane());
                while (!dequeued.present()) {
                    backoff.pause("a vertex that was claimed");
                    dequeued = queue.pollWarp(worker.lane());
                }
                vertex = dequeued.value();
            }
            worker.stopIfIncomplete(Search.WORK);
            VarHandle.acquireFence();
            keep(worker, wanted, vertex, kept);
        }
    }

    /** Puts the oldest vertices into the queue. {@return the last that was refused, or the one before} */
    private int share(WarpWorker worker, int phase, PendingVertices kept, int count, int refusedBy) {
        var warp = worker.warp();
        VarHandle.releaseFence();
        int refused = refusedBy;
        int put = 0;
        for (int i = 0; i < count; i += warp.size()) {
            boolean present = i + warp.lane() < count;
            boolean accepted = false;
            int vertex = 0;
            if (present) {
                vertex = kept.vertex(i + warp.lane());
                accepted = queue.enqueueWarp(worker.lane(), vertex);
            }
            worker.stopIfIncomplete(Search.WORK);
            put += Integer.bitCount(worker.ballot(accepted));
            for (int left = worker.ballot(present && !accepted); left != 0; left &= left - 1) {
                int mine = warp.shuffle(worker.mask(), vertex, warp.leader(left));
                refusedBefore.set(mine, refused);
                refused = mine;
            }
        }
        if (put > 0 && worker.isFirst()) {
            states.getAndAddRelaxed(state(phase), put);
        }
        kept.remove(count);
        worker.synchronize();
        return refused;
    }

    /** The lanes of a warp take one vertex each and share their edges. */
    private int expand(
            WarpWorker worker, int phase, int bound, boolean many, PendingVertices kept, Outbox found, int refusedBy) {
        var warp = worker.warp();
        int count = Math.min(kept.count(), warp.size());
        int vertex = 0;
        int begin = 0;
        int end = 0;
        int next = 0;
        if (warp.lane() < count) {
            vertex = kept.vertex(warp.lane());
            begin = kept.edge(warp.lane());
            end = kept.end(warp.lane());
            next = distance(words.getAndBitwiseAndRelaxed(vertex, ~MARK)) + 1;
        }
        kept.remove(count);
        worker.synchronize();
        int refused = refusedBy;
        var fan = WarpEdges.of(worker, begin, end);
        for (int first = 0; first < fan.total(); first += warp.size()) {
            int number = first + warp.lane();
            int owner = fan.owner(worker, number);
            int edge = number + warp.shuffle(worker.mask(), fan.shift(), owner);
            int source = warp.shuffle(worker.mask(), vertex, owner);
            boolean isNew = false;
            int target = 0;
            int targetBegin = 0;
            int targetEnd = 0;
            if (number < fan.total()) {
                target = targets.get(edge);
                // These are on their way while the vertex gets its offer.
                targetBegin = offsets.get(target);
                targetEnd = offsets.get(target + 1);
            }
            int distance = warp.shuffle(worker.mask(), next, owner);
            if (number < fan.total()) {
                isNew = offer(target, source, distance, bound, many);
            }
            kept.add(worker, isNew && distance < bound, target, targetBegin, targetEnd);
            found.add(worker, isNew && distance == bound, target);
            if (kept.count() > ring - warp.size()) {
                refused = share(worker, phase, kept, ring / 2, refused);
            }
            if (found.count() >= portion) {
                wavefront.put(worker, phase, found, portion);
            }
        }
        return refused;
    }

    private int expandAlone(
            WarpWorker worker, int phase, int bound, PendingVertices kept, Outbox found, int refusedBy) {
        int refused = refusedBy;
        for (int left = Math.min(kept.count(), portion); left > 0; left--) {
            int vertex = kept.vertex(0);
            int edge = kept.edge(0);
            int end = kept.end(0);
            kept.remove(1);
            int next = distance(words.getAndBitwiseAndRelaxed(vertex, ~MARK)) + 1;
            for (; edge < end; edge++) {
                int target = targets.get(edge);
                if (offer(target, vertex, next, bound, true)) {
                    if (next < bound) {
                        kept.add(target, offsets.get(target), offsets.get(target + 1));
                    } else {
                        found.add(target);
                    }
                    if (kept.count() == ring) {
                        refused = share(worker, phase, kept, ring / 2, refused);
                    }
                    if (found.count() == portion) {
                        wavefront.put(worker, phase, found, portion);
                    }
                }
            }
        }
        return refused;
    }

    /**
     * Offers a vertex a way.
     *
     * @param look whether to look first if it has a better one, as most have where vertices have many edges
     * @return whether the way is shorter and the vertex was not waiting
     */
    private boolean offer(int target, int source, int distance, int bound, boolean look) {
        if (look && distance(words.getOpaque(target)) <= distance) {
            return false;
        }
        long known = words.getAndMinRelaxed(target, word(distance, source, distance < bound ? WAITING : 0));
        return distance(known) > distance && (known & MARK) == 0;
    }

    @Override
    public void close() {
        queue.close();
        wavefront.close();
        barrier.close();
        words.close();
        states.close();
        refusedBefore.close();
        expansions.close();
        distances.close();
        predecessors.close();
    }
}
