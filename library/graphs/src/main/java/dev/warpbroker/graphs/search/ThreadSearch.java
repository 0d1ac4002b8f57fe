package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSize;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@link BfsVariant#DIRECTION} by threads of the JVM: S. Beamer, K. Asanović, D. Patterson, <i>Direction-Optimizing
 * Breadth-First Search</i>, 2012.
 *
 * <p>Top-down, threads share the vertices of a level and look at the edges that leave them. Bottom-up, they share the
 * vertices that have not been reached, which look for a vertex of the level among the sources of their in-edges. Levels
 * with few edges are left to the first thread. In a sparse graph it begins alone, and the others are not even woken
 * before there is a level for them: a road network is searched by one thread all the time.
 */
final class ThreadSearch implements Search {
    /*
     * Vertices that were reached top-down lie in one list, level after level. A vertex was reached if it has a
     * distance. Who gives it one gives it its predecessor, too; the predecessor of a vertex that was not reached is
     * anything.
     *
     * Top-down nobody waits for atomic operations, which would wait for cache lines, one after the other. Two threads
     * may find that a vertex was not reached. Then both write the same distance, and one of two right predecessors,
     * whose accesses are coherent. When a thread has found a portion it looks: of vertices whose predecessor is that of
     * another it knows that the other will have them in the list. Most often the other then looks in vain, too, but not
     * always: a vertex may be in the list twice, and its edges are looked at twice. Many cannot be: if there are as
     * many in the list as there are vertices, threads begin to give distances by atomic operations. After that the list
     * can grow by as many as are not reached, and by what threads have not yet looked at.
     *
     * Bottom-up there are bits, and a thread has whole words of them, so accesses to them are plain: `reached`, made of
     * the distances when the search turns, and the bits of a level, which all read while those of the next are others.
     * The bits `front` are 0 unless the search goes bottom-up. Whether a source is in the level is hard to guess for a
     * processor, and what follows a wrong guess is in vain. So the vertices of a word look in turn, and what is read
     * does not depend on what others have found.
     *
     * A vertex without edges that could lead further is in no list.
     *
     * Loops that take long are in methods that are called often: of those the JVM makes code that is good whatever was
     * done before, while code for a loop that was entered once, and has not ended, is good or not, as it happens.
     *
     * Everything that threads share is dealt out: a thread has the vertices of the level that it found itself, or a cut
     * of them if one thread found them all, or a cut of the edges of each if they are few, and bottom-up a cut of the
     * words. So it finds in its cache what it wrote
     * there a level before. When it has done its own it helps the others. A counter for each thread says what was taken
     * of its things.
     *
     * Between steps (a level, or a change from list to bits and back) is a grid barrier. Counters of a step are number
     * step % 3 of their kind: in step k those of k grow, all threads read them after it, and the first thread sets
     * those of k + 1, which nobody has read since step k - 2, to 0 before the barrier that begins k + 1; so does each
     * thread with the counter of its own things. What a thread found in step k it notes in finds number k % 2, which
     * others read in step k + 1. All decisions are made
     * of counters that do not change any more, so all threads make the same. What the first thread found out alone is
     * read before it can be alone again.
     *
     * A sparse graph is begun by one thread with the code and the kind of memory of the sequential search, which is not
     * slower then. If it finds a level for all, they copy what it has found.
     */

    /**
     * A level with at most so many edges, divided by the number of threads, is left to one thread: it takes about as
     * long as to wait for the others.
     */
    private static final int FEW = 16_384;

    private static final int MIN = 4_096;

    /** Edges per vertex below which a graph is sparse, as roads and grids are. */
    private static final int SPARSE = 4;

    /** Vertices of the list that a thread takes at once, at most: a power of two. */
    private static final int SHARE = 64;

    /** A thread is to have so many shares of a level, so that others can help it. */
    private static final int SHARES = 8;

    private static final int WORDS = 64;

    /** Vertices that are cleared at once. */
    private static final int CLEARED = 4_096;

    /** Vertices that a thread has found before it makes room for them in the list: a multiple of every share. */
    private static final int PORTION = 256;

    /** Vertices that a thread has found before it looks whether they are another's. */
    private static final int MANY = 1_024;

    /** Vertices that a thread can have found: {@link #MANY}, and what the edges of a share lead to. */
    private static final int ROOM = 4 * MANY;

