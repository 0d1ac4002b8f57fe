package dev.warpbroker.tasks.forkjoin;

/**
 * Sizes of a fork-join engine, each per worker. A worker is a warp on a GPU and a thread on the JVM.
 *
 * <p>What is fast is shared memory of the block on a GPU, 48 KiB for {@code workersPerBlock} workers; what does not fit
 * there goes to device memory, which is slower but has room. Fast sizes that are too large for the tasks are made
 * smaller. On a GPU tasks wait for children only if there is a continuation; without one, more spawned tasks lie in
 * fast memory instead.
 *
 * @param workers how many workers; 0 for as many as the device can hold
 * @param workersPerBlock how many of them share a block on a GPU
 * @param fastTasks spawned tasks in fast memory, a power of two; never less than two for each lane
 * @param fastFrames tasks that wait for children, in fast memory
 * @param tasks most spawned tasks that have not begun, a power of two
 * @param frames further tasks that wait for children, in device memory
 * @param inbox most children that others may have at a time, a power of two
 * @param longTasks whether tasks take more than some ten microseconds. Then a warp looks after each of them whether
 *     others have nothing to do, and lets them have all but what its own lanes begin next
 * @param taskTrace whether each lane of a GPU notes what it runs, so that a failure names the task; threads always do
 */
public record ForkJoinOptions(
        int workers,
        int workersPerBlock,
        int fastTasks,
        int fastFrames,
        int tasks,
        int frames,
        int inbox,
        boolean longTasks,
        boolean taskTrace) {
    private static final int MAX_FRAMES = 1 << Plan.FRAME_BITS;

    /** A public deque has twice as much, and positions of {@link Plan#DEQUE_BITS}. */
    private static final int MAX_INBOX = 1 << Plan.DEQUE_BITS - 2;

    /** Checks the sizes. */
    public ForkJoinOptions {
        if (workers < 0 || workers > Plan.MAX_WORKERS) {
            throw new IllegalArgumentException(
                    workers + " workers; give 1 to " + Plan.MAX_WORKERS + ", or 0 for as many as the device holds");
        }
        if (workersPerBlock < 1 || workersPerBlock > 32) {
            throw new IllegalArgumentException(workersPerBlock + " workers per block; a block holds 1 to 32 warps");
        }
        checkPowerOfTwo("fastTasks", fastTasks);
        checkPowerOfTwo("tasks", tasks);
        checkPowerOfTwo("inbox", inbox);
        if (inbox > MAX_INBOX) {
            throw new IllegalArgumentException("inbox " + inbox + "; the largest is " + MAX_INBOX);
        }
        if (fastFrames < 1 || frames < 1 || (long) fastFrames + frames > MAX_FRAMES) {
            throw new IllegalArgumentException(fastFrames + " fast frames and " + frames
                    + " others; each must be at least 1, both together at most " + MAX_FRAMES);
        }
    }

    /** {@return sizes for small tasks and trees of some depth} */
    public static ForkJoinOptions defaults() {
        return new ForkJoinOptions(0, 4, 256, 304, 1 << 13, 1 << 13, 1 << 10, false, true);
    }

    /** {@return these options with another number of workers} */
    public ForkJoinOptions withWorkers(int number) {
        return new ForkJoinOptions(
                number, workersPerBlock, fastTasks, fastFrames, tasks, frames, inbox, longTasks, taskTrace);
    }

    /** {@return these options with another number of workers in a block} */
    public ForkJoinOptions withWorkersPerBlock(int number) {
        return new ForkJoinOptions(workers, number, fastTasks, fastFrames, tasks, frames, inbox, longTasks, taskTrace);
    }

    /** {@return these options with room for another number of spawned tasks in fast memory} */
    public ForkJoinOptions withFastTasks(int number) {
        return new ForkJoinOptions(
                workers, workersPerBlock, number, fastFrames, tasks, frames, inbox, longTasks, taskTrace);
    }

    /** {@return these options with room for another number of waiting tasks in fast memory} */
    public ForkJoinOptions withFastFrames(int number) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, number, tasks, frames, inbox, longTasks, taskTrace);
    }

    /** {@return these options with room for another number of spawned tasks} */
    public ForkJoinOptions withTasks(int number) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, fastFrames, number, frames, inbox, longTasks, taskTrace);
    }

    /** {@return these options with room for another number of waiting tasks in device memory} */
    public ForkJoinOptions withFrames(int number) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, fastFrames, tasks, number, inbox, longTasks, taskTrace);
    }

    /** {@return these options with another limit of children that others may have} */
    public ForkJoinOptions withInbox(int number) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, fastFrames, tasks, frames, number, longTasks, taskTrace);
    }

    /** {@return these options with or without a look around after every task} */
    public ForkJoinOptions withLongTasks(boolean areLong) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, fastFrames, tasks, frames, inbox, areLong, taskTrace);
    }

    /** {@return these options with or without the notes that let a failure name its task} */
    public ForkJoinOptions withTaskTrace(boolean on) {
        return new ForkJoinOptions(
                workers, workersPerBlock, fastTasks, fastFrames, tasks, frames, inbox, longTasks, on);
    }

    private static void checkPowerOfTwo(String name, int value) {
        if (value < 1 || Integer.bitCount(value) != 1) {
            throw new IllegalArgumentException(name + " " + value + " is not a power of two; take "
                    + (value < 1 ? 1 : Integer.highestOneBit(value)));
        }
    }
}
