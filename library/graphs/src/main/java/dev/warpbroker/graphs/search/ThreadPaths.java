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
import java.util.Arrays;

/**
 * Delta-stepping by threads of the JVM. Every thread has buckets of its own for what it finds. All threads share the
 * vertices of the nearest bucket; each goes on alone with those of this bucket that it finds, as long as they are few:
 * bucket fusion, Y. Zhang and others, <i>Optimizing Ordered Graph Algorithms with GraphIt</i>, 2020.
 */
final class ThreadPaths implements PathSearch {
    /*
     * As in WarpPaths a vertex that has to be looked at is marked, and waits in the bucket that its distance says, in
     * that of one thread. So the frontier, which has the vertices of one bucket of all threads, has none twice that is
     * marked when it is taken; others are passed over.
     *
     * Counters of a round are number round % 3 of their kind: in round k the next bucket of k + 1 is found and its
     * frontier filled, while those of k + 2 are set to what they begin with.
     */

    /** For {@link ShortestPaths#shift}. */
    static final int HOPS = 20;

    /** Vertices that a thread takes from the frontier at once. */
    private static final int BATCH = 64;

    /** A thread goes on alone with at most so many vertices of a bucket. */
    private static final int FEW = 1_000;

    private static final int SIZE = 0;
    private static final int CLAIMS = ROUNDS * APART;
    private static final int NEXT = 2 * ROUNDS * APART;
    private static final int FAR_NEXT = 3 * ROUNDS * APART;
    private static final int COUNTERS = 4 * ROUNDS * APART;

    private static final int NONE = Integer.MAX_VALUE;

    private final PathsMemory memory;
    private final int vertices;
    private final Ints offsets;
    private final Ints targets;
    private final Ints weights;
    private final int shift;
    private final Ints counters;
    private final Longs words;
    private final Ints frontier;

    ThreadPaths(DeviceWeightedGraph graph, PathsOptions options, PathsMemory memory) {
        this.memory = memory;
        var rows = graph.rows();
        vertices = rows.vertices();
        offsets = rows.offsets();
        targets = rows.targets();
        weights = graph.weights();
        shift = ShortestPaths.shift(graph, options, HOPS);
        counters = rows.device().ints(COUNTERS);
        words = memory.words();
        frontier = rows.device().ints(vertices);
    }

    /** {@return the bytes that it takes of the device} */
    static long bytes(DeviceWeightedGraph graph) {
        return (long) Integer.BYTES * graph.rows().vertices();
    }

