package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Where vertices wait in delta-stepping by warps: the bucket that is worked off in rounds, which are lists of near
 * vertices, and the lists of later buckets, as in K. Wang, D. Fussell, C. Lin, <i>A Fast Work-Efficient SSSP Algorithm
 * for GPUs</i> (ADDS), 2021. What belongs into a bucket beyond those that have a list goes to the far pile (A.
 * Davidson, S. Baxter, M. Garland, J. Owens, <i>Work-Efficient Parallel GPU Methods for Single-Source Shortest
 * Paths</i>, 2014), which is looked through when the lists are empty. Kernel Java.
 */
final class PathBuckets implements AutoCloseable {
    /*
     * A vertex that has got a distance and whose edges nobody has looked at since is marked, and waits in one place
     * that its distance says: near if that is in the bucket being worked off, else in the list of its bucket, else in
     * the far pile. A worker that makes a vertex nearer puts it there, unless it was marked and had that place before:
     * so no list has a vertex twice, and the length of each is the number of vertices. In places that the vertex had
     * before it is passed over, because it is not marked any more when these are reached: its bucket has been worked
     * off by then. Whoever takes a vertex clears the mark and reads the distance at once; an offer that comes later
     * finds no mark. All this is in one word, so relaxed operations suffice. Barriers order the lists.
     *
     * Counters of a round are those of RoundCounters. The counter of a list is set to 0 when its bucket has been worked
     * off, before the far pile can fill it again and at a time when nobody can reach beyond it by as much as there are
     * lists. Every distance that sends a vertex to the far pile, or finds it there, is counted in the nearest of that
     * pile: the lists begin with it. Decisions are made of counters that do not change any more, so all lanes make the
     * same.
     */

    /** Vertices that a worker hands on at once. */
    private static final int PORTION = 32;

    /** Elements of all lists of buckets together, unless the fewest lists have more. */
    private static final long LIST_ELEMENTS = 1L << 28;

    private static final int MIN_LISTS = 4;
    private static final int MAX_LISTS = 32;

    private static final int NEAR = 0;
    private static final int CLAIMS = ROUNDS * APART;
    private static final int KINDS = 2;
    private static final int FAR = KINDS * ROUNDS * APART;
    private static final int FAR_NEAREST = FAR + 2 * APART;

    /** The counters of lists come last. */
    private static final int LISTS = FAR_NEAREST + 2 * APART;

    /** Where a vertex is handed to, if not to the list of that number. */
    private static final int TO_NEAR = MAX_LISTS;

    private static final int TO_FAR = MAX_LISTS + 1;
    private static final int NONE = -1;

    private final PathsMemory memory;
    private final int vertices;
    private final int shift;

    /** Number of lists. */
    private final int lists;

    /** Whether no vertex is ever offered a bucket beyond the lists. */
    private final boolean noFar;

    private final int found;
    private final Longs words;
    private final Ints counters;

    /** Two for near vertices by turns, two for far ones, then those of buckets, as many elements each as vertices. */
    private final Ints waiting;

    PathBuckets(DeviceWeightedGraph graph, int shift, Team team, PathsMemory memory) {
        this.shift = shift;
        this.memory = memory;
        vertices = graph.rows().vertices();
        long wanted = wantedLists(graph, shift);
        lists = lists(graph, shift);
        noFar = wanted <= lists;
        found = 2 * PORTION * team.workersInBlock();
        words = memory.words();
        counters = team.device().ints(LISTS + (long) lists * APART);
        waiting = team.device().ints((long) vertices * (2 + 2 + lists));
    }

    /** {@return how many lists it takes that no vertex is ever offered a bucket beyond them} */
    private static long wantedLists(DeviceWeightedGraph graph, int shift) {
        // From a bucket that follows the greatest step from another.
        long span = ((1L << shift) - 1 + graph.greatestWeight()) >> shift;
        return 2 * span + 2;
    }