    /** Vertices that a thread looks at alone before it looks whether the search was cancelled: a power of two. */
    private static final int LOOK_AFTER_ALONE = 1 << 16;

    /** Sources at which the vertices of a word look in turn. */
    private static final int LOOKS = 4;

    /** Counters lie this many longs apart: two cache lines, as processors fetch them in pairs. */
    private static final int APART = Longs.LINE;

    private static final int STEPS = 3;

    /** Vertices added to the list. */
    private static final int FOUND = 0;

    /** Edges that leave the vertices that were reached. */
    private static final int AHEAD = STEPS * APART;

    /** What the first thread found out alone. */
    private static final int ALONE = 2 * STEPS * APART;

    private static final int ALONE_LEVEL = ALONE;
    private static final int ALONE_BEGIN = ALONE + 1;
    private static final int ALONE_END = ALONE + 2;
    private static final int ALONE_AHEAD = ALONE + 3;
    private static final int ALONE_LEFT = ALONE + 4;
    private static final int VISITS = ALONE + APART;

    /** Things of each thread that somebody has taken. */
    private static final int TAKEN = VISITS + APART;

    private final Device device;
    private final int few;
    private final int trusted;
    private final int vertices;
    private final int edges;
    private final int words;
    private final int threads;

    /** What a thread begins with alone if there are few edges per vertex, else null. */
    private final @Nullable SequentialBfs beginning;

    private final Ints offsets;
    private final Ints targets;
    private final Ints inOffsets;
    private final Ints sources;

    /** Edges of a vertex that lead nowhere: the edge of an undirected graph that led to it is one. */
    private final int useless;

    private final Longs counters;
    private final Ints list;
    private final Longs reached;
    private final Longs even;
    private final Longs odd;
    private final Ints distances;
    private final Ints predecessors;

    /** Whether the last run was by several threads. */
    private boolean shared;

    /** What each thread found, in even steps and in odd ones. */
    private final Finds[][] finds;

    ThreadSearch(DeviceGraph graph, BfsOptions options) {
        this(graph, options, few(Team.of(graph.device(), options.threads()).threads()));
    }

    ThreadSearch(DeviceGraph graph, BfsOptions options, int few) {
        this(graph, options, few, graph.vertices());
    }

    /**
     * @param few edges of a level that is left to one thread, at most
     * @param trusted vertices in the list from which on distances are given by atomic operations
     */
    ThreadSearch(DeviceGraph graph, BfsOptions options, int few, int trusted) {
        this.few = few;
        this.trusted = trusted;
        device = graph.device();
        vertices = graph.vertices();
        edges = graph.edges();
        words = Math.ceilDiv(vertices, Long.SIZE);
        threads = Team.of(device, options.threads()).threads();
        beginning = isSparse(graph.size()) ? new SequentialBfs(graph.graph()) : null;
        offsets = graph.offsets();
        targets = graph.targets();
        inOffsets = graph.incoming().offsets();
        sources = graph.incoming().targets();
        useless = graph.undirected() ? 1 : 0;
        counters = device.longs(TAKEN + STEPS * APART * threads);
        list = device.ints(2L * vertices + (long) ROOM * threads + 1);
        reached = device.longs(words);
        even = device.longs(words);
        odd = device.longs(words);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
        finds = new Finds[threads][2];
        for (var ofThread : finds) {
            ofThread[0] = new Finds();
            ofThread[1] = new Finds();
        }
    }

    private static int few(int threads) {
        return Math.max(FEW / threads, MIN);
    }

    private static boolean isSparse(GraphSize size) {
        return size.edges() < (long) SPARSE * size.vertices();
    }

    /** {@return the bytes besides those of the graph} */
    static long bytes(GraphSize size) {
        long bits = 3L * Long.BYTES * Math.ceilDiv(size.vertices(), Long.SIZE);
        long alone = isSparse(size) ? size.rows() + SequentialBfs.bytes(size) : 0;
        return 4L * Integer.BYTES * size.vertices() + bits + (long) Long.BYTES * TAKEN + alone;
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        counters.fill(0);
        var alone = beginning;
        if (alone == null) {
            shared = true;
            return new Bfs.Run(launch(threads, limit, kernel(source)), visits());
        }
        var elapsed = launch(1, limit, _ -> begin(alone, source));
        shared = !alone.isDone();
        if (shared) {
            elapsed = elapsed.plus(launch(threads, limit, lane -> new Searcher(lane).from(alone)));
        }
        return new Bfs.Run(elapsed, visits());
    }

