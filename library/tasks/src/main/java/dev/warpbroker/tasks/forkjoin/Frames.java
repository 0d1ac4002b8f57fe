package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/** The frames of a {@link FrameWorker}: its tasks that wait for children. */
final class Frames<T, R> {
    /*
     * A frame is opened by the worker that ran its task, and read and written by lanes of this worker alone; its
     * reference has the worker in it. It is opened before any child can be run, and is free again when the last result
     * has arrived. Every lane has a spare frame before it runs a task, so that a body needs no room in the middle of
     * it. Frames have numbers; the first ones are in fast memory, the others in device memory.
     */
    static final int NO_FRAME = -1;

    private final WarpMemory<T> memory;
    private final Plan plan;
    private final Ints fast;
    private final Join<R> join;
    private final Layout<R> results;

    /** A frame for the task that the calling lane runs next, should it spawn. */
    private int spare = NO_FRAME;

    // The same in all lanes: free frames in fast memory; in device memory those that are free again, and those ever
    // used.
    private int free;
    private int freeElsewhere;
    private int usedElsewhere;

    Frames(WarpMemory<T> memory, Join<R> join) {
        this.memory = memory;
        this.join = join;
        plan = memory.plan();
        fast = memory.fast();
        results = join.layout();
        free = plan.fastFrames();
    }

    /** Before the first step; lanes synchronise afterwards. */
    void begin() {
        for (int i = memory.lane(); i < plan.fastFrames(); i += memory.lanes()) {
            fast.set(memory.begin() + i + plan.freeAt(), i);
        }
    }

    /** Gives each lane a spare frame that has none. */
    void reserve() {
        int lacking = memory.warp().ballot(spare == NO_FRAME);
        int rank = memory.rank(lacking);
        int count = Integer.bitCount(lacking);
        if (count <= free) {
            if (spare == NO_FRAME) {
                spare = fast.get(memory.begin() + free - rank + plan.freeAt() - 1);
            }
            free -= count;
        } else {
            reserveElsewhere(rank, count);
        }
    }

    private void reserveElsewhere(int rank, int count) {
        if (spare == NO_FRAME) {
            if (rank < free) {
                spare = fast.get(memory.begin() + rank + plan.freeAt());
            } else {
                int older = freeElsewhere - 1 - (rank - free);
                int frame = older >= 0
                        ? memory.device().freeFrames().get(memory.worker() * plan.frames() + older)
                        : usedElsewhere - 1 - older;
                if (frame >= plan.frames()) {
                    throw new IllegalStateException("tasks of a worker that wait for children exceed the capacity of "
                            + (plan.fastFrames() + plan.frames()) + " by " + (frame - plan.frames() + 1)
                            + "; see ForkJoinOptions.withFrames");
                }
                spare = plan.fastFrames() + frame;
            }
        }
        int elsewhere = count - free;
        int reused = Math.min(elsewhere, freeElsewhere);
        freeElsewhere -= reused;
        usedElsewhere += elsewhere - reused;
        free = 0;
        memory.warp().synchronize();
    }

    /** {@return the reference of the frame that the calling lane opens next} */
    int spareReference() {
        return memory.ownReferences() + spare;
    }

    /**
     * Opens the spare frame of the calling lane.
     *
     * @param parent the reference of the frame that gets the result
     * @param result what the results of the children are joined with
     * @param next the task that a continuation sees
     */
    void open(int children, int parent, R result, T next) {
        if (spare < plan.fastFrames()) {
            fast.set(memory.begin() + spare + plan.pendingAt(), children);
            fast.set(memory.begin() + spare + plan.parentsAt(), parent);
            results.write(fast, memory.begin() + spare * plan.resultWords() + plan.resultsAt(), result);
            memory.tasks().write(fast, memory.begin() + spare * plan.taskWords() + plan.resumedAt(), next);
        } else {
            Ints frames = memory.device().frames();
            int at = elsewhereAt(spare - plan.fastFrames());
            frames.set(at, children);
            frames.set(at + 1, parent);
            results.write(frames, at + 2, result);
            memory.tasks().write(frames, at + 2 + plan.resultWords(), next);
        }
        spare = NO_FRAME;
    }