    private static int lists(DeviceWeightedGraph graph, int shift) {
        int room = Math.clamp(LIST_ELEMENTS / graph.rows().vertices(), MIN_LISTS, MAX_LISTS);
        return (int) Math.min(wantedLists(graph, shift), room);
    }

    /** {@return the bytes that they take, but for counters} */
    static long bytes(DeviceWeightedGraph graph, int shift) {
        return (long) Integer.BYTES * graph.rows().vertices() * (2 + 2 + lists(graph, shift));
    }

    /** Forgets the last search. From the host. */
    void clear() {
        counters.fill(0);
    }

    /** What a worker has at hand: what it knows of the round, and vertices for others. */
    static final class Hand {
        final WarpWorker worker;

        private final Outbox found;
        private final Outbox destinations;

        /** Of this worker, if those that follow each other are in different blocks. */
        final int number;

        int round;
        int bucket;

        /** The list of this round, and how many vertices it has. */
        long from;

        int size;

        /** The size of the list of a later bucket, of another one for each lane. */
        private int ahead;

        /** Vertices of this bucket and of later ones are far. */
        private int farBucket;

        /** Which of the two far piles grows. */
        private int far;

        /** Vertices that the worker has looked at. */
        int expanded;

        private Hand(WarpWorker worker, Outbox found, Outbox destinations) {
            this.worker = worker;
            this.found = found;
            this.destinations = destinations;
            var block = worker.lane().block();
            number = worker.numberInBlock() * block.count() + block.index();
        }
    }

    Hand hand(WarpWorker worker) {
        var block = worker.lane().block();
        var hand = new Hand(
                worker,
                new Outbox(worker, block.sharedInts(found), 2 * PORTION),
                new Outbox(worker, block.sharedInts(found), 2 * PORTION));
        hand.farBucket = noFar ? Integer.MAX_VALUE : lists;
        return hand;
    }

    /** {@return vertex number {@code index} of the list of a round} */
    int vertex(Hand hand, int index) {
        return waiting.get(hand.from + index);
    }

    int bucket(int distance) {
        return distance >>> shift;
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

    /** Puts the source, or none, into the list of the first round. By one lane, before a barrier. */
    void begin(int source, int size) {
        waiting.set(nearList(0), source);
        counters.setOpaque(NEAR, size);
        counters.setOpaque(FAR_NEAREST, Integer.MAX_VALUE);
    }

    /** Looks at the list of the first round. */
    void first(Hand hand) {
        hand.from = nearList(0);
        hand.size = counters.getOpaque(NEAR);
    }

    /** Sets the counters of the round after the next one to 0. */
    void forget(Hand hand) {
        if (hand.worker.lane().id() == 0) {
            for (int kind = 0; kind < KINDS; kind++) {
                counters.setOpaque(counter(kind * ROUNDS * APART, hand.round + 2), 0);
            }
        }
    }

    /** Ends a round and looks at the near vertices of the next one. All lanes of the launch make this call. */
    void next(Hand hand) {
        handOn(hand, hand.found.count());
        hand.worker.lane().gridBarrier();
        hand.round++;
        hand.from = nearList(hand.round);
        hand.size = counters.getOpaque(counter(NEAR, hand.round));
        // Looked at now, so that lanes wait once for both.
        hand.ahead = listSize(hand, hand.bucket + 1);
    }

    /**
     * Looks at the list of the next bucket that has vertices, if there is one: then the list of the round is not empty.
     * All lanes of the launch make this call.
     */
    void nextBucket(Hand hand) {
        int next = nextFull(hand);
        if (next != NONE) {
            hand.bucket = next;
            hand.from = list(next % lists);
        }
    }

    /** Says what was found for all vertices, and how. All lanes of the launch make this call, when nothing is left. */
    void end(Hand hand) {
        var lane = hand.worker.lane();
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            memory.end(vertex, words.getOpaque(vertex));
        }
        if (hand.worker.isFirst()) {
            memory.addExpansions(hand.expanded);
        }
        if (lane.id() == 0) {
            memory.noteRounds(hand.round);
        }
    }