    private long visits() {
        return counters.copyOut(VISITS, 1)[0];
    }

    /**
     * The first levels of a sparse graph, as the sequential search finds them, until it is worth while for others to
     * take over: they have to copy what is known of all vertices, so levels for all are left to this thread until they
     * would have taken it as long.
     */
    private void begin(SequentialBfs alone, int source) {
        int most = threads == 1 ? vertices : few / SPARSE;
        long forAll = 0;
        alone.begin(source);
        do {
            alone.goOn(most);
            if (alone.width() > most) {
                long ahead = alone.edgesAhead(useless);
                forAll += ahead > few ? ahead : 0;
            }
            Backoff.stopIfCancelled(WORK);
        } while (!alone.isDone() && forAll * threads <= vertices);
        counters.setOpaque(VISITS, alone.count() - alone.width());
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> new Searcher(lane).from(source);
    }

    private Duration launch(int lanes, Duration limit, Kernel kernel) {
        var launch = device.launch(new Grid(lanes, 1), kernel);
        launch.join(limit);
        return launch.elapsed();
    }

    /** {@return whether the last run was not ended by the thread that began it} */
    boolean wasShared() {
        return shared;
    }

    @Override
    public BfsResult result() {
        if (beginning != null && !shared) {
            return beginning.result();
        }
        int[] known = distances.copyOut();
        int[] before = predecessors.copyOut();
        for (int vertex = 0; vertex < vertices; vertex++) {
            before[vertex] = known[vertex] == BfsResult.UNREACHED ? BfsResult.UNREACHED : before[vertex];
        }
        return new BfsResult(known, before);
    }

    /** Where in the list the vertices lie that a thread has found: {@link #PORTION} of them each, but for the last. */
    private static final class Finds {
        private int[] portions = new int[16];
        private int count;

        void clear() {
            count = 0;
        }

        /** @param count how many; if it is less than a portion these are the last */
        void add(int place, int count) {
            int portion = this.count / PORTION;
            if (portion == portions.length) {
                portions = Arrays.copyOf(portions, 2 * portion);
            }
            portions[portion] = place;
            this.count += count;
        }

        int place(int number) {
            return portions[number / PORTION] + number % PORTION;
        }
    }

    /** One of the threads. */
    private final class Searcher {
        private final Lane lane;
        private final int lanes;
        private final int[] found = new int[ROOM];
        private final int[] foundFrom = new int[ROOM];
        private int foundCount;

        /** How many of them have a predecessor. */
        private int given;

        /** How many of them are this thread's, and lead further. */
        private int checked;

        private long foundAhead;
        private long visits;

        /** Of what was read ahead: nobody wants it, but unless it is kept the JVM does not read. */
        @SuppressWarnings("UnusedVariable")
        private int touched;

        // The same in all threads.
        private int step;
        private int level;
        private int begin;
        private int end;
        private long ahead;
        private long left = edges;
        /** Whether the vertices of the level are dealt out as threads found them. */
        private boolean dealt;

        /** Whose things this thread takes now. */
        private int owner;

        private Longs front = even;
        private Longs next = odd;

        Searcher(Lane lane) {
            this.lane = lane;
            lanes = lane.count();
            owner = lane.id();
            finds[owner][0].clear();
        }

        void from(int source) {
            clear(source);
            ahead = degree(source);
            end = 1;
            lane.gridBarrier();
            search();
            counters.getAndAdd(VISITS, visits);
        }

        /** Searches from where one has come to alone. */
        void from(SequentialBfs alone) {
            takeOver(alone);
            finish();
            ahead = counters.getOpaque(counter(AHEAD, step - 1));
            left = (long) edges * (vertices - begin) / vertices; // about
            search();
            counters.getAndAdd(VISITS, visits);
        }

        private boolean isLessBottomUp() {
            return !Direction.isThin(vertices, ahead) && Direction.isLessBottomUp(vertices, edges, ahead, left - ahead);
        }

