package dev.warpbroker.tasks;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.KernelFault;
import org.jspecify.annotations.Nullable;

/** A task threw. */
public final class TaskFailedException extends DeviceException {
    private static final long serialVersionUID = 1;

    private final transient Object task;
    private final transient @Nullable KernelFault fault;

    /** Made by schedulers. */
    public TaskFailedException(Object task, DeviceException failure) {
        super("task " + nameOf(task) + " failed: " + failure.getMessage(), failure);
        this.task = task;
        fault = failure.fault();
    }

    /** {@return a task's text, or its class and why it has none if {@code toString} throws} */
    public static String nameOf(Object task) {
        try {
            return task.toString();
        } catch (RuntimeException thrown) {
            return task.getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(task))
                    + " (its toString threw " + thrown.getClass().getName() + ")";
        }
    }

    /** {@return the task that threw} */
    public Object task() {
        return task;
    }

    @Override
    public @Nullable KernelFault fault() {
        return fault;
    }
}
