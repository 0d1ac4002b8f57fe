package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.search.PathBuckets.Hand;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Delta-stepping by warps, in one launch.
 *
 * <p>A bucket is worked off in rounds. In a round workers share its list; where that is short, a worker goes on with
 * the vertices of the bucket that it finds, oldest first, without waiting for others. What a worker has too much of is
 * left for the next round, in which all share it again, and so are vertices with very many edges, which are cut into
 * parts for all.
 */
final class WarpPaths implements PathSearch {
    /*
     * Offers are made by a minimum; equal distances may change the predecessor, for one that is nearer by the weight of
     * an edge. If that can be 0, a vertex could become the predecessor of its own predecessor. So with such edges an
     * offer is a compare-and-exchange, which changes nothing but to a smaller distance: then along predecessors the
     * last changes come ever earlier, and they can form no cycle.
     *
     * Edges of a vertex with many are looked at by several workers. Its mark is cleared and the parts are made before a
     * barrier, and the parts are looked at after it: otherwise an offer between two parts would find the mark, and the
     * first part would not see it.
     */

    /** For {@link ShortestPaths#shift}. */
    static final int HOPS = 40;

    /** Most vertices that a worker keeps. */
    private static final int RING = 128;

    /** A worker that goes on alone leaves what it has after so many steps. */
    private static final int MAX_STEPS = 64;

    /** Lists with more vertices for each worker keep all of them busy: what they find waits for the next round. */
    private static final int ENOUGH = 4;

    /** Vertices with more edges are cut into parts with as many. */
    private static final int PART = 512;

    private static final int HEAVY = 0;
    private static final int PARTS = ROUNDS * APART;
    private static final int KINDS = 2;

    private final PathsMemory memory;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final Ints weights;
    private final boolean zeroWeights;
    private final PathBuckets buckets;
    private final int keptInts;
    private final int heavyCapacity;
    private final Ints counters;
    private final Longs words;

    /** Vertices with many edges, in even rounds and in odd ones. */
    private final Ints heavy;

    /** Vertex, first edge, and distance. */
    private final Ints parts;

    WarpPaths(DeviceWeightedGraph graph, PathsOptions options, Team team, PathsMemory memory) {
        this.memory = memory;
        var rows = graph.rows();
        var device = rows.device();
        vertices = rows.vertices();
        offsets = rows.offsets();
        targets = rows.targets();
        weights = graph.weights();
        zeroWeights = graph.leastWeight() == 0;
        buckets = new PathBuckets(graph, ShortestPaths.shift(graph, options, HOPS), team, memory);
        keptInts = RING * PendingVertices.INTS * team.workersInBlock();
        heavyCapacity = rows.edges() / PART + 1;
        counters = device.ints(KINDS * ROUNDS * APART);
        words = memory.words();
        heavy = device.ints(2L * heavyCapacity);
        parts = device.ints(3L * 2 * heavyCapacity);
    }

    /** {@return the bytes that it takes} */
    static long bytes(DeviceWeightedGraph graph, PathsOptions options) {
        return PathBuckets.bytes(graph, ShortestPaths.shift(graph, options, HOPS))
                + (2L + 3 * 2) * Integer.BYTES * (graph.rows().edges() / PART + 1);
    }

    @Override
    public void clear() {
        buckets.clear();
        counters.fill(0);
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var hand = buckets.hand(worker);
        var kept = new PendingVertices(worker, lane.block().sharedInts(keptInts), RING);
        clear(lane, source);
        lane.gridBarrier();
        buckets.first(hand);
        int heavies = counters.getOpaque(HEAVY);
        while (hand.size + heavies > 0) {
            buckets.forget(hand);
            forget(hand);
            if (heavies > 0) {
                cut(hand, heavies);
                lane.gridBarrier();
                lookAtParts(hand, kept);
            }
            lookAt(hand, kept);
            buckets.next(hand);
            heavies = counters.getOpaque(counter(HEAVY, hand.round));
            if (hand.size + heavies == 0) {
                buckets.nextBucket(hand);
            }
        }
        buckets.end(hand);
    }

