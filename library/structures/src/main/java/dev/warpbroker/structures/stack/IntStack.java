package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.DeviceStructure;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.host.HostTransfer;
import java.util.Optional;

/**
 * A bounded stack of ints in device memory, used by the lanes of a kernel.
 *
 * <p><b>In kernels:</b> all operations but those of the next paragraph. On the JVM device any thread may call those
 * without a {@link Lane}.
 *
 * <p><b>On the host,</b> while no kernel uses the stack: {@link #fill}, {@link #drain}, {@link #damage}, {@link #clear}
 * and {@link #close}.
 *
 * <p>Full and empty are results, never exceptions. What an implementation promises beyond that is said in its class
 * comment and, for programs, by {@link StackKind#claims}.
 *
 * <p>The operations of a warp and of a block have the effect of single operations by their lanes, and let a stack serve
 * all of them at once: a push and a pop that meet there need not go to the stack at all.
 */
public interface IntStack extends DeviceStructure {
    /** {@return whether {@code value} was put on; if not, the stack was full} */
    boolean push(int value);

    /** {@return the value taken off, or {@link TakenInt#empty()} if the stack was empty} */
    TakenInt pop();

    /**
     * {@return what is wrong with the stack's memory, while no kernel uses it: say, a gap below a value; empty if it
     * has the form of a stack} Only a stack that does not claim to be linearizable ever finds something.
     */
    Optional<String> damage();

    /**
     * {@link #push} for the lanes of a warp that happen to make this call together, and must all mean this stack then.
     */
    default boolean pushWarp(Lane lane, int value) {
        return operateWarp(lane, Operation.PUSH, value).present();
    }

    /**
     * {@link #pop} for the lanes of a warp that happen to make this call together, and must all mean this stack then.
     */
    default TakenInt popWarp(Lane lane) {
        return operateWarp(lane, Operation.POP, 0);
    }

    /** {@link #push} for a block. Every lane of the block must make this call: it may contain barriers. */
    default boolean pushBlock(Lane lane, int value) {
        return operateBlock(lane, Operation.PUSH, value).present();
    }

    /** {@link #pop} for a block. Every lane of the block must make this call: it may contain barriers. */
    default TakenInt popBlock(Lane lane) {
        return operateBlock(lane, Operation.POP, 0);
    }

    /**
     * A push or a pop, as {@code operation} says, of the calling lane by itself.
     *
     * @return what a pop took; present, with value 0, if a push put its value on; else {@link TakenInt#empty()}
     */
    default TakenInt operate(Operation operation, int value) {
        return switch (operation) {
            case PUSH -> new TakenInt(push(value), 0);
            case POP -> pop();
            case NONE -> TakenInt.empty();
        };
    }

    /** {@link #operate} for the lanes of a warp that happen to make this call together: some push while others pop. */
    default TakenInt operateWarp(Lane lane, Operation operation, int value) {
        return operate(operation, value);
    }

    /**
     * {@link #operate} for a block: some lanes push while others pop. Every lane of the block must make this call: it
     * may contain barriers.
     */
    default TakenInt operateBlock(Lane lane, Operation operation, int value) {
        return operate(operation, value);
    }

    /**
     * Puts values on from the host, in their order, while no kernel uses the stack.
     *
     * @return how many were put on; if not all, the stack is full
     */
    default int fill(int... values) {
        return HostTransfer.fill(this, values, source -> {
            int count = 0;
            while (count < source.length() && push(source.get(count))) {
                count++;
            }
            return count;
        });
    }

    /** {@return all values, taken off by the host, the top first, while no kernel uses the stack} */
    default int[] drain() {
        return HostTransfer.drain(this, target -> {
            int count = 0;
            boolean more = true;
            while (more && count < target.length()) {
                var popped = pop();
                more = popped.present();
                if (more) {
                    target.set(count, popped.value());
                    count++;
                }
            }
            return count;
        });
    }

    /** What a lane wants to do to a stack together with others. */
    enum Operation {
        /** Put a value on. */
        PUSH,
        /** Take one off. */
        POP,
        /** Nothing: it only takes part. */
        NONE
    }
}
