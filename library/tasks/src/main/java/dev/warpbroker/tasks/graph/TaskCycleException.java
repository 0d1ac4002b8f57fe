package dev.warpbroker.tasks.graph;

import java.util.Arrays;

/** Tasks wait for each other in a circle, so that none of them could begin. The message names them. */
public final class TaskCycleException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int[] tasks;

    TaskCycleException(String message, int[] tasks) {
        super(message);
        this.tasks = tasks.clone();
    }

    /** {@return the numbers of the tasks: each comes before the next, and the last before the first} */
    public int[] tasks() {
        return Arrays.copyOf(tasks, tasks.length);
    }
}
