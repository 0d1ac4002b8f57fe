package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;

/**
 * Records what the lanes of a kernel do to a stack, and when: make the operations through the recorder. How it records
 * is as in {@link QueueRecorder}.
 */
public final class StackRecorder implements AutoCloseable {
    private final OperationLog log;

    /**
     * @param lanes how many lanes the kernel has, at most
     * @param operations how many operations a lane makes, at most
     */
    public StackRecorder(Device device, int lanes, int operations) {
        log = new OperationLog(device, lanes, operations);
    }

    /**
     * One operation of each lane, by itself or together with its warp or block, on record. The check wants every value
     * to be pushed once only.
     */
    public TakenInt operate(Granularity together, IntStack stack, Lane lane, IntStack.Operation operation, int value) {
        long call = lane.nanoTime();
        var result = Operations.operate(together, stack, lane, operation, value);
        switch (operation) {
            case PUSH -> log.inserted(lane, call, result.present(), value);
            case POP -> log.removed(lane, call, result.present(), result.value());
            case NONE -> {}
        }
        return result;
    }

    /** {@return what was recorded, once no kernel is running} */
    public History history(IntStack stack, String description) {
        return log.history(History.builder(Discipline.LIFO).capacity(stack.capacity()), description);
    }

    /** Forgets what was recorded. */
    public void clear() {
        log.clear();
    }

    @Override
    public void close() {
        log.close();
    }
}