    /** {@return the next of the vertices that no worker has taken yet} */
    int claim(Hand hand, int count) {
        var worker = hand.worker;
        int claimed = worker.isFirst() ? counters.getAndAddRelaxed(counter(CLAIMS, hand.round), count) : 0;
        return worker.fromFirst(claimed);
    }

    private int nextFull(Hand hand) {
        var lane = hand.worker.lane();
        int next = firstFull(hand, hand.bucket + 1, hand.ahead);
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
        hand.size = hand.worker.warp().shuffle(hand.worker.mask(), listSize, first);
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
            add(hand, present && bucket >= passed, vertex, bucket);
        }
    }

    /** The far pile has a vertex with this distance. */
    private void lookAtLater(Hand hand, int distance) {
        int nearest = FAR_NEAREST + hand.far * APART;
        if (distance < counters.getOpaque(nearest)) {
            counters.getAndMinRelaxed(nearest, distance);
        }
    }

    /** {@return whether a vertex that was offered a way has to wait somewhere else than it does, if it does} */
    boolean moves(Hand hand, int way, long before) {
        int bucket = way >>> shift;
        int distance = PathWord.distance(before);
        boolean nearer = distance > way;
        boolean far = !noFar && bucket >= hand.farBucket;
        if (nearer && far) {
            lookAtLater(hand, way);
        }
        boolean isThere = PathWord.isMarked(before) && (distance >>> shift == bucket || far);
        return nearer && !isThere;
    }

    /**
     * Makes vertices wait in their buckets, those of the lanes of a warp that have one. All lanes of the worker make
     * this call.
     */
    void add(Hand hand, boolean present, int vertex, int bucket) {
        hand.found.add(hand.worker, present, vertex);
        hand.destinations.add(hand.worker, present, destination(hand, bucket));
        if (hand.found.count() >= PORTION) {
            handOn(hand, PORTION);
        }
    }

    /** Makes vertices wait in their buckets at once. All lanes of the worker make this call. */
    void addNow(Hand hand, boolean present, int vertex, int bucket) {
        handOn(hand, present, vertex, present ? destination(hand, bucket) : NONE);
    }

    /** Makes a vertex wait in its bucket at once. Any lane may call this alone. */
    void addAlone(Hand hand, int vertex, int bucket) {
        int destination = destination(hand, bucket);
        put(hand, destination, counters.getAndAddRelaxed(counterOf(destination, hand), 1), vertex);
    }

    private int destination(Hand hand, int bucket) {
        int later = bucket < hand.farBucket ? bucket % lists : TO_FAR;
        return bucket == hand.bucket ? TO_NEAR : later;
    }

    private void handOn(Hand hand, int count) {
        var worker = hand.worker;
        var warp = worker.warp();
        for (int first = 0; first < count; first += warp.size()) {
            boolean present = first + warp.lane() < count;
            int vertex = present ? hand.found.get(first + warp.lane()) : 0;
            int destination = present ? hand.destinations.get(first + warp.lane()) : NONE;
            handOn(hand, present, vertex, destination);
        }
        hand.found.remove(count);
        hand.destinations.remove(count);
        worker.synchronize();
    }

    private void handOn(Hand hand, boolean present, int vertex, int destination) {
        var worker = hand.worker;
        var warp = worker.warp();
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

    private int counterOf(int destination, Hand hand) {
        return switch (destination) {
            case TO_NEAR -> counter(NEAR, hand.round + 1);
            case TO_FAR -> FAR + hand.far * APART;
            default -> LISTS + destination * APART;
        };
    }

    private void put(Hand hand, int destination, int at, int vertex) {
        if (destination == TO_FAR) {
            waiting.set(farList(hand.far) + at, vertex);
        } else {
            waiting.set((destination == TO_NEAR ? nearList(hand.round + 1) : list(destination)) + at, vertex);
        }
    }

    @Override
    public void close() {
        counters.close();
        waiting.close();
    }
}
