package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WarpWorker;
import dev.warpbroker.tasks.worker.WorkerTrace;

/** Warps that each serve a ring of requests, until one of them says that there are no more. */
final class ServingWarps<T, R> implements Kernel {
    /*
     * A warp looks at one page of its ring at a time, a lane at each request, with one read over the bus for a row of
     * words. Lanes whose request is there run it and write the answer, each for itself. When all requests of the page
     * are served the warp turns to the next.
     *
     * Access modes: words carry their marks, so opaque reads and writes suffice for requests and answers themselves.
     * The first word of a request is read last and acquires; that of an answer is written last and releases: this
     * orders what host and task do with other memory.
     *
     * After a kernel that has failed, the next one begins with the first page of which the host has not seen all
     * answers, and passes over what is answered.
     *
     * A lane notes which request it begins, and between the body and the answer nothing ends a lane. So a request that
     * a lane has noted and that has no answer when the kernel is over has thrown, or was cut off in its body; every
     * other one without an answer was not begun. Nor does anything end it before it has counted the answer for the
     * time line.
     */
    private static final long serialVersionUID = 1;

    /** Words of a request that are read with every look, without knowing whether one is there. */
    private static final int READ_AT_ONCE = 4;

    private static final int FIRST_NAP = 256;

    private final transient ServingMemory memory;
    private final transient Layout<T> tasks;
    private final transient Layout<R> results;
    private final TaskFunction<T, R> body;
    private final int requestWords;
    private final int answerWords;
    private final boolean ordered;
    private final int spins;
    private final int longestNap;

    ServingWarps(
            ServingMemory memory,
            Layout<T> tasks,
            Layout<R> results,
            TaskFunction<T, R> body,
            ExecutorOptions options) {
        this.memory = memory;
        this.tasks = tasks;
        this.results = results;
        this.body = body;
        requestWords = memory.requestLayout().words();
        answerWords = memory.answerLayout().words();
        ordered = options.ordered();
        spins = options.spins();
        longestNap = (int) options.longestSleep().toNanos();
    }

    TaskFunction<T, R> body() {
        return body;
    }

    @Override
    public void run(Lane lane) {
        new ServingLane<>(this, lane).serve();
    }

    /** A lane, and what it knows of its warp. */
    private static final class ServingLane<T, R> {
        private final ServingWarps<T, R> of;
        private final Lane lane;
        private final WorkerTrace<T> trace;
        private final WarpWorker warp;
        private final int ring;
        private final int column;

        private long page;

        /** Whether the request of this lane in this page is answered. */
        private boolean served;

        ServingLane(ServingWarps<T, R> of, Lane lane) {
            this.of = of;
            this.lane = lane;
            trace = new WorkerTrace<>(of.memory.traces(), of.tasks, lane, Granularity.WARP);
            warp = new WarpWorker(lane);
            ring = warp.number();
            column = lane.warp().lane();
        }

        void serve() {
            var requests = of.memory.requests();
            var layout = of.memory.requestLayout();
            page = of.memory.firstPages().get(ring);
            served = isAnswered();
            while (warp.ballot(served) == warp.mask()) {
                page++;
                served = isAnswered();
            }
            var backoff = new Backoff();
            int looks = 0;
            int nap = FIRST_NAP;
            while (true) {
                int lap = layout.lap(page);
                int[] words = new int[of.requestWords];
                boolean whole = true;
                if (of.requestWords <= READ_AT_ONCE) {
                    whole = readRest(words, lap);
                }
                int first = layout.row(ring, page, 0) + column;
                long marked = of.ordered ? requests.getAcquire(first) : requests.getOpaque(first);
                int mark = RingLayout.mark(marked);
                words[0] = RingLayout.word(marked);
                if (of.requestWords > READ_AT_ONCE && !served && mark == lap) {
                    whole = readRest(words, lap);
                }
                boolean here = !served && mark == lap && whole;
                boolean cancelled = !served && mark == (lap | RingLayout.CANCELLED);
                boolean ends = mark == (lap | RingLayout.END);
                if (warp.any(here || cancelled || ends)) {
                    trace.work();
                    if (here) {
                        of.memory.begun().set(lane.id(), page * layout.lanes() + column + 1);
                        T task = of.tasks.decode(words);
                        answer(of.body.apply(task), lap);
                        trace.ranAtOnce(task);
                    } else if (cancelled) {
                        refuse(lap);
                    }
                    if (!warp.isComplete()) {
                        return;
                    }
                    if (warp.any(ends)) {
                        trace.end();
                        return;
                    }
                    trace.look();
                    if (warp.ballot(served) == warp.mask()) {
                        page++;
                        served = false;
                    }
                    backoff = new Backoff();
                    looks = 0;
                    nap = FIRST_NAP;
                } else {
                    trace.idle();
                    if (looks < of.spins) {
                        looks++;
                    } else if (of.longestNap > 0) {
                        nap = Math.min(2 * nap, of.longestNap);
                        Backoff.sleep(nap);
                    }
                    backoff.pause("a request");
                }
            }
        }

        /** {@return whether all words but the first are there} */
        private boolean readRest(int[] words, int lap) {
            boolean whole = true;
            for (int i = of.requestWords - 1; i > 0; i--) {
                long marked =
                        of.memory.requests().getOpaque(of.memory.requestLayout().row(ring, page, i) + column);
                words[i] = RingLayout.word(marked);
                whole &= RingLayout.mark(marked) == lap;
            }
            return whole;
        }

        private boolean isAnswered() {
            int mark = RingLayout.mark(of.memory.answers().getAcquire(answerAt(0)));
            return (mark & ~RingLayout.CANCELLED) == of.memory.answerLayout().lap(page);
        }

        private void answer(R result, int lap) {
            int[] words = new int[of.answerWords];
            of.results.encode(result, words, 0);
            for (int i = of.answerWords - 1; i > 0; i--) {
                of.memory.answers().setOpaque(answerAt(i), RingLayout.marked(words[i], lap));
            }
            long first = RingLayout.marked(words[0], lap);
            if (of.ordered) {
                of.memory.answers().setRelease(answerAt(0), first);
            } else {
                of.memory.answers().setOpaque(answerAt(0), first);
            }
            served = true;
        }

        private void refuse(int lap) {
            of.memory.answers().setOpaque(answerAt(0), RingLayout.marked(0, lap | RingLayout.CANCELLED));
            served = true;
        }

        private int answerAt(int word) {
            return of.memory.answerLayout().row(ring, page, word) + column;
        }
    }
}