        private void search() {
            while (ahead > 0) {
                if (isLessBottomUp()) {
                    bottomUpLevels();
                } else if (ahead <= few || lanes == 1) {
                    alone();
                } else {
                    topDown();
                    finish();
                    appended();
                    dealt = true;
                    level++;
                }
            }
        }

        private int degree(int vertex) {
            return offsets.get(vertex + 1) - offsets.get(vertex);
        }

        /** {@return where the cut of a thread begins if all have one of these things; where the one before ends} */
        private int cut(int all, int thread) {
            return (int) ((long) all * thread / lanes);
        }

        private int cut(int all) {
            return cut(all, lane.id());
        }

        private int cutEnd(int all) {
            return cut(all, lane.id() + 1);
        }

        private void clear(int source) {
            int first = cut(vertices);
            int last = cutEnd(vertices);
            for (int begin = first; begin < last; begin += CLEARED) {
                clear(begin, Math.min(begin + CLEARED, last));
            }
            if (first <= source && source < last) {
                list.set(0, source);
                distances.set(source, 0);
                predecessors.set(source, source);
            }
            clearBits();
        }

        private void clear(int first, int last) {
            for (int vertex = first; vertex < last; vertex++) {
                distances.set(vertex, BfsResult.UNREACHED);
            }
        }

        private void clearBits() {
            int wordsEnd = cutEnd(words);
            for (int word = cut(words); word < wordsEnd; word++) {
                even.set(word, 0);
            }
        }

        /** Takes over what one has found alone. */
        private void takeOver(SequentialBfs alone) {
            int last = cutEnd(vertices);
            for (int vertex = cut(vertices); vertex < last; vertex++) {
                distances.set(vertex, alone.distance(vertex));
                predecessors.set(vertex, alone.predecessor(vertex));
            }
            end = alone.count();
            begin = end - alone.width();
            level = alone.level();
            int levelEnd = begin + cutEnd(alone.width());
            for (int i = begin + cut(alone.width()); i < levelEnd; i++) {
                list.set(i, alone.vertex(i));
                foundAhead += degree(alone.vertex(i));
            }
            clearBits();
        }

        private long unreached(int word) {
            int inWord = Math.min(vertices - word * Long.SIZE, Long.SIZE);
            return ~reached.get(word) & -1L >>> Long.SIZE - inWord;
        }

        private static int counter(int kind, int step) {
            return kind + step % STEPS * APART;
        }

        private static int taken(int thread, int step) {
            return TAKEN + (STEPS * thread + step % STEPS) * APART;
        }

        /**
         * {@return the number of the first of some things of a thread, which becomes the {@link #owner}: this one as
         * long as it has any; negative if nobody has}
         *
         * @param all things that are cut, or negative for vertices as threads found them
         */
        private int take(int all, int share) {
            int last = lane.id() == 0 ? lanes - 1 : lane.id() - 1;
            while (true) {
                int counter = taken(owner, step);
                int count = things(all, owner);
                if (counters.getOpaque(counter) < count) {
                    int first = (int) counters.getAndAdd(counter, share);
                    if (first < count) {
                        return first;
                    }
                }
                if (owner == last) {
                    return -1;
                }
                owner = owner + 1 == lanes ? 0 : owner + 1;
            }
        }

        private int things(int all, int thread) {
            return all < 0 ? finds[thread][1 - step % 2].count : cut(all, thread + 1) - cut(all, thread);
        }

        /** Ends a step. */
        private void finish() {
            settle();
            if (foundCount > 0) {
                append(0, foundCount);
                foundCount = 0;
                given = 0;
                checked = 0;
            }
            if (foundAhead > 0) {
                counters.getAndAdd(counter(AHEAD, step), foundAhead);
                foundAhead = 0;
            }
            if (lane.id() == 0) {
                counters.setOpaque(counter(FOUND, step + 1), 0);
                counters.setOpaque(counter(AHEAD, step + 1), 0);
            }
            counters.setOpaque(taken(lane.id(), step + 1), 0);
            lane.gridBarrier();
            step++;
            owner = lane.id();
            finds[lane.id()][step % 2].clear();
        }

        /** After a step that added a level to the list. */
        private void appended() {
            left -= ahead;
            ahead = counters.getOpaque(counter(AHEAD, step - 1));
            begin = end;
            end += (int) counters.getOpaque(counter(FOUND, step - 1));
        }

