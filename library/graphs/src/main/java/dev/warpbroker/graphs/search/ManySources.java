package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.run.Runs;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Breadth-first searches from many sources at once: how many vertices each reaches, how deep it goes, and the sum of
 * its distances, from which closeness follows.
 *
 * <pre>{@code
 * try (var searches = ManySources.on(graph)) {
 *     var found = searches.run(3, 14, 15);
 *     double closeness = found.closeness(0);
 * }
 * }</pre>
 *
 * <p>M. Then and others, <i>The More the Merrier: Efficient Multi-Source Graph Traversal</i>, 2014. A vertex has one
 * bit for each source, so that one look at an edge serves all searches that come over it in the same step. On a GPU up
 * to 1,024 sources go at once, on the JVM 64; more go one lot after the other.
 *
 * <p><b>Guarantees.</b> Distances are those of a search from each source alone. A source may be given more than once.
 *
 * <p><b>Not provided.</b> The distances themselves, which would be as many numbers as vertices for each source:
 * {@link Bfs} finds those of one.
 *
 * <p>It owns memory of the device besides that of the graph: 36 bytes a vertex, 24 more for each 64 sources that go at
 * once, and 16 bytes for each 128 edges. It can be run again; one run at a time.
 */
public final class ManySources implements AutoCloseable {
    /*
     * Bits of a vertex are in words that lie side by side; lanes of a warp have one word each, so that a warp reads
     * those of several vertices at once. Seen bits are of sources that have reached the vertex. Of the two fronts one
     * has the bits that came in the last level, the other gets those of the next, and is all 0 before.
     *
     * A level has two steps, with a barrier after each. First bits move along edges: pushed from the vertices of the
     * level to their neighbours by an atomic or, or, where the level has a large part of the edges of an undirected
     * graph, pulled by every vertex from its neighbours until it has all it can get. Seen bits do not change meanwhile,
     * so what arrives is new. Then the new bits of each vertex are counted and become seen, and those of the level
     * before are forgotten. A vertex gets into the list of a level once, for whoever puts it there exchanges its stamp
     * for the level.
     *
     * Bits are counted for 64 sources at a time by addition of words in binary with a plane for each digit; the planes
     * are emptied before they overflow.
     *
     * Counters of a level are number level % 3 of their kind. In level k those of k + 1 grow, while those of k + 2 are
     * set to 0. Decisions are made of counters that do not change any more, so all lanes make the same.
     */
    private static final Duration UNLIMITED = Duration.ofDays(1);

    /** Most words of a vertex on a GPU. */
    private static final int MAX_WORDS = 16;

    /** The words of all vertices take at most this part of the memory of a device, unless they are but one each. */
    private static final int MEMORY_PART = 4;

    /** Edges that a worker looks at in one go. */
    private static final int PART = 128;

    /** Vertices with more edges are pulled in parts. */
    private static final int MANY_EDGES = 1_024;

    /** Where a level has at least this part of the edges, vertices pull. */
    private static final int PULL_PART = 8;

    /** Neighbours that a group of lanes looks at before the warp asks whether it has seen enough. */
    private static final int BEFORE_ASKING = 4;

    private static final int PORTION = 32;

    /** Additions that four planes hold. */
    private static final int FULL = 15;

    private static final int SIZE = 0;
    private static final int ITEMS = ROUNDS * APART;
    private static final int COUNTERS = 2 * ROUNDS * APART;

    private final DeviceGraph graph;
    private final Runs runs;
    private final Team team;
    private final int vertices;
    private final int edges;
    private final boolean undirected;
    private final Ints offsets;
    private final Ints targets;

    /** Words of a vertex, a power of two. */
    private final int words;

    private final int lists;
    private final long itemCapacity;
    private final Ints counters;
    private final Longs edgesAhead;
    private final Longs seen;
    private final Longs fronts;
    private final Longs alive;
    private final Ints stamps;
    private final Ints list;

    /** Vertex and first edge, by turns. */
    private final Ints items;

    /** The same of all vertices with many edges, always. */
    private final Ints heavy;

    private final int heavies;
    private final Ints sources;
    private final Ints counts;
    private final Ints reached;
    private final Ints depths;
    private final Longs sums;

