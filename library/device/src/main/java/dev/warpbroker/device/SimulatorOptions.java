package dev.warpbroker.device;

/**
 * How the simulator schedules lanes and orders memory.
 *
 * <p>The simulator ends a launch that does something a device would leave undefined, or that cannot end. The
 * {@link KernelFault} then has one of these as its exception type, after {@code dev.warpbroker.device.simulator.} (they
 * are names of faults, not classes):
 *
 * <ul>
 *   <li>{@code Deadlock}: all lanes wait at barriers, or repeat themselves while memory does not change; if the kernel
 *       captured host-visible memory, the host has 10 seconds to help them first
 *   <li>{@code Livelock}: the step limit was reached
 *   <li>{@code BadMemoryAccess}: outside of every allocation, in freed memory, or misaligned
 *   <li>{@code UndefinedValue}: a value that was never computed, of a lane that took no part in a shuffle, or of a
 *       division by zero
 *   <li>{@code BadWarpMask}: a warp operation whose mask does not name its caller
 *   <li>{@code Trap}: the kernel gave up
 * </ul>
 *
 * <p>Every launch of a device is scheduled differently; the same launches in the same order on a device with the same
 * seed run in the same way.
 *
 * @param seed the same seed gives the same run
 * @param memory how weak accesses behave
 * @param stepLimit instructions, over all lanes, after which a launch is ended as livelocked
 */
public record SimulatorOptions(long seed, MemoryMode memory, long stepLimit) {
    private static final long DEFAULT_STEP_LIMIT = 2_000_000_000L;

    /** How weak memory accesses behave. */
    public enum MemoryMode {
        /** Every access sees the latest value. */
        SEQUENTIAL,
        /** Accesses see old values unless a release and an acquire order them. */
        ADVERSARIAL
    }

    /**
     * {@return sequential memory and a generous step limit}
     *
     * @param seed the same seed gives the same run
     */
    public static SimulatorOptions seeded(long seed) {
        return new SimulatorOptions(seed, MemoryMode.SEQUENTIAL, DEFAULT_STEP_LIMIT);
    }

    /** {@return these options with adversarial memory} */
    public SimulatorOptions adversarial() {
        return new SimulatorOptions(seed, MemoryMode.ADVERSARIAL, stepLimit);
    }

    /**
     * {@return these options with another step limit}
     *
     * @param steps instructions, over all lanes
     */
    public SimulatorOptions withStepLimit(long steps) {
        return new SimulatorOptions(seed, memory, steps);
    }
}
