package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
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
 * Delta-stepping by blocks, in one launch, in graphs whose vertices all have few edges and whose paths have many:
 * networks of roads. What counts there is how long it takes from one vertex to the next, ten thousand times.
 *
 * <p>So two edges are followed at once: each vertex has a packet of ways to those that are one or two edges away, as
 * the shortcuts of Meyer and Sanders. And the vertices that a block has found in the bucket that is worked off it looks
 * at together, level by level, without waiting for other blocks: no worker of it is idle while another has more than
 * one.
 */
final class NarrowPaths implements PathSearch {
    /*
     * A packet has an entry for each edge of its vertex, from the first place on, and from the last place on backwards
     * one for each edge of a target, as far as there is room for all of these. Then the target is covered: all its
     * edges are offered when the edge to it is, so nobody has to look at it. Edges that lead back are left out, since
     * weights are positive. An entry is a word: its target, whether that is covered, the place of the entry of its
     * predecessor, or its own, and the sum of weights. As many lanes look at a packet as it has entries.
     *
     * Why that is right: when a vertex has got a smaller distance, all its edges are offered with it, or it is looked
     * at, in this bucket or a later one. For if it is covered and its distance is in this bucket, the same step offers
     * its edges, with the same distance; if it is in a later bucket, nothing beyond it is offered, and it waits there.
     * Hence no way leads further than one edge beyond the bucket, as PathBuckets needs. What is offered is the length
     * of a path of the graph. Once it is that of a shortest path, the target's predecessor has the distance that the
     * path has there, since no part of a shortest path can be shortened; it got it in the same step, or had a smaller
     * one.
     *
     * What lies behind the predecessor of a vertex is not offered again: it has been, with a smaller distance.
     *
     * The marks of PathBuckets are for vertices that wait for anybody. A block that will look at a vertex itself
     * offers its distance without a mark, and has taken it if that made the word smaller: if the distance before was
     * greater, or as great and marked, in which case it is passed over where it waits. What a block leaves for the
     * next round it marks again, and stamps with that round, so that only one of several that leave the same vertex
     * puts it into the list.
     *
     * Weights are positive here, so that equal distances cannot lead around in a circle: see WarpPaths.
     */

    /** For {@link ShortestPaths#shift}. */
    static final int HOPS = 80;

    /** Entries of a packet, a line of memory. */
    private static final int ENTRIES = Longs.LINE;

    /** Packets that the lanes of a warp look at together. */
    private static final int AT_ONCE = 32 / ENTRIES;

    /** Most edges of a vertex. */
    private static final int MAX_EDGES = 8;

    /** A block leaves what it has after so many levels. */
    private static final int MAX_LEVELS = 64;

    private static final long NO_ENTRY = -1;
    private static final int COVERED = 1 << 31;
    private static final int VIA_SHIFT = 27;
    private static final int WEIGHT = (1 << VIA_SHIFT) - 1;

    /** Bytes of a block's memory for each of its threads, with those of PathBuckets. */
    private static final int BYTES = BlockFront.INTS * Integer.BYTES + ENTRIES * Long.BYTES + 16;

    /** Bytes of a block's memory for counters. */
    private static final int OTHER_BYTES = 1 << 10;

    private final PathsMemory memory;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final Ints weights;
    private final PathBuckets buckets;
    private final int blockSize;
    private final Longs words;
    private final Longs packets;

    /** For which round a vertex was left the last time. */
    private final Ints stamps;

    NarrowPaths(DeviceWeightedGraph graph, PathsOptions options, Team team, PathsMemory memory) {
        this.memory = memory;
        var rows = graph.rows();
        vertices = rows.vertices();
        offsets = rows.offsets();
        targets = rows.targets();
        weights = graph.weights();
        buckets = new PathBuckets(graph, ShortestPaths.shift(graph, options, HOPS), team, memory);
        blockSize = team.blockSize();
        words = memory.words();
        packets = team.device().longs((long) vertices * ENTRIES);
        stamps = team.device().ints(vertices);
    }

    /** {@return the bytes that it takes} */
    static long bytes(DeviceWeightedGraph graph, PathsOptions options) {
        return PathBuckets.bytes(graph, ShortestPaths.shift(graph, options, HOPS))
                + ((long) ENTRIES * Long.BYTES + Integer.BYTES) * graph.rows().vertices();
    }