    private ManySources(DeviceGraph graph, int atOnce, int threads) {
        this.graph = graph;
        runs = new Runs("search of " + graph.name() + " from many sources");
        var device = graph.device();
        team = Team.of(device, threads);
        vertices = graph.vertices();
        edges = graph.edges();
        undirected = graph.undirected();
        offsets = graph.offsets();
        targets = graph.targets();
        words = words(device, vertices, atOnce);
        lists = 2 * PORTION * team.workersInBlock();
        itemCapacity = vertices + edges / PART + 1L;
        counters = device.ints(COUNTERS);
        edgesAhead = device.longs(ROUNDS * APART);
        seen = device.longs((long) vertices * words);
        fronts = device.longs(2L * vertices * words);
        alive = device.longs(2L * words);
        stamps = device.ints(vertices);
        list = device.ints(2L * vertices);
        items = device.ints(4 * itemCapacity);
        int[] parts = undirected ? heavyParts(offsets.copyOut()) : new int[0];
        heavies = parts.length / 2;
        heavy = device.ints(Math.max(parts.length, 1));
        if (heavies > 0) {
            heavy.copyIn(parts);
        }
        int bits = words * Long.SIZE;
        sources = device.ints(bits);
        counts = device.ints(2L * bits);
        reached = device.ints(bits);
        depths = device.ints(bits);
        sums = device.longs(bits);
    }

    private static int words(Device device, long vertices, int atOnce) {
        if (device.properties().lanesPerWorker() == 1) {
            return 1;
        }
        long fitting = device.properties().memoryBytes() / MEMORY_PART / (3L * Long.BYTES * Math.max(vertices, 1));
        int wanted = Math.ceilDiv(atOnce, Long.SIZE);
        return Integer.highestOneBit(
                Math.clamp(Math.min(fitting, Integer.highestOneBit(2 * wanted - 1)), 1, MAX_WORDS));
    }

    /** {@return vertex and first edge of each part of a vertex with many edges, by turns} */
    static int[] heavyParts(int[] offsets) {
        return IntStream.range(0, offsets.length - 1)
                .filter(vertex -> offsets[vertex + 1] - offsets[vertex] > MANY_EDGES)
                .flatMap(vertex -> IntStream.range(0, Math.ceilDiv(offsets[vertex + 1] - offsets[vertex], PART))
                        .flatMap(part -> IntStream.of(vertex, offsets[vertex] + part * PART)))
                .toArray();
    }

    /**
     * {@return searches of a graph, from as many sources at once as fit}
     *
     * @throws IllegalArgumentException if the graph has no vertices
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceMemoryException if others have taken too much of it
     */
    public static ManySources on(DeviceGraph graph) {
        return on(graph, MAX_WORDS * Long.SIZE, 0);
    }

    /**
     * {@return searches of a graph}
     *
     * @param atOnce sources that go at once, at least; a GPU takes 64, 128, … 1,024 if they fit its memory
     * @param threads most threads that search; 0 for as many as the device holds at once, or one per processor of the
     *     JVM
     * @throws IllegalArgumentException if the graph has no vertices, or for a number that is too small
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceMemoryException if others have taken too much of it
     */
    public static ManySources on(DeviceGraph graph, int atOnce, int threads) {
        if (graph.vertices() == 0) {
            throw new IllegalArgumentException(graph.name() + " has no vertices, hence no source to search from");
        }
        if (atOnce < 1 || threads < 0) {
            throw new IllegalArgumentException(atOnce + " sources at once, " + threads
                    + " threads; give at least 1 source, and at least 1 thread or 0 for as many as the device holds");
        }
        plan(graph.device(), graph.size(), atOnce).require();
        return new ManySources(graph, atOnce, threads);
    }

    /**
     * {@return what searches will take of the memory of a device, the graph included}
     *
     * @param atOnce sources that go at once, at least
     */
    public static MemoryPlan plan(Device device, GraphSize size, int atOnce) {
        long vertices = size.vertices();
        long ofWords = 3L * Long.BYTES * words(device, vertices, atOnce) * vertices;
        long ofLists = 3L * Integer.BYTES * vertices + 4L * Integer.BYTES * (vertices + size.edges() / PART + 1);
        return MemoryPlan.of("searches from many sources", size, size.rows(), ofWords + ofLists, device);
    }

