package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Delta-stepping by warps, in one launch.
 *
 * <p>Buckets are lists, as in K. Wang, D. Fussell, C. Lin, <i>A Fast Work-Efficient SSSP Algorithm for GPUs</i> (ADDS),
 * 2021. A bucket is worked off in rounds. In a round workers share its list; where that is short, a worker goes on with
 * the vertices of the bucket that it finds, oldest first, without waiting for others: a road network has thousands of
 * steps, and few vertices in each. What a worker has too much of is left for the next round, in which all share it
 * again, and so are vertices with very many edges, which are cut into parts for all. What belongs into a bucket beyond
 * those that have a list goes to the far pile (A. Davidson, S. Baxter, M. Garland, J. Owens, <i>Work-Efficient Parallel
 * GPU Methods for Single-Source Shortest Paths</i>, 2014), which is looked through when the lists are empty.
 */
final class WarpPaths implements PathSearch {
    /*
     * A vertex that has got a distance and whose edges nobody has looked at since is marked, and waits in one place
     * that its distance says: near if that is in the bucket being worked off, else in the list of its bucket, else in
     * the far pile. A worker that makes a vertex nearer puts it there, unless it was marked and had that place before:
     * so no list has a vertex twice, and the length of each is the number of vertices. In places that the vertex had
     * before it is passed over, because it is not marked any more when these are reached: its bucket has been worked
     * off by then. Who takes a vertex clears the mark and reads the distance at once; an offer that comes later finds
     * no mark. All this is in one word, so relaxed operations suffice. Barriers order the lists.
     *
     * Offers are made by a minimum; equal distances may change the predecessor, for one that is nearer by the weight of
     * an edge. If that can be 0, a vertex could become the predecessor of its own predecessor. So with such edges an
     * offer is a compare-and-exchange, which changes nothing but to a smaller distance: then along predecessors the
     * last changes come ever earlier, and they can form no cycle.
     *
     * Edges of a vertex with many are looked at by several workers. Its mark is cleared and the parts are made before a
     * barrier, and the parts are looked at after it: otherwise an offer between two parts would find the mark, and the
     * first part would not see it.
     *
     * Counters of a round are number round % 3 of their kind. In round k those of k + 1 grow, while those of k + 2 are
     * set to 0. The counter of a list is set to 0 when its bucket has been worked off, before the far pile can fill it
     * again and at a time when nobody can reach beyond it by as much as there are lists. Every distance that sends a
     * vertex to the far pile, or finds it there, is counted in the nearest of that pile: the lists begin with it.
     * Decisions are made of counters that do not change any more, so all lanes make the same.
     */

    /** For {@link ShortestPaths#delta}. */
    static final int HOPS = 40;

    /** Most vertices that a worker keeps. */
    private static final int RING = 128;

    /** A worker that goes on alone leaves what it has after so many steps. */
    private static final int MAX_STEPS = 64;

    /** Lists with more vertices for each worker keep all of them busy: what they find waits for the next round. */
    private static final int ENOUGH = 4;

    /** Vertices with more edges are cut into parts with as many. */
    private static final int PART = 512;

    /** Vertices that a worker hands on at once. */
    private static final int PORTION = 32;

    /** Elements of all lists of buckets together, unless the fewest lists have more. */
    private static final long LIST_ELEMENTS = 1L << 28;

    private static final int FEWEST_LISTS = 4;
    private static final int MOST_LISTS = 32;

    private static final int NEAR = 0;
    private static final int HEAVY = ROUNDS * APART;
    private static final int PARTS = 2 * ROUNDS * APART;
    private static final int CLAIMS = 3 * ROUNDS * APART;
    private static final int KINDS = 4;
    private static final int FAR = KINDS * ROUNDS * APART;
    private static final int FAR_NEAREST = FAR + 2 * APART;

    /** The counters of lists come last. */
    private static final int LISTS = FAR_NEAREST + 2 * APART;

