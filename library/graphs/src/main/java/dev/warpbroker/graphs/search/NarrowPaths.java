package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.search.PathBuckets.Hand;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Delta-stepping by warps, in one launch, in graphs whose vertices all have few edges and whose paths have many:
 * networks of roads. What counts there is how long a worker takes from one vertex to the next, ten thousand times.
 *
 * <p>A worker that finds vertices of the bucket that is worked off goes on with them at once, oldest first, without
 * waiting for others. The edges of a vertex lie at a place that follows from its number, so they are on their way while
 * the vertex is offered its distance: from one vertex to the next a worker waits for memory once.
 */
final class NarrowPaths implements PathSearch {
    /*
     * Edges lie in fours, each with its target and its weight in a word. A vertex has one four, or two. Four lanes look
     * at the edges of a four.
     *
     * The marks of PathBuckets are for vertices that wait for anybody. A worker that will look at a vertex itself
     * offers its distance without a mark, and has taken it if that made the word smaller: if the distance before was
     * greater, or as great and marked, in which case it is passed over where it waits. What a worker leaves for the
     * next round it marks again, and stamps with that round, so that only one of several that leave the same vertex
     * puts it into the list.
     *
     * Weights are positive here, so that equal distances cannot lead around in a circle: see WarpPaths.
     */

    /** Edges that lie together. */
    private static final int FOUR = 4;

    /** Most edges of a vertex. */
    private static final int MAX_EDGES = 2 * FOUR;

    /** Most threads of a block. The fewer blocks, the shorter they wait for each other. */
    static final int MAX_IN_BLOCK = 1024;

    /** Fours that the lanes of a warp look at together. */
    private static final int AT_ONCE = 32 / FOUR;

    /** Most fours that a worker keeps. */
    private static final int RING = 128;

    /** A worker leaves what it has after so many steps. */
    private static final int MAX_STEPS = 64;

    private static final long NO_EDGE = -1;

    private final PathsMemory memory;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final Ints weights;
    private final PathBuckets buckets;
    private final int kept;

    /** Binary logarithm of the number of fours of a vertex. */
    private final int foursBits;

    private final Longs words;
    private final Longs edges;

    /** For which round a vertex was left the last time. */
    private final Ints stamps;

    NarrowPaths(DeviceWeightedGraph graph, PathsOptions options, Team team, PathsMemory memory) {
        this.memory = memory;
        var rows = graph.rows();
        vertices = rows.vertices();
        offsets = rows.offsets();
        targets = rows.targets();
        weights = graph.weights();
        buckets = new PathBuckets(graph, ShortestPaths.shift(graph, options), team, memory);
        kept = RING * PendingVertices.INTS * team.workersInBlock();
        foursBits = mostEdges(rows) > FOUR ? 1 : 0;
        words = memory.words();
        edges = team.device().longs((long) vertices * FOUR << foursBits);
        stamps = team.device().ints(vertices);
    }

    /** {@return whether this is for such a graph} */
    static boolean fit(DeviceWeightedGraph graph) {
        return graph.leastWeight() > 0 && mostEdges(graph.rows()) <= MAX_EDGES;
    }