    @Override
    public void clear() {
        counters.fill(0);
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    /** Vertices, the latest last. */
    private static final class Bucket {
        private int[] vertices = new int[16];
        private int size;

        void add(int vertex) {
            if (size == vertices.length) {
                vertices = Arrays.copyOf(vertices, 2 * size);
            }
            vertices[size] = vertex;
            size++;
        }
    }

    /** The buckets of a thread: some that follow each other, and the far pile for all others. */
    private static final class Buckets {
        private static final int COUNT = 64;

        private final Bucket[] near = new Bucket[COUNT];
        private Bucket far = new Bucket();

        /** The first bucket that is far. */
        private int end = COUNT;

        Buckets() {
            Arrays.setAll(near, _ -> new Bucket());
        }

        Bucket get(int bucket) {
            return near[bucket % COUNT];
        }

        boolean isFar(int bucket) {
            return bucket >= end;
        }

        void add(int bucket, int vertex) {
            (isFar(bucket) ? far : get(bucket)).add(vertex);
        }

        /** {@return the first bucket with vertices from one on, which are not all far} */
        int first(int from) {
            for (int bucket = from; bucket < end; bucket++) {
                if (get(bucket).size > 0) {
                    return bucket;
                }
            }
            return NONE;
        }
    }

    private void forget(Lane lane, int round) {
        if (lane.id() == 0) {
            counters.setOpaque(counter(SIZE, round), 0);
            counters.setOpaque(counter(CLAIMS, round), 0);
            counters.setOpaque(counter(NEXT, round), NONE);
            counters.setOpaque(counter(FAR_NEXT, round), NONE);
        }
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var buckets = new Buckets();
        int begin = (int) ((long) vertices * lane.id() / lane.count());
        int end = (int) ((long) vertices * (lane.id() + 1) / lane.count());
        for (int vertex = begin; vertex < end; vertex++) {
            memory.begin(vertex, source);
        }
        if (lane.id() == 0) {
            frontier.set(0, source);
            counters.setOpaque(SIZE, 1);
        }
        forget(lane, 1);
        lane.gridBarrier();
        long expanded = 0;
        int bucket = 0;
        int round = 0;
        while (bucket != NONE) {
            forget(lane, round + 2);
            int size = counters.getOpaque(counter(SIZE, round));
            int next = lane.id() * BATCH;
            while (next < size) {
                for (int i = next; i < Math.min(next + BATCH, size); i++) {
                    expanded += expand(frontier.get(i), buckets);
                }
                worker.stopIfCancelled(Search.WORK);
                next = lane.count() * BATCH + counters.getAndAddRelaxed(counter(CLAIMS, round), BATCH);
            }
            expanded += goOn(worker, bucket, buckets);
            round++;
            bucket = nextBucket(lane, round, bucket, buckets);
        }
        for (int vertex = begin; vertex < end; vertex++) {
            memory.end(vertex, words.get(vertex));
        }
        memory.addExpansions(expanded);
        if (lane.id() == 0) {
            memory.noteRounds(round);
        }
    }

    /** Looks at vertices of the bucket that this thread has found, while they are few. */
    private long goOn(WarpWorker worker, int bucket, Buckets buckets) {
        long expanded = 0;
        var own = buckets.get(bucket);
        int turns = 0;
        while (own.size > 0 && own.size <= FEW) {
            int[] now = Arrays.copyOf(own.vertices, own.size);
            own.size = 0;
            for (int vertex : now) {
                expanded += expand(vertex, buckets);
            }
            turns++;
            if (turns % BATCH == 0) {
                worker.stopIfCancelled(Search.WORK);
            }
        }
        return expanded;
    }

    /** Finds the next bucket, and makes its vertices the frontier. {@return the bucket, or none} */
    private int nextBucket(Lane lane, int round, int bucket, Buckets buckets) {
        counters.getAndMin(counter(NEXT, round), buckets.first(bucket));
        lane.gridBarrier();
        int next = counters.getOpaque(counter(NEXT, round));
        if (next == NONE) {
            next = sort(lane, round, buckets);
        }
        if (next != NONE) {
            var own = buckets.get(next);
            int at = counters.getAndAddRelaxed(counter(SIZE, round), own.size);
            for (int i = 0; i < own.size; i++) {
                frontier.set(at + i, own.vertices[i]);
            }
            own.size = 0;
            lane.gridBarrier();
        }
        return next;
    }

    /** Puts the far vertices into buckets that begin with the nearest of them. {@return this bucket, or none} */
    private int sort(Lane lane, int round, Buckets buckets) {
        var old = buckets.far;
        int nearest = NONE;
        int kept = 0;
        for (int i = 0; i < old.size; i++) {
            int vertex = old.vertices[i];
            int bucket = PathWord.distance(words.getOpaque(vertex)) >>> shift;
            // Others became nearer, and were looked at before.
            if (buckets.isFar(bucket)) {
                old.vertices[kept] = vertex;
                kept++;
                nearest = Math.min(nearest, bucket);
            }
        }
        old.size = kept;
        counters.getAndMin(counter(FAR_NEXT, round), nearest);
        lane.gridBarrier();
        int next = counters.getOpaque(counter(FAR_NEXT, round));
        if (next != NONE) {
            buckets.far = new Bucket();
            buckets.end = Math.min(next, NONE - Buckets.COUNT) + Buckets.COUNT;
            for (int i = 0; i < old.size; i++) {
                int vertex = old.vertices[i];
                buckets.add(PathWord.distance(words.getOpaque(vertex)) >>> shift, vertex);
            }
        }
        return next;
    }

    /** Looks at the edges of a vertex, if it still waits. {@return how many vertices were looked at} */
    private int expand(int vertex, Buckets buckets) {
        if (!PathWord.isMarked(words.getOpaque(vertex))) {
            return 0;
        }
        int distance = PathWord.distance(words.getAndBitwiseAndRelaxed(vertex, ~PathWord.MARK));
        int end = offsets.get(vertex + 1);
        for (int edge = offsets.get(vertex); edge < end; edge++) {
            int offered = distance + weights.get(edge);
            if (offered < 0 || offered > PathsResult.MAX_DISTANCE) {
                memory.noteTooLong();
            } else {
                offer(targets.get(edge), offered, vertex, buckets);
            }
        }
        return 1;
    }

    private void offer(int target, int distance, int source, Buckets buckets) {
        long known = words.getOpaque(target);
        while (PathWord.distance(known) > distance) {
            long seen = words.compareAndExchangeRelaxed(target, known, PathWord.of(distance, source));
            if (seen == known) {
                int bucket = distance >>> shift;
                boolean isThere = PathWord.isMarked(known)
                        && (PathWord.distance(known) >>> shift == bucket || buckets.isFar(bucket));
                if (!isThere) {
                    buckets.add(bucket, target);
                }
                return;
            }
            known = seen;
        }
    }

    @Override
    public void close() {
        counters.close();
        frontier.close();
    }
}