    /** {@return whether this is for such a graph} */
    static boolean fit(DeviceWeightedGraph graph) {
        return graph.leastWeight() > 0 && graph.greatestWeight() <= WEIGHT / 2 && mostEdges(graph.rows()) <= MAX_EDGES;
    }

    /** {@return the most threads of a block} The fewer blocks, the shorter they wait for each other. */
    static int mostInBlock(Device device) {
        int most = (device.properties().blockSharedBytes() - OTHER_BYTES) / BYTES;
        return Math.clamp(most / 32, 1, 32) * 32;
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
        var hand = buckets.hand(worker);
        var front = new BlockFront(lane.block(), blockSize);
        begin(worker, source);
        lane.gridBarrier();
        buckets.first(hand);
        while (hand.size > 0) {
            buckets.forget(hand);
            lookAt(hand, front);
            buckets.next(hand);
            if (hand.size == 0) {
                buckets.nextBucket(hand);
            }
        }
        buckets.end(hand);
    }

    private void begin(WarpWorker worker, int source) {
        var lane = worker.lane();
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.begin(vertex, source);
            stamps.set(vertex, 0);
        }
        layOut(worker);
        if (lane.id() == 0) {
            buckets.begin(source, 1);
        }
    }

    /**
     * Makes the packets of all vertices. Each lane makes one in the memory of the block; then they go to that of the
     * device together, a line at a time.
     */
    private void layOut(WarpWorker worker) {
        var warp = worker.warp();
        var made = worker.lane().block().sharedLongs(blockSize * ENTRIES);
        int ofWorker = worker.numberInBlock() * warp.size();
        long stride = (long) worker.count() * warp.size();
        for (long first = (long) worker.number() * warp.size(); first < vertices; first += stride) {
            if (first + warp.lane() < vertices) {
                make(first + warp.lane(), made, ofWorker + warp.lane());
            }
            worker.synchronize();
            for (int number = warp.lane() / ENTRIES; number < warp.size(); number += AT_ONCE) {
                int entry = warp.lane() % ENTRIES;
                if (first + number < vertices) {
                    packets.set((first + number) * ENTRIES + entry, made.get(place(ofWorker + number, entry)));
                }
            }
            worker.synchronize();
        }
    }

    /** {@return where an entry of a packet is in the memory of a block} Lanes write to different banks. */
    private static int place(int packet, int entry) {
        return packet * ENTRIES + (entry + packet) % ENTRIES;
    }

    private void make(long vertex, Longs made, int packet) {
        int first = offsets.get(vertex);
        int count = offsets.get(vertex + 1) - first;
        int free = ENTRIES;
        for (int number = 0; number < count; number++) {
            int target = targets.get(first + number);
            int weight = weights.get(first + number);
            int edge = offsets.get(target);
            int end = offsets.get(target + 1);
            boolean isCovered = end - edge <= free - count;
            for (; isCovered && edge < end; edge++) {
                int other = targets.get(edge);
                int sum = weight + weights.get(edge);
                if (other != vertex && other != target) {
                    free--;
                    made.set(place(packet, free), entry(other, 0, number, sum));
                }
            }
            made.set(place(packet, number), entry(target, isCovered ? COVERED : 0, number, weight));
        }
        for (int number = count; number < free; number++) {
            made.set(place(packet, number), NO_ENTRY);
        }
    }

    private static long entry(int target, int covered, int via, int weight) {
        return (long) target << Integer.SIZE | Integer.toUnsignedLong(covered | via << VIA_SHIFT | weight);
    }

    private static int target(long entry) {
        return (int) (entry >> Integer.SIZE);
    }

    /** Looks at the vertices of the list of a round, and at those of the same bucket that it finds. */
    private void lookAt(Hand hand, BlockFront front) {
        var block = hand.worker.lane().block();
        for (long first = block.index(); first < hand.size; first += (long) block.count() * block.size()) {
            take(hand, front, first + (long) block.lane() * block.count());
            int count = front.nextLevel();
            for (int level = 0; count > 0; level++) {
                if (level < MAX_LEVELS) {
                    expand(hand, front, count);
                } else {
                    leave(hand, front, count);
                }
                count = front.nextLevel();
            }
        }
        handOn(hand, front);
    }

    /** Takes a vertex of a list, each lane another. */
    private void take(Hand hand, BlockFront front, long index) {
        boolean exists = index < hand.size;
        if (hand.worker.any(exists)) {
            int vertex = exists ? buckets.vertex(hand, (int) index) : 0;
            long one = packets.get((long) vertex * ENTRIES);
            long last = packets.get((long) vertex * ENTRIES + ENTRIES - 1);
            long word = exists ? words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK) : 0;
            front.put(
                    hand.worker,
                    PathWord.isMarked(word) && (one & last) != NO_ENTRY,
                    false,
                    vertex,
                    PathWord.distance(word),
                    PathWord.predecessor(word));
        }
    }

    /** Leaves the vertices of a level for the next round. */
    private void leave(Hand hand, BlockFront front, int count) {
        var block = hand.worker.lane().block();
        for (int index = block.lane(); index < count; index += block.size()) {
            leave(hand, front.vertex(index));
        }
    }

    private void leave(Hand hand, int vertex) {
        words.getAndBitwiseOrRelaxed(vertex, PathWord.MARK);
        if (stamps.getAndSetRelaxed(vertex, hand.round + 1) != hand.round + 1) {
            buckets.addAlone(hand, vertex, hand.bucket);
        }
    }

    /** Makes the later vertices that the block has found wait in their lists. */
    private void handOn(Hand hand, BlockFront front) {
        var worker = hand.worker;
        var warp = worker.warp();
        int count = front.foundLater();
        for (int first = worker.numberInBlock() * warp.size(); first < count; first += blockSize) {
            int index = first + warp.lane();
            boolean present = index < count;
            int vertex = present ? front.laterVertex(index) : 0;
            buckets.addNow(hand, present, vertex, present ? buckets.bucket(front.laterDistance(index)) : 0);
        }
    }

    /** Looks at the packets of the vertices of a level. */
    private void expand(Hand hand, BlockFront front, int count) {
        int first = hand.worker.numberInBlock() * AT_ONCE;
        for (; first < count; first += blockSize / ENTRIES) {
            hand.expanded += Math.min(AT_ONCE, count - first);
            step(hand, front, first, count);
        }
    }

    /** Looks at as many packets as the lanes of a warp can together. */
    @SuppressWarnings("ShortCircuitBoolean") // no branches where lanes wait for what they have read
    private void step(Hand hand, BlockFront front, int first, int count) {
        var worker = hand.worker;
        var warp = worker.warp();
        int lane = warp.lane();
        int firstLane = lane & -ENTRIES;
        int index = first + lane / ENTRIES;
        boolean present = index < count;
        int vertex = front.vertex(index);
        int distance = front.distance(index);
        int predecessor = front.predecessor(index);
        vertex = present ? vertex : 0;
        long entry = packets.get((long) vertex * ENTRIES + (lane - firstLane));
        int target = target(entry);
        int way = distance + ((int) entry & WEIGHT);
        int viaLane = firstLane + ((int) entry >>> VIA_SHIFT & ENTRIES - 1);
        int via = warp.shuffle(worker.mask(), target, viaLane);
        int viaWay = warp.shuffle(worker.mask(), way, viaLane);
        boolean isEdge = viaLane == lane;
        boolean near = buckets.bucket(way) == hand.bucket;
        boolean offers =
                present & entry != NO_ENTRY & via != predecessor & (isEdge | buckets.bucket(viaWay) == hand.bucket);
        boolean fits = way >= 0 & way <= PathsResult.MAX_DISTANCE;
        if (offers & !fits) {
            memory.noteTooLong();
        }
        int source = isEdge ? vertex : via;
        boolean goesOn = false;
        boolean moves = false;
        if (offers & fits) {
            boolean looksAt = near & (int) entry >= 0;
            long offered = PathWord.of(way, source) & (near ? ~PathWord.MARK : -1L);
            // The packet of a vertex that will be looked at is on its way while the vertex is offered its distance.
            long place = (long) (looksAt ? target : vertex) * ENTRIES;
            long one = packets.get(place);
            long two = packets.get(place + 1);
            long last = packets.get(place + ENTRIES - 1);
            long before = words.getAndMinRelaxed(target, offered);
            boolean better = PathWord.isBetter(offered, before);
            boolean isEnd = two == NO_ENTRY & target(one) == source;
            goesOn = looksAt & better & !isEnd & (one & last) != NO_ENTRY;
            moves = !near & better && buckets.moves(hand, way, before);
        }
        if (front.put(worker, goesOn, moves, target, way, source)) {
            if (goesOn) {
                leave(hand, target);
            } else {
                buckets.addAlone(hand, target, buckets.bucket(way));
            }
        }
    }

    @Override
    public void close() {
        buckets.close();
        packets.close();
        stamps.close();
    }
}