    /** {@return how many sources go at once} */
    public int atOnce() {
        return words * Long.SIZE;
    }

    /**
     * Searches from all sources.
     *
     * @throws IllegalArgumentException if one is not in the graph; it says which
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public Result run(int... from) {
        return run(UNLIMITED, from);
    }

    /**
     * Searches from all sources, for a limited time.
     *
     * @param limit after which a launch is cancelled; there is one for each lot of sources that go at once
     * @throws IllegalArgumentException if a source is not in the graph; it says which
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     * @throws LaunchStoppedException if it was cancelled; another run can follow
     */
    public Result run(Duration limit, int... from) {
        for (int i = 0; i < from.length; i++) {
            if (from[i] < 0 || from[i] >= vertices) {
                throw new IllegalArgumentException("source number " + i + ", vertex " + from[i] + ", is not in "
                        + graph.name() + ", which has vertices 0.." + (vertices - 1));
            }
        }
        return runs.make(() -> searchAll(limit, from));
    }

    private Result searchAll(Duration limit, int[] from) {
        int[] allReached = new int[from.length];
        int[] allDepths = new int[from.length];
        long[] allSums = new long[from.length];
        var elapsed = Duration.ZERO;
        for (int first = 0; first < from.length; first += atOnce()) {
            int count = Math.min(atOnce(), from.length - first);
            elapsed = elapsed.plus(search(limit, from, first, count));
            reached.copyOut(allReached, first, count, 0);
            depths.copyOut(allDepths, first, count, 0);
            sums.copyOut(allSums, first, count, 0);
        }
        return new Result(from.clone(), allReached, allDepths, allSums, elapsed);
    }

    private Duration search(Duration limit, int[] from, int first, int count) {
        sources.copyIn(Arrays.copyOfRange(from, first, first + count));
        counters.fill(0);
        edgesAhead.fill(0);
        return team.run(kernel(count), limit);
    }

    Kernel kernel(int count) {
        return lane -> work(lane, count);
    }

    /** {@return what a search from each source by one thread of this JVM finds} For comparison. */
    public static Result sequential(Graph graph, int... from) {
        long start = System.nanoTime();
        int[] reached = new int[from.length];
        int[] depths = new int[from.length];
        long[] sums = new long[from.length];
        for (int i = 0; i < from.length; i++) {
            var result = Bfs.sequential(graph, from[i]);
            reached[i] = result.reached();
            depths[i] = result.depth();
            sums[i] = IntStream.of(result.distances())
                    .filter(distance -> distance != BfsResult.UNREACHED)
                    .asLongStream()
                    .sum();
        }
        return new Result(from.clone(), reached, depths, sums, Duration.ofNanos(System.nanoTime() - start));
    }

    /** How often each bit was set in the words that a lane has added, in binary. */
    private static final class Planes {
        long ones;
        long twos;
        long fours;
        long eights;
        int added;

        void add(long word) {
            long twice = ones & word;
            ones ^= word;
            long fourTimes = twos & twice;
            twos ^= twice;
            long eightTimes = fours & fourTimes;
            fours ^= fourTimes;
            eights ^= eightTimes;
            added++;
        }

        int count(int bit) {
            return (int)
                    (ones >>> bit & 1 | (twos >>> bit & 1) << 1 | (fours >>> bit & 1) << 2 | (eights >>> bit & 1) << 3);
        }

        void clear() {
            ones = 0;
            twos = 0;
            fours = 0;
            eights = 0;
            added = 0;
        }
    }

    private long front(int level) {
        return (long) (level & 1) * vertices * words;
    }

