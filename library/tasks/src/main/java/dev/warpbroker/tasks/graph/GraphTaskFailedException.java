package dev.warpbroker.tasks.graph;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.tasks.TaskFailedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A task of a graph threw. The run ends with it: tasks that come after it did not begin, and others need not have run
 * either.
 */
public final class GraphTaskFailedException extends DeviceException {
    private static final long serialVersionUID = 1;

    /** Tasks that the message names. */
    private static final int NAMED = 8;

    private final int number;
    private final transient Object task;
    private final int[] keptFromRunning;
    private final transient @Nullable KernelFault fault;

    GraphTaskFailedException(int number, Object task, int[] keptFromRunning, DeviceException failure) {
        super(
                "task " + number + ", " + TaskFailedException.nameOf(task) + ", failed" + kept(keptFromRunning) + ": "
                        + failure.getMessage(),
                failure);
        this.number = number;
        this.task = task;
        this.keptFromRunning = keptFromRunning.clone();
        fault = failure.fault();
    }

    private static String kept(int[] tasks) {
        return switch (tasks.length) {
            case 0 -> ", and kept none from running";
            case 1 -> ", and kept task " + tasks[0] + " from running";
            default -> {
                String named = Arrays.toString(Arrays.copyOf(tasks, Math.min(tasks.length, NAMED)));
                yield ", and kept " + tasks.length + " tasks from running: " + named.substring(1, named.length() - 1)
                        + (tasks.length > NAMED ? " …" : "");
            }
        };
    }

    /** {@return the number of the task that threw} */
    public int number() {
        return number;
    }

    /** {@return the task that threw} */
    public Object task() {
        return task;
    }

    /** {@return the numbers of all tasks that come after it, directly or not, in ascending order} */
    public int[] keptFromRunning() {
        return Arrays.copyOf(keptFromRunning, keptFromRunning.length);
    }

    @Override
    public @Nullable KernelFault fault() {
        return fault;
    }
}