        private void add(int vertex, int predecessor) {
            found[foundCount] = vertex;
            foundFrom[foundCount] = predecessor;
            foundCount++;
            if (foundCount == ROOM) {
                settle();
            }
        }

        /** Gives predecessors to what was found since the last time. */
        private void givePredecessors() {
            for (int i = given; i < foundCount; i++) {
                predecessors.setOpaque(found[i], foundFrom[i]);
            }
            given = foundCount;
        }

        /** Forgets of what this thread has found what is another's, or leads nowhere. Whole portions go to the list. */
        private void settle() {
            givePredecessors();
            int kept = checked;
            long ahead = 0;
            for (int i = checked; i < foundCount; i++) {
                int vertex = found[i];
                int degree = predecessors.getOpaque(vertex) == foundFrom[i] ? degree(vertex) : 0;
                ahead += degree;
                found[kept] = vertex;
                kept += useless - degree >>> Integer.SIZE - 1; // 1 if there are more
            }
            foundAhead += ahead;
            int at = 0;
            for (; kept - at >= PORTION; at += PORTION) {
                append(at, PORTION);
            }
            System.arraycopy(found, at, found, 0, kept - at);
            foundCount = kept - at;
            given = foundCount;
            checked = foundCount;
        }

        /** Puts some of what was found into the list. */
        private void append(int first, int count) {
            int at = end + (int) counters.getAndAdd(counter(FOUND, step), count);
            finds[lane.id()][step % 2].add(at, count);
            for (int i = 0; i < count; i++) {
                list.set(at + i, found[first + i]);
            }
        }

        private void topDown() {
            int size = end - begin;
            if (size <= lanes) {
                cutRows();
                return;
            }
            int all = dealt ? -1 : size;
            int share = Integer.highestOneBit(Math.clamp(size / ((long) SHARES * lanes), 1, SHARE));
            for (int first = take(all, share); first >= 0; first = take(all, share)) {
                int count = Math.min(share, things(all, owner) - first);
                int at = dealt ? finds[owner][1 - step % 2].place(first) : begin + cut(all, owner) + first;
                long most = touch(at, at + count);
                if (most <= ROOM - foundCount && isTrusted()) {
                    expand(at, at + count);
                    givePredecessors();
                } else {
                    for (int i = at; i < at + count; i++) {
                        int vertex = list.get(i);
                        expandCarefully(vertex, offsets.get(vertex), offsets.get(vertex + 1));
                    }
                }
                if (foundCount >= MANY) {
                    settle();
                }
                visits += count;
                Backoff.stopIfCancelled(WORK);
            }
        }

        /** A level of few vertices, of whose edges each thread has its cut. */
        private void cutRows() {
            for (int i = begin; i < end; i++) {
                int vertex = list.get(i);
                int row = offsets.get(vertex);
                int degree = degree(vertex);
                int last = row + cutEnd(degree);
                int edge = row + cut(degree);
                while (edge < last && isTrusted()) {
                    int stop = Math.min(last, edge + MANY);
                    foundCount = expand(vertex, edge, stop, foundCount);
                    settle();
                    edge = stop;
                    Backoff.stopIfCancelled(WORK);
                }
                expandCarefully(vertex, edge, last);
            }
            visits += lane.id() == 0 ? end - begin : 0;
        }

        /**
         * Looks at the edges of some vertices, for all of whose targets there is room. Nothing but plain accesses, so
         * that the JVM keeps what it needs in registers.
         */
        private void expand(int first, int last) {
            int count = foundCount;
            for (int i = first; i < last; i++) {
                int vertex = list.get(i);
                count = expand(vertex, offsets.get(vertex), offsets.get(vertex + 1), count);
            }
            foundCount = count;
        }

        /** {@return how many vertices this thread has found} */
        private int expand(int vertex, int first, int last, int foundBefore) {
            var ends = targets;
            var known = distances;
            int[] mine = found;
            int[] from = foundFrom;
            int count = foundBefore;
            int distance = level + 1;
            for (int edge = first; edge < last; edge++) {
                int target = ends.get(edge);
                if (known.get(target) == BfsResult.UNREACHED) {
                    known.set(target, distance);
                    mine[count] = target;
                    from[count] = vertex;
                    count++;
                }
            }
            return count;
        }