    private void work(Lane lane, int count) {
        var worker = new WarpWorker(lane);
        var outbox = new Outbox(worker, lane.block().sharedInts(lists), 2 * PORTION);
        var blockCounts = lane.block().sharedInts(words * Long.SIZE);
        var planes = new Planes();
        clear(lane);
        lane.gridBarrier();
        for (int i = lane.id(); i < count; i += lane.count()) {
            int vertex = sources.get(i);
            fronts.getAndBitwiseOrRelaxed((long) vertex * words + i % words, 1L << i / words);
            // Level 0 has the stamp 1.
            if (stamps.getAndSetRelaxed(vertex, 1) == 0) {
                list.set(counters.getAndAddRelaxed(SIZE, 1), vertex);
            }
        }
        lane.gridBarrier();
        settle(worker, 0, planes, blockCounts);
        lane.gridBarrier();
        int level = 0;
        int size = counters.getOpaque(SIZE);
        while (size > 0) {
            collect(lane, level, count);
            long ahead = edgesAhead.getOpaque(counter(0, level));
            if (undirected && ahead * PULL_PART >= edges) {
                pull(worker, level, outbox);
            } else {
                push(worker, level, outbox);
            }
            hand(worker, level, outbox, outbox.count());
            lane.gridBarrier();
            settle(worker, level + 1, planes, blockCounts);
            forgetFront(worker, level, size);
            lane.gridBarrier();
            level++;
            size = counters.getOpaque(counter(SIZE, level));
        }
    }

