package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;

/**
 * Where everything lies: constants of the compiled engine.
 *
 * <p>The fast memory of a worker has, one after the other: the words of its stacked tasks; if tasks are resumed, their
 * references, of its frames the pending children, the parents, the results and the tasks, and the free frames; and how
 * many tasks the lanes have pushed in this step. Where tasks are not resumed there are no frames. There the words of
 * the stack, while it is empty, also hold a result for each lane. Where lanes run tasks together there follow a task
 * that all of them see, and a result of each.
 *
 * @param taskWords words of a task
 * @param resultWords words of a result
 * @param resumes whether there is a continuation, so that tasks have frames to which their children refer
 * @param lanes how many lanes a worker has
 * @param workersPerBlock how many workers share the fast memory of a block
 * @param fastTasks stacked tasks in fast memory, a power of two
 * @param fastFrames frames in fast memory
 * @param tasks stacked tasks in all, a power of two
 * @param frames frames in device memory
 * @param inbox messages on their way to a worker, a power of two
 * @param longTasks whether a step takes so long that every one is a reason to look outside
 * @param traces whether each lane notes the task that it runs
 * @param groups whether there may be tasks that all lanes run together
 */
record Plan(
        int taskWords,
        int resultWords,
        boolean resumes,
        int lanes,
        int workersPerBlock,
        int fastTasks,
        int fastFrames,
        int tasks,
        int frames,
        int inbox,
        boolean longTasks,
        boolean traces,
        boolean groups) {
    /** A reference to a frame is the number of its worker and, in the lower bits, its number there. */
    static final int FRAME_BITS = 17;

    /** Bits of a position in a public deque. */
    static final int DEQUE_BITS = 20;

    static final int MAX_WORKERS = 1 << 31 - FRAME_BITS;

    /** The reference of the root to its parent. */
    static final int NO_PARENT = -1;

    /** A cache line of the GPU in words. */
    static final int LINE = Ints.LINE;

    /** Words of shared memory that a block has without further ado. */
    private static final int BLOCK_WORDS = 48 * 1024 / Integer.BYTES;

    /**
     * {@return a plan with these sizes} If they do not fit into the shared memory of a block, less lies there and more
     * in device memory: at first half of the memory is for tasks. Without frames, tasks get the memory that those would
     * have had.
     */
    static Plan of(
            ForkJoinOptions options, int lanes, int taskWords, int resultWords, boolean resumes, boolean groups) {
        int fastTasks = Math.max(options.fastTasks(), 2 * lanes);
        int fastFrames = resumes ? options.fastFrames() : 0;
        int most = BLOCK_WORDS / options.workersPerBlock() - (groups ? groupWords(lanes, taskWords, resultWords) : 0);
        if (!resumes) {
            long withFrames = fastTasks * (taskWords + 1L) + options.fastFrames() * (3L + resultWords);
            while (2 * fastTasks <= options.tasks()
                    && 2L * fastTasks * Math.max(1, taskWords) <= Math.min(withFrames, most - 1)) {
                fastTasks *= 2;
            }
        }
        int tasks = Math.max(options.tasks(), fastTasks);
        int entryWords = entryWords(taskWords, resumes);
        int frameWords = resumes ? 3 + resultWords + taskWords : 0;
        if ((long) fastTasks * entryWords + (long) fastFrames * frameWords + 1 > most) {
            int mostForTasks = resumes ? most / 2 : most - 1;
            while (fastTasks > 2 * lanes && (long) fastTasks * entryWords > mostForTasks) {
                fastTasks /= 2;
            }
            long left = most - 1 - (long) fastTasks * entryWords;
            if (left < frameWords) {
                throw tooLarge(options, taskWords, resultWords, most);
            }
            fastFrames = resumes ? (int) Math.min(fastFrames, left / frameWords) : 0;
        }
        if (!resumes && lanes * resultWords >= most) {
            throw tooLarge(options, taskWords, resultWords, most);
        }
        return new Plan(
                taskWords,
                resultWords,
                resumes,
                lanes,
                options.workersPerBlock(),
                fastTasks,
                fastFrames,
                tasks,
                resumes ? options.frames() + options.fastFrames() - fastFrames : 0,
                options.inbox(),
                options.longTasks(),
                options.taskTrace(),
                groups);
    }

    private static IllegalArgumentException tooLarge(
            ForkJoinOptions options, int taskWords, int resultWords, int most) {
        return new IllegalArgumentException("tasks of " + taskWords + " words and results of " + resultWords
                + " do not fit into shared memory, " + most + " words for each of " + options.workersPerBlock()
                + " workers of a block; take fewer with ForkJoinOptions.withWorkersPerBlock, or keep what tasks"
                + " work on in device memory and spawn its index");
    }

    /** {@return tasks in a public deque: a worker publishes at most half of them, and only when there are none} */
    int publicTasks() {
        return 2 * inbox;
    }

    int referencesAt() {
        return fastTasks * taskWords;
    }

    int pendingAt() {
        return referencesAt() + fastTasks;
    }

    int parentsAt() {
        return pendingAt() + fastFrames;
    }

    int resultsAt() {
        return parentsAt() + fastFrames;
    }

    int resumedAt() {
        return resultsAt() + fastFrames * resultWords;
    }

    int freeAt() {
        return resumedAt() + fastFrames * taskWords;
    }

    int pushedAt() {
        return resumes ? freeAt() + fastFrames : Math.max(fastTasks * taskWords, lanes * resultWords);
    }

    /** {@return where the task is that all lanes see} */
    int groupTaskAt() {
        return pushedAt() + 1;
    }

    /** {@return where a result of each lane is that runs a task together with the others} */
    int groupResultsAt() {
        return groupTaskAt() + taskWords;
    }

    int fastWords() {
        return pushedAt() + 1 + (groups ? groupWords(lanes, taskWords, resultWords) : 0);
    }

    private static int groupWords(int lanes, int taskWords, int resultWords) {
        return taskWords + lanes * resultWords;
    }

    /** {@return words of a stacked task, with its reference if it has one} */
    int entryWords() {
        return entryWords(taskWords, resumes);
    }

    private static int entryWords(int taskWords, boolean resumes) {
        return resumes ? taskWords + 1 : taskWords;
    }

    /** {@return words of a frame in device memory: pending children, parent, result, task} */
    int frameWords() {
        return 2 + resultWords + taskWords;
    }

    /** {@return where in the root's memory its task is, after a flag and the result} */
    int rootTaskAt() {
        return 1 + resultWords;
    }

    /** {@return where in the root's memory is counted what is left, on a cache line of its own} */
    int outstandingAt() {
        return Math.ceilDiv(rootTaskAt() + taskWords, LINE) * LINE;
    }

    /** {@return where in the root's memory it is counted how many workers have a total there} */
    int totalsAt() {
        return outstandingAt() + LINE;
    }

    int rootWords() {
        return totalsAt() + 1;
    }

    int inboxBits() {
        return Integer.numberOfTrailingZeros(inbox);
    }

    /** {@return words of a message: the frame, and the result of its child} */
    int messageWords() {
        return 1 + resultWords;
    }
}