        /** The same by atomic operations, for any number of edges of one vertex. */
        private void expandCarefully(int vertex, int first, int last) {
            for (int edge = first; edge < last; edge++) {
                int target = targets.get(edge);
                if (distances.get(target) == BfsResult.UNREACHED
                        && distances.compareAndSet(target, BfsResult.UNREACHED, level + 1)) {
                    add(target, vertex);
                }
            }
        }

        /**
         * {@return how many edges some vertices have} Reads the beginning of their rows: these reads do not wait for
         * each other, as those of the search would, one row after the other.
         */
        private long touch(int first, int last) {
            int sum = 0;
            long count = 0;
            for (int i = first; i < last; i++) {
                int vertex = list.get(i);
                int row = offsets.get(vertex);
                count += offsets.get(vertex + 1) - row;
                sum += targets.get(Math.min(row, edges - 1));
            }
            touched = sum;
            return count;
        }

        /** {@return whether no vertex, or few, can be in the list twice} */
        private boolean isTrusted() {
            return end + counters.getOpaque(counter(FOUND, step)) <= trusted;
        }

        /** Levels with few edges. The other threads wait. */
        private void alone() {
            if (lane.id() == 0) {
                searchAlone();
                tell();
            }
            finish();
            hear();
        }

        private void tell() {
            counters.setOpaque(ALONE_LEVEL, level);
            counters.setOpaque(ALONE_BEGIN, begin);
            counters.setOpaque(ALONE_END, end);
            counters.setOpaque(ALONE_AHEAD, ahead);
            counters.setOpaque(ALONE_LEFT, left);
        }

        private void hear() {
            level = (int) counters.getOpaque(ALONE_LEVEL);
            begin = (int) counters.getOpaque(ALONE_BEGIN);
            end = (int) counters.getOpaque(ALONE_END);
            ahead = counters.getOpaque(ALONE_AHEAD);
            left = counters.getOpaque(ALONE_LEFT);
            dealt = false;
        }

        private void searchAlone() {
            while (ahead > 0 && (ahead <= few || threads == 1) && !isLessBottomUp()) {
                levelAlone();
            }
        }

        /**
         * A level. Reads the beginning of the row of each vertex that it finds: it is on its way then, and nobody waits
         * for it. A method of its own, so that the JVM compiles it as one.
         */
        private void levelAlone() {
            var rows = offsets;
            var ends = targets;
            var known = distances;
            var all = list;
            int distance = level + 1;
            int last = end;
            int tail = last;
            long found = 0;
            int sum = 0;
            for (int at = begin; at < last; at++) {
                int vertex = all.get(at);
                int rowEnd = rows.get(vertex + 1);
                for (int edge = rows.get(vertex); edge < rowEnd; edge++) {
                    int target = ends.get(edge);
                    if (known.get(target) == BfsResult.UNREACHED) {
                        known.set(target, distance);
                        predecessors.set(target, vertex);
                        int row = rows.get(target);
                        int degree = rows.get(target + 1) - row;
                        found += degree;
                        sum += ends.get(Math.min(row, edges - 1));
                        if (degree > useless) {
                            all.set(tail, target);
                            tail++;
                        }
                    }
                }
                if (at % LOOK_AFTER_ALONE == 0) {
                    Backoff.stopIfCancelled(WORK);
                }
            }
            touched = sum;
            visits += last - begin;
            left -= ahead;
            ahead = found;
            begin = last;
            end = tail;
            level = distance;
        }

        private void bottomUpLevels() {
            markLevel();
            finish();
            while (isLessBottomUp() || Direction.isLessBottomUp(words, ahead, left - ahead)) {
                bottomUp();
                finish();
                left -= ahead;
                ahead = counters.getOpaque(counter(AHEAD, step - 1));
                level++;
                var last = front;
                front = next;
                next = last;
            }
            if (ahead > 0) {
                listLevel();
                finish();
                begin = end;
                end += (int) counters.getOpaque(counter(FOUND, step - 1));
                dealt = true;
            }
        }

        /** Makes bits of the list, and of what was reached. */
        private void markLevel() {
            int wordsEnd = cutEnd(words);
            for (int word = cut(words); word < wordsEnd; word++) {
                reached.set(word, reachedOf(word));
            }
            int size = end - begin;
            int last = begin + cutEnd(size);
            for (int i = begin + cut(size); i < last; i++) {
                int vertex = list.get(i);
                front.getAndBitwiseOr(vertex / Long.SIZE, 1L << vertex);
            }
        }