    private void clear(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.begin(vertex, source);
        }
        if (lane.id() == 0) {
            boolean many = offsets.get(source + 1) - offsets.get(source) > PART;
            heavy.set(0, source);
            counters.setOpaque(HEAVY, many ? 1 : 0);
            buckets.begin(source, many ? 0 : 1);
        }
    }

    /** Sets the counters of the round after the next one to 0. */
    private void forget(Hand hand) {
        if (hand.worker.lane().id() == 0) {
            counters.setOpaque(counter(HEAVY, hand.round + 2), 0);
            counters.setOpaque(counter(PARTS, hand.round + 2), 0);
        }
    }

    /** Looks at the vertices of the list of a round. */
    private void lookAt(Hand hand, PendingVertices kept) {
        var worker = hand.worker;
        int size = hand.size;
        int workers = worker.count();
        int lanes = worker.warp().size();
        int batch = Math.clamp(size / workers, 1, lanes);
        boolean many = size / ENOUGH >= workers;
        int next = hand.number * batch;
        int steps = 0;
        while (next < size || kept.count() > 0) {
            if (next < size && kept.count() < lanes) {
                int count = Math.min(batch, size - next);
                keep(hand, kept, next, count);
                next = (long) workers * batch < size ? workers * batch + buckets.claim(hand, batch) : size;
            } else if (next >= size && steps > MAX_STEPS) {
                leave(hand, kept, kept.count());
            } else {
                int count = Math.min(kept.count(), lanes);
                hand.expanded += count;
                Search.stopIfCancelled(worker, hand.expanded, count);
                expand(hand, kept, many);
                steps++;
            }
        }
    }

    /** Keeps vertices of a list; those with many edges are cut in the next round. */
    private void keep(Hand hand, PendingVertices kept, int from, int count) {
        int lane = hand.worker.warp().lane();
        boolean taken = lane < count;
        int vertex = taken ? buckets.vertex(hand, from + lane) : 0;
        long word = taken ? words.getOpaque(vertex) : 0;
        int edge = taken ? offsets.get(vertex) : 0;
        int end = taken ? offsets.get(vertex + 1) : 0;
        boolean present = PathWord.isMarked(word);
        boolean many = end - edge > PART;
        kept.add(hand.worker, present && !many, vertex, edge, end);
        addHeavy(hand, present && many, vertex);
    }

    /** Those with many edges are few. */
    private void addHeavy(Hand hand, boolean present, int vertex) {
        if (present) {
            int at = counters.getAndAddRelaxed(counter(HEAVY, hand.round + 1), 1);
            heavy.set((hand.round + 1L & 1) * heavyCapacity + at, vertex);
        }
    }

    /** Leaves the oldest vertices for the next round. */
    private void leave(Hand hand, PendingVertices kept, int count) {
        var warp = hand.worker.warp();
        for (int first = 0; first < count; first += warp.size()) {
            boolean present = first + warp.lane() < count;
            buckets.add(hand, present, present ? kept.vertex(first + warp.lane()) : 0, hand.bucket);
        }
        kept.remove(count);
        hand.worker.synchronize();
    }

    /** The lanes of a warp take one vertex each and share their edges. */
    private void expand(Hand hand, PendingVertices kept, boolean many) {
        var worker = hand.worker;
        var warp = worker.warp();
        int count = Math.min(kept.count(), warp.size());
        int vertex = 0;
        int begin = 0;
        int end = 0;
        int distance = 0;
        if (warp.lane() < count) {
            vertex = kept.vertex(warp.lane());
            begin = kept.edge(warp.lane());
            end = kept.end(warp.lane());
            long word = words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK);
            distance = PathWord.distance(word);
            end = PathWord.isMarked(word) ? end : begin;
        }
        kept.remove(count);
        worker.synchronize();
        var fan = WarpEdges.of(worker, begin, end);
        for (int first = 0; first < fan.total(); first += 2 * warp.size()) {
            offer(
                    hand,
                    kept,
                    way(worker, fan, first + warp.lane(), vertex, distance),
                    way(worker, fan, first + warp.size() + warp.lane(), vertex, distance),
                    many);
        }
    }

    /** {@return the way over an edge of a vertex of some lane} */
    private Way way(WarpWorker worker, WarpEdges fan, int number, int vertex, int distance) {
        var warp = worker.warp();
        int owner = fan.owner(worker, number);
        int edge = number + warp.shuffle(worker.mask(), fan.shift(), owner);
        int source = warp.shuffle(worker.mask(), vertex, owner);
        return way(number < fan.total(), edge, source, warp.shuffle(worker.mask(), distance, owner));
    }

    /** Cuts vertices with many edges. */
    private void cut(Hand hand, int size) {
        var worker = hand.worker;
        var warp = worker.warp();
        long from = (long) (hand.round & 1) * heavyCapacity;
        for (int i = hand.number; i < size; i += worker.count()) {
            int vertex = heavy.get(from + i);
            int begin = offsets.get(vertex);
            int count = Math.ceilDiv(offsets.get(vertex + 1) - begin, PART);
            long word = 0;
            int at = 0;
            if (worker.isFirst()) {
                word = words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK);
                at = counters.getAndAddRelaxed(counter(PARTS, hand.round), count);
            }
            int distance = PathWord.distance(worker.fromFirst(word));
            at = worker.fromFirst(at);
            for (int part = warp.lane(); part < count; part += warp.size()) {
                parts.set(3L * (at + part), vertex);
                parts.set(3L * (at + part) + 1, begin + part * PART);
                parts.set(3L * (at + part) + 2, distance);
            }
            hand.expanded++;
        }
    }

    private void lookAtParts(Hand hand, PendingVertices kept) {
        var worker = hand.worker;
        var warp = worker.warp();
        int size = counters.getOpaque(counter(PARTS, hand.round));
        // From the other end, for workers that have got no vertices of a list.
        for (int i = worker.count() - 1 - hand.number; i < size; i += worker.count()) {
            int vertex = parts.get(3L * i);
            int begin = parts.get(3L * i + 1);
            int distance = parts.get(3L * i + 2);
            int end = Math.min(begin + PART, offsets.get(vertex + 1));
            for (int first = begin; first < end; first += 2 * warp.size()) {
                int one = first + warp.lane();
                int other = one + warp.size();
                offer(
                        hand,
                        kept,
                        way(one < end, one, vertex, distance),
                        way(other < end, other, vertex, distance),
                        true);
            }
            worker.stopIfCancelled(Search.WORK);
        }
    }

    /** A way that is to be offered to a vertex, if there is one. */
    private record Way(boolean exists, int target, int distance, int source) {}

    private Way way(boolean exists, int edge, int source, int sourceDistance) {
        int target = 0;
        int weight = 0;
        if (exists) {
            target = targets.get(edge);
            weight = weights.get(edge);
        }
        return new Way(exists, target, sourceDistance + weight, source);
    }

    /** Offers two ways, so that the lanes of a worker wait once for both at every step. All lanes make this call. */
    private void offer(Hand hand, PendingVertices kept, Way one, Way other, boolean many) {
        boolean look = many || zeroWeights;
        long oneKnown = look ? look(one) : PathWord.UNKNOWN;
        long otherKnown = look ? look(other) : PathWord.UNKNOWN;
        boolean oneIs = isShorter(one, oneKnown);
        boolean otherIs = isShorter(other, otherKnown);
        int oneBegin = oneIs ? offsets.get(one.target) : 0;
        int oneEnd = oneIs ? offsets.get(one.target + 1) : 0;
        int otherBegin = otherIs ? offsets.get(other.target) : 0;
        int otherEnd = otherIs ? offsets.get(other.target + 1) : 0;
        long oneBefore = oneIs ? offered(one, oneKnown) : 0;
        long otherBefore = otherIs ? offered(other, otherKnown) : 0;
        place(hand, kept, oneIs && buckets.moves(hand, one.distance, oneBefore), one, oneBegin, oneEnd, many);
        place(
                hand,
                kept,
                otherIs && buckets.moves(hand, other.distance, otherBefore),
                other,
                otherBegin,
                otherEnd,
                many);
    }

    private long look(Way way) {
        return way.exists ? words.getOpaque(way.target) : 0;
    }

    private boolean isShorter(Way way, long known) {
        boolean is = way.distance >= 0 && way.distance <= PathsResult.MAX_DISTANCE;
        if (way.exists && !is) {
            memory.noteTooLong();
        }
        return way.exists && is && PathWord.distance(known) > way.distance;
    }

    /** Offers a vertex a way. {@return the word before} */
    private long offered(Way way, long seen) {
        long offered = PathWord.of(way.distance, way.source);
        if (!zeroWeights) {
            return words.getAndMinRelaxed(way.target, offered);
        }
        long known = seen;
        boolean made = false;
        while (PathWord.distance(known) > way.distance && !made) {
            long found = words.compareAndExchangeRelaxed(way.target, known, offered);
            made = found == known;
            known = found;
        }
        return known;
    }

    /** Puts vertices where they have to wait, by all lanes of a warp, each with one if it {@code moves}. */
    private void place(Hand hand, PendingVertices kept, boolean moves, Way way, int begin, int end, boolean many) {
        int bucket = buckets.bucket(way.distance);
        boolean near = bucket == hand.bucket;
        boolean light = end - begin <= PART;
        boolean goesOn = near && light && !many;
        kept.add(hand.worker, moves && goesOn, way.target, begin, end);
        addHeavy(hand, moves && near && !light, way.target);
        buckets.add(hand, moves && !goesOn && (light || !near), way.target, bucket);
        if (kept.count() > RING - hand.worker.warp().size()) {
            leave(hand, kept, RING / 2);
        }
    }

    @Override
    public void close() {
        buckets.close();
        counters.close();
        heavy.close();
        parts.close();
    }
}
