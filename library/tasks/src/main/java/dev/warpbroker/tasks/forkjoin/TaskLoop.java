package dev.warpbroker.tasks.forkjoin;

/** What a worker on the JVM does all the time, and what its tasks see of it; see {@link TaskLoops}. */
abstract non-sealed class TaskLoop<T, R> extends Fork<T, R> {
    /** Runs the tasks of the worker's stack until it has none that is not with others. */
    abstract void work();
}