    /** Where a vertex is handed to, if not to the list of that number. */
    private static final int TO_NEAR = MOST_LISTS;

    private static final int TO_HEAVY = MOST_LISTS + 1;
    private static final int TO_FAR = MOST_LISTS + 2;

    private static final int NONE = -1;

    private final PathsMemory memory;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final Ints weights;
    private final boolean zeroWeights;
    private final int shift;

    /** Number of lists. */
    private final int lists;

    /** Whether no vertex is ever offered a bucket beyond the lists. */
    private final boolean noFar;

    private final int kept;
    private final int found;
    private final int heavyCapacity;
    private final Ints counters;
    private final Longs words;

    /** Two for near vertices by turns, two for far ones, then those of buckets, as many elements each as vertices. */
    private final Ints waiting;

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
        shift = ShortestPaths.shift(graph, options);
        // From a bucket that follows the greatest step from another.
        long span = ((1L << shift) - 1 + graph.greatestWeight()) >> shift;
        int room = Math.clamp(LIST_ELEMENTS / vertices, FEWEST_LISTS, MOST_LISTS);
        noFar = 2 * span + 2 <= room;
        lists = noFar ? (int) (2 * span + 2) : room;
        kept = RING * PendingVertices.INTS * team.workersInBlock();
        found = 2 * PORTION * team.workersInBlock();
        heavyCapacity = rows.edges() / PART + 1;
        counters = device.ints(LISTS + (long) lists * APART);
        words = memory.words();
        waiting = device.ints((long) vertices * (2 + 2 + lists));
        heavy = device.ints(2L * heavyCapacity);
        parts = device.ints(3L * 2 * heavyCapacity);
    }

    @Override
    public void clear() {
        counters.fill(0);
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    /** What a worker has at hand in a round. */
    private static final class Hand {
        final WarpWorker worker;
        final PendingVertices kept;
        final Outbox found;
        final Outbox destinations;

        /** Of this worker, if those that follow each other are in different blocks. */
        final int number;

        int round;
        int bucket;

        /** Vertices of this bucket and of later ones are far. */
        int farBucket;

        /** Which of the two far piles grows. */
        int far;

        /** Vertices of the next bucket. */
        int nextSize;

        int expanded;

        Hand(WarpWorker worker, PendingVertices kept, Outbox found, Outbox destinations) {
            this.worker = worker;
            this.kept = kept;
            this.found = found;
            this.destinations = destinations;
            var block = worker.lane().block();
            number = worker.numberInBlock() * block.count() + block.index();
        }
    }

    private int listCounter(int bucket) {
        return LISTS + bucket % lists * APART;
    }

    private long nearList(int round) {
        return (long) (round & 1) * vertices;
    }

    private long farList(int side) {
        return (2L + side) * vertices;
    }

    private long list(int number) {
        return (4L + number) * vertices;
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var block = lane.block();
        var hand = new Hand(
                worker,
                new PendingVertices(worker, block.sharedInts(kept), RING),
                new Outbox(worker, block.sharedInts(found), 2 * PORTION),
                new Outbox(worker, block.sharedInts(found), 2 * PORTION));
        hand.farBucket = noFar ? Integer.MAX_VALUE : lists;
        clear(lane, source);
        lane.gridBarrier();
        long from = nearList(0);
        int size = counters.getOpaque(NEAR);
        int heavies = counters.getOpaque(HEAVY);
        while (size + heavies > 0) {
            forget(lane, hand.round + 2);
            if (heavies > 0) {
                cut(hand, heavies);
                lane.gridBarrier();
                lookAtParts(hand);
            }
            if (size > 0) {
                lookAt(hand, from, size);
            }
            handOn(hand, hand.found.count());
            lane.gridBarrier();
            hand.round++;
            from = nearList(hand.round);
            size = counters.getOpaque(counter(NEAR, hand.round));
            heavies = counters.getOpaque(counter(HEAVY, hand.round));
            // Looked at now, so that lanes wait once for all three.
            int ahead = listSize(hand, hand.bucket + 1);
            if (size + heavies == 0) {
                int next = nextBucket(hand, ahead);
                if (next != NONE) {
                    hand.bucket = next;
                    from = list(next % lists);
                    size = hand.nextSize;
                }
            }
        }
        unpack(lane);
        if (worker.isFirst()) {
            memory.addExpansions(hand.expanded);
        }
        if (lane.id() == 0) {
            memory.noteRounds(hand.round);
        }
    }

    private void clear(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.begin(vertex, source);
        }
        if (lane.id() == 0) {
            boolean many = offsets.get(source + 1) - offsets.get(source) > PART;
            waiting.set(nearList(0), source);
            heavy.set(0, source);
            counters.setOpaque(NEAR, many ? 0 : 1);
            counters.setOpaque(HEAVY, many ? 1 : 0);
            counters.setOpaque(FAR_NEAREST, Integer.MAX_VALUE);
        }
    }

    private void unpack(Lane lane) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.end(vertex, words.getOpaque(vertex));
        }
    }

    private void forget(Lane lane, int round) {
        if (lane.id() == 0) {
            for (int kind = 0; kind < KINDS; kind++) {
                counters.setOpaque(counter(kind * ROUNDS * APART, round), 0);
            }
        }
    }

    /**
     * {@return the next bucket with vertices, if necessary from the far pile} All lanes of the launch make this call.
     */
    private int nextBucket(Hand hand, int ahead) {
        var lane = hand.worker.lane();
        int next = firstFull(hand, hand.bucket + 1, ahead);
        if (lane.id() == 0) {
            counters.setOpaque(listCounter(hand.bucket), 0);
        }
        while (next == NONE && counters.getOpaque(FAR + hand.far * APART) > 0) {
            int size = counters.getOpaque(FAR + hand.far * APART);
            int nearest = counters.getOpaque(FAR_NEAREST + hand.far * APART) >>> shift;
            int passed = hand.farBucket;
            if (lane.id() == 0) {
                counters.setOpaque(FAR + (hand.far ^ 1) * APART, 0);
                counters.setOpaque(FAR_NEAREST + (hand.far ^ 1) * APART, Integer.MAX_VALUE);
            }
            lane.gridBarrier();
            long from = farList(hand.far);
            hand.far ^= 1;
            int begin = Math.min(Math.max(passed, nearest), Integer.MAX_VALUE - lists);
            hand.farBucket = begin + lists;
            sort(hand, from, size, passed);
            handOn(hand, hand.found.count());
            lane.gridBarrier();
            next = firstFull(hand, begin, listSize(hand, begin));
        }
        return next;
    }

    /** {@return the size of the list of a bucket, for each lane that of another} A warp has a lane for each list. */
    private int listSize(Hand hand, int from) {
        int bucket = from + hand.worker.warp().lane();
        // If no bucket is far, the last of the lists is still that of the bucket before.
        boolean exists = noFar ? bucket - from < lists - 1 : bucket >= from && bucket < hand.farBucket;
        return exists ? counters.getOpaque(listCounter(bucket)) : 0;
    }

    private int firstFull(Hand hand, int from, int listSize) {
        int full = hand.worker.ballot(listSize > 0);
        int first = Integer.numberOfTrailingZeros(full | Integer.MIN_VALUE);
        hand.nextSize = hand.worker.warp().shuffle(hand.worker.mask(), listSize, first);
        return full == 0 ? NONE : from + first;
    }

    /** Puts vertices of the far pile where they belong now, unless their buckets have been worked off. */
    private void sort(Hand hand, long from, int size, int passed) {
        var worker = hand.worker;
        var warp = worker.warp();
        int stride = worker.count() * warp.size();
        for (int first = hand.number * warp.size(); first < size; first += stride) {
            boolean present = first + warp.lane() < size;
            int vertex = present ? waiting.get(from + first + warp.lane()) : 0;
            int distance = present ? PathWord.distance(words.getOpaque(vertex)) : 0;
            int bucket = distance >>> shift;
            boolean far = bucket >= hand.farBucket;
            if (far) {
                lookAtLater(hand, distance);
            }
            add(hand, present && bucket >= passed, vertex, far ? TO_FAR : bucket % lists);
        }
    }

    /** The far pile has a vertex with this distance. */
    private void lookAtLater(Hand hand, int distance) {
        int nearest = FAR_NEAREST + hand.far * APART;
        if (distance < counters.getOpaque(nearest)) {
            counters.getAndMinRelaxed(nearest, distance);
        }
    }

    /** Looks at the vertices of a list. */
    private void lookAt(Hand hand, long from, int size) {
        var worker = hand.worker;
        int workers = worker.count();
        int lanes = worker.warp().size();
        int batch = Math.clamp(size / workers, 1, lanes);
        boolean many = size / ENOUGH >= workers;
        int next = hand.number * batch;
        int steps = 0;
        while (next < size || hand.kept.count() > 0) {
            if (next < size && hand.kept.count() < lanes) {
                int count = Math.min(batch, size - next);
                keep(hand, from + next, count);
                if ((long) workers * batch < size) {
                    int claimed = worker.isFirst() ? counters.getAndAddRelaxed(counter(CLAIMS, hand.round), batch) : 0;
                    next = workers * batch + worker.fromFirst(claimed);
                } else {
                    next = size;
                }
            } else if (next >= size && steps > MAX_STEPS) {
                leave(hand, hand.kept.count());
            } else {
                int count = Math.min(hand.kept.count(), lanes);
                hand.expanded += count;
                Search.stopIfCancelled(worker, hand.expanded, count);
                expand(hand, many);
                steps++;
            }
        }
    }

    /** Keeps vertices of a list; those with many edges are cut in the next round. */
    private void keep(Hand hand, long from, int count) {
        int lane = hand.worker.warp().lane();
        boolean taken = lane < count;
        int vertex = taken ? waiting.get(from + lane) : 0;
        long word = taken ? words.getOpaque(vertex) : 0;
        int edge = taken ? offsets.get(vertex) : 0;
        int end = taken ? offsets.get(vertex + 1) : 0;
        boolean present = PathWord.isMarked(word);
        boolean many = end - edge > PART;
        hand.kept.add(hand.worker, present && !many, vertex, edge, end);
        add(hand, present && many, vertex, TO_HEAVY);
    }

    /** Leaves the oldest vertices for the next round. */
    private void leave(Hand hand, int count) {
        var warp = hand.worker.warp();
        for (int first = 0; first < count; first += warp.size()) {
            boolean present = first + warp.lane() < count;
            add(hand, present, present ? hand.kept.vertex(first + warp.lane()) : 0, TO_NEAR);
        }
        hand.kept.remove(count);
        hand.worker.synchronize();
    }

    /** The lanes of a warp take one vertex each and share their edges. */
    private void expand(Hand hand, boolean many) {
        var worker = hand.worker;
        var warp = worker.warp();
        int count = Math.min(hand.kept.count(), warp.size());
        int vertex = 0;
        int begin = 0;
        int end = 0;
        int distance = 0;
        if (warp.lane() < count) {
            vertex = hand.kept.vertex(warp.lane());
            begin = hand.kept.edge(warp.lane());
            end = hand.kept.end(warp.lane());
            long word = words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK);
            distance = PathWord.distance(word);
            end = PathWord.isMarked(word) ? end : begin;
        }
        hand.kept.remove(count);
        worker.synchronize();
        var fan = WarpEdges.of(worker, begin, end);
        for (int first = 0; first < fan.total(); first += 2 * warp.size()) {
            offer(
                    hand,
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

    private void lookAtParts(Hand hand) {
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
                offer(hand, way(one < end, one, vertex, distance), way(other < end, other, vertex, distance), true);
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
    private void offer(Hand hand, Way one, Way other, boolean many) {
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
        place(hand, oneIs && moves(hand, one, oneBefore), one, oneBegin, oneEnd, many);
        place(hand, otherIs && moves(hand, other, otherBefore), other, otherBegin, otherEnd, many);
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

    /** {@return whether a vertex that was offered a way has to wait somewhere else than it does, if it does} */
    private boolean moves(Hand hand, Way way, long before) {
        int bucket = way.distance >>> shift;
        int distance = PathWord.distance(before);
        boolean nearer = distance > way.distance;
        boolean far = bucket >= hand.farBucket;
        if (nearer && far) {
            lookAtLater(hand, way.distance);
        }
        boolean isThere = PathWord.isMarked(before) && (distance >>> shift == bucket || far);
        return nearer && !isThere;
    }

    /** Puts vertices where they have to wait, by all lanes of a warp, each with one if it {@code moves}. */
    private void place(Hand hand, boolean moves, Way way, int begin, int end, boolean many) {
        int bucket = way.distance >>> shift;
        boolean near = bucket == hand.bucket;
        boolean light = end - begin <= PART;
        boolean goesOn = near && light && !many;
        hand.kept.add(hand.worker, moves && goesOn, way.target, begin, end);
        int destination = near ? light ? TO_NEAR : TO_HEAVY : bucket < hand.farBucket ? bucket % lists : TO_FAR;
        add(hand, moves && !goesOn, way.target, destination);
        if (hand.kept.count() > RING - hand.worker.warp().size()) {
            leave(hand, RING / 2);
        }
    }

    /** Hands on the vertices of those lanes of a warp that have one. All lanes of the worker make this call. */
    private void add(Hand hand, boolean present, int vertex, int destination) {
        hand.found.add(hand.worker, present, vertex);
        hand.destinations.add(hand.worker, present, destination);
        if (hand.found.count() >= PORTION) {
            handOn(hand, PORTION);
        }
    }

    private void handOn(Hand hand, int count) {
        var worker = hand.worker;
        var warp = worker.warp();
        for (int first = 0; first < count; first += warp.size()) {
            boolean present = first + warp.lane() < count;
            int vertex = present ? hand.found.get(first + warp.lane()) : 0;
            int destination = present ? hand.destinations.get(first + warp.lane()) : NONE;
            int left = worker.ballot(present);
            while (left != 0) {
                int leader = Integer.numberOfTrailingZeros(left);
                int common = warp.shuffle(worker.mask(), destination, leader);
                int same = worker.ballot(destination == common);
                int at = 0;
                if (warp.lane() == leader) {
                    at = counters.getAndAddRelaxed(counterOf(common, hand), Integer.bitCount(same));
                }
                at = warp.shuffle(worker.mask(), at, leader);
                if (destination == common) {
                    put(hand, common, at + warp.rank(same), vertex);
                }
                left &= ~same;
            }
        }
        hand.found.remove(count);
        hand.destinations.remove(count);
        worker.synchronize();
    }

    private int counterOf(int destination, Hand hand) {
        return switch (destination) {
            case TO_NEAR -> counter(NEAR, hand.round + 1);
            case TO_HEAVY -> counter(HEAVY, hand.round + 1);
            case TO_FAR -> FAR + hand.far * APART;
            default -> LISTS + destination * APART;
        };
    }

    private void put(Hand hand, int destination, int at, int vertex) {
        if (destination == TO_HEAVY) {
            heavy.set((hand.round + 1L & 1) * heavyCapacity + at, vertex);
        } else if (destination == TO_FAR) {
            waiting.set(farList(hand.far) + at, vertex);
        } else {
            waiting.set((destination == TO_NEAR ? nearList(hand.round + 1) : list(destination)) + at, vertex);
        }
    }

    @Override
    public void close() {
        counters.close();
        waiting.close();
        heavy.close();
        parts.close();
    }
}
