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
     * The bits `front` are 0 unless the search goes bottom-up.
     *
     * A vertex without edges that could lead further is in no list.
     *
     * Loops that take long are in methods that are called often: of those the JVM makes code that is good whatever was
     * done before, while code for a loop that was entered once, and has not ended, is good or not, as it happens.
     *
     * Everything that threads share is dealt out: a thread has the vertices of the level that it found itself, or a cut
     * of them if one thread found them all, and bottom-up a cut of the words. So it finds in its cache what it wrote
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
     */

    /**
     * A level with at most so many edges, divided by the number of threads, is left to one thread: it takes about as
     * long as to wait for the others.
     */
    private static final int FEW = 16_384;

    private static final int MIN = 4_096;

    /** Edges per vertex below which a graph is sparse. */
    private static final int SPARSE = 3;

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

    /** Whether there are so few edges per vertex that one thread begins alone. */
    private final boolean sparse;

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
        sparse = edges < (long) SPARSE * vertices;
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

    /** {@return the bytes besides those of the graph} */
    static long bytes(GraphSize size) {
        long bits = 3L * Long.BYTES * Math.ceilDiv(size.vertices(), Long.SIZE);
        return 4L * Integer.BYTES * size.vertices() + bits + (long) Long.BYTES * TAKEN;
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        counters.fill(0);
        int first = sparse ? 1 : threads;
        var elapsed = launch(first, limit, kernel(source));
        shared = first > 1;
        if (first < threads && counters.copyOut(ALONE_AHEAD, 1)[0] > 0) {
            elapsed = elapsed.plus(launch(threads, limit, lane -> new Searcher(lane).goOn()));
            shared = true;
        }
        return new Bfs.Run(elapsed, counters.copyOut(VISITS, 1)[0]);
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

    /** {@return whether the last run was by several threads} */
    boolean wasShared() {
        return shared;
    }

    @Override
    public BfsResult result() {
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

        /** Searches; a lane that is alone though it has others leaves to them what is from the first large level on. */
        void from(int source) {
            clear(source);
            ahead = degree(source);
            end = 1;
            if (sparse && lanes == 1) {
                firstLevels();
                lookAhead();
            }
            if (lanes == threads) {
                search();
            } else {
                tell();
            }
            counters.getAndAdd(VISITS, visits);
        }

        /** Searches from where a lane alone has come to. */
        void goOn() {
            hear();
            lane.gridBarrier();
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
            int wordsEnd = cutEnd(words);
            for (int word = cut(words); word < wordsEnd; word++) {
                even.set(word, 0);
                reached.set(word, 0);
            }
            lane.gridBarrier();
        }

        private void clear(int first, int last) {
            for (int vertex = first; vertex < last; vertex++) {
                distances.set(vertex, BfsResult.UNREACHED);
            }
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
                    expandCarefully(at, at + count);
                }
                if (foundCount >= MANY) {
                    settle();
                }
                visits += count;
                Backoff.stopIfCancelled(WORK);
            }
        }

        /**
         * Looks at the edges of some vertices, for all of whose targets there is room. Nothing but plain accesses, so
         * that the JVM keeps what it needs in registers.
         */
        private void expand(int first, int last) {
            var rows = offsets;
            var ends = targets;
            var known = distances;
            int[] mine = found;
            int[] from = foundFrom;
            int count = foundCount;
            int distance = level + 1;
            for (int i = first; i < last; i++) {
                int vertex = list.get(i);
                int rowEnd = rows.get(vertex + 1);
                for (int edge = rows.get(vertex); edge < rowEnd; edge++) {
                    int target = ends.get(edge);
                    if (known.get(target) == BfsResult.UNREACHED) {
                        known.set(target, distance);
                        mine[count] = target;
                        from[count] = vertex;
                        count++;
                    }
                }
            }
            foundCount = count;
        }

        /** The same by atomic operations, for any number of edges. */
        private void expandCarefully(int first, int last) {
            for (int i = first; i < last; i++) {
                int vertex = list.get(i);
                int rowEnd = offsets.get(vertex + 1);
                for (int edge = offsets.get(vertex); edge < rowEnd; edge++) {
                    int target = targets.get(edge);
                    if (distances.get(target) == BfsResult.UNREACHED
                            && distances.compareAndSet(target, BfsResult.UNREACHED, level + 1)) {
                        add(target, vertex);
                    }
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

        /**
         * The first levels of a sparse graph, until one has many vertices. Edges are not counted, which would take as
         * long as the search of a level that has but one vertex.
         */
        private void firstLevels() {
            int most = threads == 1 ? vertices : few / SPARSE;
            reached.set(list.get(0) / Long.SIZE, 1L << list.get(0));
            do {
                int tail = firstLevel();
                begin = end;
                end = tail;
                level++;
            } while (begin < end && end - begin <= most);
            visits = begin;
        }

        /** {@return the end of the list with the next level} Bits of what was reached stay in the nearest cache. */
        private int firstLevel() {
            var rows = offsets;
            var ends = targets;
            var known = reached;
            var all = list;
            int distance = level + 1;
            int last = end;
            int tail = last;
            int done = 0;
            int sum = 0;
            for (int at = begin; at < last; at++) {
                int vertex = all.get(at);
                int row = rows.get(vertex);
                int rowEnd = rows.get(vertex + 1);
                done += rowEnd - row;
                for (int edge = row; edge < rowEnd; edge++) {
                    int target = ends.get(edge);
                    long word = known.get(target / Long.SIZE);
                    if ((word >>> target & 1) == 0) {
                        known.set(target / Long.SIZE, word | 1L << target);
                        distances.set(target, distance);
                        predecessors.set(target, vertex);
                        all.set(tail, target);
                        tail++;
                        sum += ends.get(Math.min(rows.get(target), edges - 1));
                    }
                }
                if (at % LOOK_AFTER_ALONE == 0) {
                    Backoff.stopIfCancelled(WORK);
                }
            }
            touched = sum;
            left -= done;
            return tail;
        }

        /** Counts the edges of the level, and drops vertices that lead nowhere. */
        private void lookAhead() {
            int kept = begin;
            ahead = 0;
            for (int i = begin; i < end; i++) {
                int vertex = list.get(i);
                int degree = degree(vertex);
                ahead += degree;
                list.set(kept, vertex);
                kept += useless - degree >>> Integer.SIZE - 1; // 1 if there are more
            }
            ahead = kept == begin ? 0 : ahead;
            end = kept;
        }

        private void bottomUpLevels() {
            markLevel();
            finish();
            while (isLessBottomUp()) {
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
                boolean is = distances.get(first + i) != BfsResult.UNREACHED
                        || inOffsets.get(first + i) == inOffsets.get(first + i + 1);
                bits |= (is ? 1L : 0L) << i;
            }
            return bits;
        }

        private void bottomUp() {
            for (int first = take(words, WORDS); first >= 0; first = take(words, WORDS)) {
                int at = cut(words, owner) + first;
                int last = Math.min(at + WORDS, cut(words, owner + 1));
                for (int word = at; word < last; word++) {
                    bottomUp(word);
                }
                Backoff.stopIfCancelled(WORK);
            }
        }

        private void bottomUp(int word) {
            long candidates = unreached(word);
            long hits = 0;
            for (long bits = candidates; bits != 0; bits &= bits - 1) {
                int vertex = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
                int rowEnd = inOffsets.get(vertex + 1);
                for (int edge = inOffsets.get(vertex); edge < rowEnd; edge++) {
                    int source = sources.get(edge);
                    if ((front.get(source / Long.SIZE) >>> source & 1) != 0) {
                        hits |= bits & -bits;
                        distances.set(vertex, level + 1);
                        predecessors.set(vertex, source);
                        foundAhead += degree(vertex);
                        break;
                    }
                }
            }
            visits += Long.bitCount(candidates);
            next.set(word, hits);
            if (hits != 0) {
                reached.set(word, reached.get(word) | hits);
            }
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