        /** {@return the bits of a word of vertices: those that were reached, or have no in-edges} */
        private long reachedOf(int word) {
            int first = word * Long.SIZE;
            int count = Math.min(vertices - first, Long.SIZE);
            long bits = 0;
            for (int i = 0; i < count; i++) {
                int sources = inOffsets.get(first + i + 1) - inOffsets.get(first + i);
                // Negative if it has a distance, or no sources.
                int is = ~distances.get(first + i) | sources - 1;
                bits |= (long) (is >>> Integer.SIZE - 1) << i;
            }
            return bits;
        }

        private void bottomUp() {
            for (int first = take(words, WORDS); first >= 0; first = take(words, WORDS)) {
                int at = cut(words, owner) + first;
                int last = Math.min(at + WORDS, cut(words, owner + 1));
                touchSources(at);
                for (int word = at; word < last; word++) {
                    touchSources(Math.min(word + 1, last - 1));
                    bottomUp(word);
                }
                Backoff.stopIfCancelled(WORK);
            }
        }

        /** Reads the first source of all vertices of a word: none of these reads waits for another. */
        private void touchSources(int word) {
            int sum = 0;
            for (long bits = unreached(word); bits != 0; bits &= bits - 1) {
                sum += sources.get(inOffsets.get(word * Long.SIZE + Long.numberOfTrailingZeros(bits)));
            }
            touched = sum;
        }

        /**
         * Vertices of a word. They look at their first source, all of them, then those that have found nothing at their
         * second: so nothing is guessed, and reads do not wait for each other. What is left looks on one by one.
         */
        private void bottomUp(int word) {
            var rows = inOffsets;
            var from = sources;
            var level = front;
            int first = word * Long.SIZE;
            long rest = unreached(word);
            long hits = 0;
            visits += Long.bitCount(rest);
            for (int look = 0; look < LOOKS && rest != 0; look++) {
                long hitsNow = 0;
                long more = 0;
                for (long bits = rest; bits != 0; bits &= bits - 1) {
                    int vertex = first + Long.numberOfTrailingZeros(bits);
                    int edge = rows.get(vertex) + look;
                    int is = edge - rows.get(vertex + 1) >>> Integer.SIZE - 1; // 1 if there is such an edge
                    int source = from.get(Math.min(edge, edges - 1));
                    hitsNow |= (level.get(source / Long.SIZE) >>> source & is) << vertex;
                    more |= (long) is << vertex;
                }
                for (long bits = hitsNow; bits != 0; bits &= bits - 1) {
                    int vertex = first + Long.numberOfTrailingZeros(bits);
                    reach(vertex, from.get(rows.get(vertex) + look));
                }
                hits |= hitsNow;
                rest &= more & ~hitsNow;
            }
            for (long bits = rest; bits != 0; bits &= bits - 1) {
                int vertex = first + Long.numberOfTrailingZeros(bits);
                int rowEnd = rows.get(vertex + 1);
                for (int edge = rows.get(vertex) + LOOKS; edge < rowEnd; edge++) {
                    int source = from.get(edge);
                    if ((level.get(source / Long.SIZE) >>> source & 1) != 0) {
                        hits |= bits & -bits;
                        reach(vertex, source);
                        break;
                    }
                }
            }
            next.set(word, hits);
            if (hits != 0) {
                reached.set(word, reached.get(word) | hits);
            }
        }

        private void reach(int vertex, int predecessor) {
            distances.set(vertex, level + 1);
            predecessors.set(vertex, predecessor);
            foundAhead += degree(vertex);
        }

        /** Makes a list of the bits. */
        private void listLevel() {
            int wordsEnd = cutEnd(words);
            for (int word = cut(words); word < wordsEnd; word++) {
                list(word);
            }
        }

        private void list(int word) {
            for (long bits = front.get(word); bits != 0; bits &= bits - 1) {
                int vertex = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
                add(vertex, predecessors.get(vertex));
            }
            front.set(word, 0);
        }
    }

    @Override
    public void close() {
        counters.close();
        list.close();
        reached.close();
        even.close();
        odd.close();
        distances.close();
        predecessors.close();
    }
}