    /** {@return the most edges that leave a vertex} */
    private static int mostEdges(DeviceGraph rows) {
        var device = rows.device();
        int vertices = rows.vertices();
        var offsets = rows.offsets();
        try (var most = device.ints(1)) {
            most.fill(0);
            device.run(Grid.threads(Math.min(vertices, device.properties().residentThreads())), lane -> {
                int mine = 0;
                for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
                    mine = Math.max(mine, offsets.get(vertex + 1) - offsets.get(vertex));
                }
                most.getAndMaxRelaxed(0, mine);
            });
            return most.copyOut()[0];
        }
    }

    @Override
    public void clear() {
        buckets.clear();
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var hand = buckets.hand(worker, new PendingVertices(worker, lane.block().sharedInts(kept), RING));
        begin(lane, source);
        lane.gridBarrier();
        buckets.first(hand);
        while (hand.size > 0) {
            buckets.forget(hand);
            lookAt(hand);
            buckets.next(hand);
            if (hand.size == 0) {
                buckets.nextBucket(hand);
            }
        }
        buckets.end(hand);
    }

    private void begin(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.begin(vertex, source);
            stamps.set(vertex, 0);
            int first = offsets.get(vertex);
            int end = offsets.get(vertex + 1);
            for (int number = 0; number < FOUR << foursBits; number++) {
                int edge = first + number;
                edges.set((vertex * FOUR << foursBits) + number, edge < end ? edge(edge) : NO_EDGE);
            }
        }
        if (lane.id() == 0) {
            buckets.begin(source, 1);
        }
    }

    private long edge(int edge) {
        return (long) targets.get(edge) << Integer.SIZE | weights.get(edge);
    }

    private static int target(long edge) {
        return (int) (edge >> Integer.SIZE);
    }

    /** Looks at the vertices of the list of a round, and at those of the same bucket that it finds. */
    private void lookAt(Hand hand) {
        var worker = hand.worker;
        int size = hand.size;
        int workers = worker.count();
        int batch = Math.clamp(size / workers, 1, AT_ONCE);
        int next = hand.number * batch;
        int steps = 0;
        while (next < size || hand.kept.count() > 0) {
            if (next < size && hand.kept.count() < AT_ONCE) {
                take(hand, next, Math.min(batch, size - next));
                next = (long) workers * batch < size ? workers * batch + buckets.claim(hand, batch) : size;
            } else if (next >= size && steps > MAX_STEPS) {
                leave(hand, hand.kept.count());
            } else {
                int count = Math.min(hand.kept.count(), AT_ONCE);
                hand.expanded += count;
                Search.stopIfCancelled(worker, hand.expanded, count);
                expand(hand, count);
                steps++;
            }
        }
    }

    /** Takes vertices of a list. */
    private void take(Hand hand, int from, int count) {
        int lane = hand.worker.warp().lane();
        boolean exists = lane < count;
        int vertex = exists ? buckets.vertex(hand, from + lane) : 0;
        long word = exists ? words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK) : 0;
        boolean two = exists && hasTwoFours(vertex);
        keep(hand, PathWord.isMarked(word), two, vertex, PathWord.distance(word), PathWord.predecessor(word));
    }

    private boolean hasTwoFours(int vertex) {
        return foursBits == 1 && edges.get((long) vertex * MAX_EDGES + FOUR) != NO_EDGE;
    }

    /** Keeps the fours of a vertex, with its distance and its predecessor. */
    private void keep(Hand hand, boolean present, boolean two, int vertex, int distance, int predecessor) {
        hand.kept.add(hand.worker, present, vertex << foursBits, distance, predecessor);
        hand.kept.add(hand.worker, present && two, vertex << foursBits | 1, distance, predecessor);
    }

    /** Leaves the vertices of the oldest fours for the next round. */
    private void leave(Hand hand, int count) {
        var warp = hand.worker.warp();
        for (int first = 0; first < count; first += warp.size()) {
            boolean present = first + warp.lane() < count;
            int vertex = present ? hand.kept.vertex(first + warp.lane()) >> foursBits : 0;
            boolean isFirst = false;
            if (present) {
                words.getAndBitwiseOrRelaxed(vertex, PathWord.MARK);
                isFirst = stamps.getAndSetRelaxed(vertex, hand.round + 1) != hand.round + 1;
            }
            buckets.add(hand, isFirst, vertex, hand.bucket);
        }
        hand.kept.remove(count);
        hand.worker.synchronize();
    }

    /** Looks at the edges of so many of the oldest fours. */
    private void expand(Hand hand, int count) {
        var worker = hand.worker;
        var warp = worker.warp();
        int number = warp.lane() / FOUR;
        boolean present = number < count;
        int four = present ? hand.kept.vertex(number) : 0;
        int distance = present ? hand.kept.edge(number) : 0;
        int predecessor = present ? hand.kept.end(number) : 0;
        hand.kept.remove(count);
        worker.synchronize();
        long edge = present ? edges.get((long) four * FOUR + warp.lane() % FOUR) : NO_EDGE;
        boolean exists = edge != NO_EDGE && target(edge) != predecessor;
        int way = distance + (int) edge;
        boolean fits = way >= 0 && way <= PathsResult.MAX_DISTANCE;
        if (exists && !fits) {
            memory.noteTooLong();
        }
        offer(hand, exists && fits, target(edge), way, four >> foursBits);
    }

    /** Offers vertices a way, those of the lanes that have one. All lanes make this call. */
    @SuppressWarnings("ShortCircuitBoolean") // no branches where lanes wait for what they have read
    private void offer(Hand hand, boolean exists, int target, int way, int source) {
        int bucket = buckets.bucket(way);
        boolean near = bucket == hand.bucket;
        boolean goesOn = false;
        boolean moves = false;
        boolean two = false;
        if (exists) {
            // All that is needed of the target is asked for at once, and nothing is looked at before, so that lanes
            // wait once. Its edges are near then, too.
            long place = (long) target * FOUR << foursBits;
            long first = edges.get(place);
            long second = edges.get(place + 1);
            long fifth = foursBits == 1 ? edges.get(place + FOUR) : NO_EDGE;
            long offered = PathWord.of(way, source) & (near ? ~PathWord.MARK : -1L);
            long before = words.getAndMinRelaxed(target, offered);
            boolean isEnd = second == NO_EDGE & target(first) == source;
            two = fifth != NO_EDGE;
            goesOn = near & !isEnd & PathWord.isBetter(offered, before);
            moves = !near && buckets.moves(hand, way, before);
        }
        keep(hand, goesOn, two, target, way, source);
        buckets.add(hand, moves, target, bucket);
        if (hand.kept.count() > RING - 2 * hand.worker.warp().size()) {
            leave(hand, RING / 2);
        }
    }

    @Override
    public void close() {
        buckets.close();
        edges.close();
        stamps.close();
    }
}