    private void clear(Lane lane) {
        long all = (long) vertices * words;
        for (long i = lane.id(); i < all; i += lane.count()) {
            seen.set(i, 0);
            fronts.set(i, 0);
            fronts.set(all + i, 0);
        }
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            stamps.set(vertex, 0);
        }
        int bits = words * Long.SIZE;
        for (int i = lane.id(); i < bits; i += lane.count()) {
            counts.set(i, 0);
            counts.set(bits + i, 0);
            reached.set(i, 0);
            depths.set(i, 0);
            sums.set(i, 0);
        }
        for (int i = lane.id(); i < 2 * words; i += lane.count()) {
            alive.set(i, 0);
        }
    }

    /** Adds what was counted in a level to the results, and sets to 0 what is counted two levels later. */
    private void collect(Lane lane, int level, int count) {
        int bits = words * Long.SIZE;
        for (int i = lane.id(); i < count; i += lane.count()) {
            long at = (long) (level & 1) * bits + i;
            int found = counts.get(at);
            if (found > 0) {
                reached.set(i, reached.get(i) + found);
                depths.set(i, level);
                sums.set(i, sums.get(i) + (long) level * found);
                counts.set(at, 0);
            }
        }
        for (int i = lane.id(); i < words; i += lane.count()) {
            alive.set((level + 1L & 1) * words + i, 0);
        }
        if (lane.id() == 0) {
            counters.setOpaque(counter(SIZE, level + 2), 0);
            counters.setOpaque(counter(ITEMS, level + 2), 0);
            edgesAhead.setOpaque(counter(0, level + 2), 0);
        }
    }

    /** The word of a vertex that a lane has; vertices of the warp's groups of lanes follow each other. */
    private int word(WarpWorker worker) {
        return worker.warp().lane() % words;
    }

    private int group(WarpWorker worker) {
        return worker.warp().lane() / words;
    }

    private int groups(WarpWorker worker) {
        return worker.warp().size() / words;
    }

    /** Moves bits from the vertices of a level to their neighbours. */
    private void push(WarpWorker worker, int level, Outbox outbox) {
        int size = counters.getOpaque(counter(ITEMS, level));
        long from = (level & 1) * 2 * itemCapacity;
        int turn = 0;
        for (int i = worker.number(); i < size; i += worker.count()) {
            int vertex = items.get(from + 2L * i);
            int first = items.get(from + 2L * i + 1);
            int end = Math.min(first + PART, offsets.get(vertex + 1));
            long bits = fronts.get(front(level) + (long) vertex * words + word(worker));
            for (int edge = first; edge < end; edge += groups(worker)) {
                int mine = edge + group(worker);
                long moving = mine < end ? bits : 0;
                arrive(worker, level, moving, moving == 0 ? 0 : targets.get(mine), outbox);
            }
            turn++;
            Search.stopIfCancelled(worker, turn, 1);
        }
    }

    /** Gives bits to vertices, by all lanes of a warp, each with one word of one vertex. */
    private void arrive(WarpWorker worker, int level, long moving, int target, Outbox outbox) {
        boolean isNew = false;
        if (moving != 0) {
            long place = (long) target * words + word(worker);
            long wanted = moving & ~seen.get(place);
            if (wanted != 0) {
                long next = front(level + 1) + place;
                wanted &= ~fronts.getOpaque(next);
                if (wanted != 0) {
                    fronts.getAndBitwiseOrRelaxed(next, wanted);
                    int stamp = level + 2;
                    isNew = stamps.getOpaque(target) != stamp && stamps.getAndSetRelaxed(target, stamp) != stamp;
                }
            }
        }
        outbox.add(worker, isNew, target);
        if (outbox.count() >= PORTION) {
            hand(worker, level, outbox, PORTION);
        }
    }

    private void hand(WarpWorker worker, int level, Outbox outbox, int count) {
        if (count > 0) {
            int at = worker.isFirst() ? counters.getAndAddRelaxed(counter(SIZE, level + 1), count) : 0;
            long begin = (level + 1L & 1) * vertices + worker.fromFirst(at);
            outbox.moveTo(worker, list, begin, count);
        }
    }

    /** Lets every vertex take the bits of its neighbours. */
    private void pull(WarpWorker worker, int level, Outbox outbox) {
        int turn = 0;
        for (int i = worker.number(); i < heavies; i += worker.count()) {
            int vertex = heavy.get(2L * i);
            int first = heavy.get(2L * i + 1);
            long found = found(worker, level, vertex, first, Math.min(first + PART, offsets.get(vertex + 1)));
            arrive(worker, level, group(worker) == 0 ? found : 0, vertex, outbox);
            turn++;
            Search.stopIfCancelled(worker, turn, 1);
        }
        for (int vertex = worker.number(); vertex < vertices; vertex += worker.count()) {
            int begin = offsets.get(vertex);
            int end = offsets.get(vertex + 1);
            if (end - begin <= MANY_EDGES) {
                long found = found(worker, level, vertex, begin, end);
                if (worker.any(found != 0)) {
                    arrive(worker, level, group(worker) == 0 ? found : 0, vertex, outbox);
                }
            }
            turn++;
            Search.stopIfCancelled(worker, turn, 1);
        }
    }

    /** {@return the bits of this lane's word that a vertex has not seen and some neighbours have in this level} */
    private long found(WarpWorker worker, int level, int vertex, int begin, int end) {
        int word = word(worker);
        int groups = groups(worker);
        long needed = alive.get((long) (level & 1) * words + word) & ~seen.get((long) vertex * words + word);
        long found = 0;
        int edge = begin;
        while (edge < end && worker.any((needed & ~found) != 0)) {
            long bits = 0;
            for (int i = 0; i < BEFORE_ASKING; i++) {
                int mine = edge + i * groups + group(worker);
                if (mine < end) {
                    bits |= fronts.get(front(level) + (long) targets.get(mine) * words + word);
                }
            }
            for (int distance = words; distance < worker.warp().size(); distance *= 2) {
                bits |= worker.warp().shuffle(worker.mask(), bits, worker.warp().lane() ^ distance);
            }
            found |= bits;
            edge += BEFORE_ASKING * groups;
        }
        return found & needed;
    }

    /** Counts the bits that have arrived at the vertices of a level, makes them seen, and notes the edges ahead. */
    private void settle(WarpWorker worker, int level, Planes planes, Ints blockCounts) {
        var block = worker.lane().block();
        var warp = worker.warp();
        int bits = words * Long.SIZE;
        for (int i = block.lane(); i < bits; i += block.size()) {
            blockCounts.set(i, 0);
        }
        block.barrier();
        int size = counters.getOpaque(counter(SIZE, level));
        int groups = groups(worker);
        int word = word(worker);
        long met = 0;
        long ahead = 0;
        for (int first = worker.number() * groups; first < size; first += worker.count() * groups) {
            int mine = first + group(worker);
            int vertex = mine < size ? list.get((long) (level & 1) * vertices + mine) : 0;
            if (mine < size) {
                long place = (long) vertex * words + word;
                long bitsHere = fronts.getOpaque(front(level) + place);
                seen.set(place, seen.get(place) | bitsHere);
                met |= bitsHere;
                planes.add(bitsHere);
                if (word == 0) {
                    ahead += addItems(vertex, level);
                }
            }
            if (planes.added == FULL) {
                empty(word, planes, blockCounts);
            }
        }
        empty(word, planes, blockCounts);
        for (int distance = words; distance < warp.size(); distance *= 2) {
            met |= warp.shuffle(worker.mask(), met, warp.lane() ^ distance);
        }
        long known = alive.getOpaque((long) (level & 1) * words + word);
        if (group(worker) == 0 && (met & ~known) != 0) {
            alive.getAndBitwiseOrRelaxed((long) (level & 1) * words + word, met);
        }
        if (ahead > 0) {
            edgesAhead.getAndAddRelaxed(counter(0, level), ahead);
        }
        block.barrier();
        for (int i = block.lane(); i < bits; i += block.size()) {
            int found = blockCounts.get(i);
            if (found > 0) {
                counts.getAndAddRelaxed((long) (level & 1) * bits + i, found);
            }
        }
    }

    private void empty(int word, Planes planes, Ints blockCounts) {
        if ((planes.ones | planes.twos | planes.fours | planes.eights) != 0) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int found = planes.count(bit);
                if (found > 0) {
                    blockCounts.getAndAddRelaxed(bit * words + word, found);
                }
            }
        }
        planes.clear();
    }

    /** Cuts the edges of a vertex into parts. {@return how many edges it has} */
    private int addItems(int vertex, int level) {
        int begin = offsets.get(vertex);
        int degree = offsets.get(vertex + 1) - begin;
        int count = Math.ceilDiv(degree, PART);
        if (count > 0) {
            long from = (level & 1) * 2 * itemCapacity;
            int at = counters.getAndAddRelaxed(counter(ITEMS, level), count);
            for (int i = 0; i < count; i++) {
                items.set(from + 2L * (at + i), vertex);
                items.set(from + 2L * (at + i) + 1, begin + i * PART);
            }
        }
        return degree;
    }

    private void forgetFront(WarpWorker worker, int level, int size) {
        int groups = groups(worker);
        for (int first = worker.number() * groups; first < size; first += worker.count() * groups) {
            int mine = first + group(worker);
            if (mine < size) {
                int vertex = list.get((long) (level & 1) * vertices + mine);
                fronts.set(front(level) + (long) vertex * words + word(worker), 0);
            }
        }
    }

    @Override
    public void close() {
        runs.close();
        counters.close();
        edgesAhead.close();
        seen.close();
        fronts.close();
        alive.close();
        stamps.close();
        list.close();
        items.close();
        heavy.close();
        sources.close();
        counts.close();
        reached.close();
        depths.close();
        sums.close();
    }

    /**
     * What breadth-first searches from many sources found, each at the index of its source. The arrays are not copied:
     * do not write to them.
     */
    public static final class Result {
        private final int[] sources;
        private final int[] reached;
        private final int[] depths;
        private final long[] sums;
        private final Duration elapsed;

        Result(int[] sources, int[] reached, int[] depths, long[] sums, Duration elapsed) {
            this.sources = sources;
            this.reached = reached;
            this.depths = depths;
            this.sums = sums;
            this.elapsed = elapsed;
        }

        /** {@return the sources} */
        public int[] sources() {
            return sources;
        }

        /** {@return for each source the number of vertices that it reaches, itself included} */
        public int[] reached() {
            return reached;
        }

        /** {@return for each source the greatest distance of a vertex that it reaches} */
        public int[] depths() {
            return depths;
        }

        /** {@return for each source the sum of the distances of all vertices that it reaches} */
        public long[] sums() {
            return sums;
        }

        /** {@return the time on the device} */
        public Duration elapsed() {
            return elapsed;
        }

        /**
         * {@return the closeness of a source: one over its average distance to the others that it reaches; 0 if it
         * reaches none}
         *
         * @param index of the source among the sources
         */
        public double closeness(int index) {
            return sums[index] == 0 ? 0 : (reached[index] - 1) / (double) sums[index];
        }
    }
}