    private int elsewhereAt(int frame) {
        return (memory.worker() * plan.frames() + frame) * plan.frameWords();
    }

    /**
     * Hands the lanes' results to the frames of their parents. A lane that brings the last one has the parent's result
     * then, and goes on with the parent.
     *
     * @param inbox for results of children of other workers
     */
    void finish(LaneWork<T, R> work, Inbox<T, R> inbox) {
        int frame = work.reference - memory.ownReferences();
        boolean finishes = work.state == LaneWork.RESULT;
        boolean near = finishes && Integer.compareUnsigned(frame, plan.fastFrames()) < 0;
        if (memory.warp().any(finishes && !near)) {
            finishElsewhere(work, inbox, finishes && !near, frame);
        }
        boolean last = arrive(
                work,
                fast,
                near,
                memory.begin() + frame + plan.pendingAt(),
                memory.begin() + frame * plan.resultWords() + plan.resultsAt());
        if (last) {
            work.reference = fast.get(memory.begin() + frame + plan.parentsAt());
            work.task = memory.tasks().read(fast, memory.begin() + frame * plan.taskWords() + plan.resumedAt());
            work.state = LaneWork.RESUMED;
        }
        int ended = memory.warp().ballot(last);
        if (last) {
            fast.set(memory.begin() + free + memory.rank(ended) + plan.freeAt(), frame);
        }
        free += Integer.bitCount(ended);
        memory.warp().synchronize();
    }

    /** Hands over results that do not go to frames in fast memory: of the root, to other workers, to device memory. */
    private void finishElsewhere(LaneWork<T, R> work, Inbox<T, R> inbox, boolean finishes, int frame) {
        boolean own = finishes && Integer.compareUnsigned(frame, plan.fastFrames() + plan.frames()) < 0;
        if (finishes && !own) {
            if (work.reference == Plan.NO_PARENT) {
                results.write(memory.device().root(), 1, work.value);
                memory.device().root().setRelease(0, 1);
            } else {
                inbox.send(work);
            }
            work.state = LaneWork.NOTHING;
        }
        Ints frames = memory.device().frames();
        int at = own ? elsewhereAt(frame - plan.fastFrames()) : 0;
        boolean last = arrive(work, frames, own, at, at + 2);
        if (last) {
            work.reference = frames.get(at + 1);
            work.task = memory.tasks().read(frames, at + 2 + plan.resultWords());
            work.state = LaneWork.RESUMED;
        }
        int ended = memory.warp().ballot(last);
        if (last) {
            int to = memory.worker() * plan.frames() + freeElsewhere + memory.rank(ended);
            memory.device().freeFrames().set(to, frame - plan.fastFrames());
        }
        freeElsewhere += Integer.bitCount(ended);
        memory.warp().synchronize();
    }

    /** {@return whether the lane brought the last result that a frame waited for; then it has the result of all} */
    private boolean arrive(LaneWork<T, R> work, Ints frames, boolean arrives, int pendingAt, int resultAt) {
        var warp = memory.warp();
        boolean last = false;
        if (join.addsAtomically()) {
            if (arrives) {
                join.add(frames, resultAt, work.value);
            }
            warp.synchronize();
            if (arrives) {
                last = frames.getAndAddRelaxed(pendingAt, -1) == 1;
                work.state = LaneWork.NOTHING;
            }
            if (last) {
                work.value = results.read(frames, resultAt);
                work.state = LaneWork.RESULT;
            }
            return last;
        }
        int before = arrives ? frames.getOpaque(pendingAt) : 0;
        warp.synchronize();
        int pending = arrives ? frames.getAndAddRelaxed(pendingAt, -1) : 0;
        int turn = arrives ? before - pending : -1;
        last = arrives && pending == 1;
        for (int round = 0; warp.any(turn >= round); round++) {
            if (turn == round) {
                work.value = join.combine(results.read(frames, resultAt), work.value);
                if (!last) {
                    results.write(frames, resultAt, work.value);
                    work.state = LaneWork.NOTHING;
                }
            }
            warp.synchronize();
        }
        return last;
    }
}
