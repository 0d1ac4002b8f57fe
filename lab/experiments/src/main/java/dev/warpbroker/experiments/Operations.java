package dev.warpbroker.experiments;

import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.stack.IntStack;

/** The operations of queues and stacks where the granularity is a parameter. */
public final class Operations {
    private Operations() {}

    /** {@return whether {@code value} was put in} */
    public static boolean enqueue(Granularity by, IntQueue queue, Lane lane, int value) {
        return switch (by) {
            case THREAD -> queue.enqueue(value);
            case WARP -> queue.enqueueWarp(lane, value);
            case BLOCK -> queue.enqueueBlock(lane, value);
        };
    }

    /** {@return what was taken out} */
    public static TakenInt dequeue(Granularity by, IntQueue queue, Lane lane) {
        return switch (by) {
            case THREAD -> queue.dequeue();
            case WARP -> queue.dequeueWarp(lane);
            case BLOCK -> queue.dequeueBlock(lane);
        };
    }

    /** {@return what {@link IntStack#operate} says} */
    public static TakenInt operate(Granularity by, IntStack stack, Lane lane, IntStack.Operation operation, int value) {
        return switch (by) {
            case THREAD -> stack.operate(operation, value);
            case WARP -> stack.operateWarp(lane, operation, value);
            case BLOCK -> stack.operateBlock(lane, operation, value);
        };
    }
}
