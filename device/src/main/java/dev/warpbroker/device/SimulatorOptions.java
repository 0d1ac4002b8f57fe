package dev.warpbroker.device;

/**
 * How the simulator schedules lanes and orders memory.
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

    /** {@return sequential memory and a generous step limit} */
    public static SimulatorOptions seeded(long seed) {
        return new SimulatorOptions(seed, MemoryMode.SEQUENTIAL, DEFAULT_STEP_LIMIT);
    }

    /** {@return these options with adversarial memory} */
    public SimulatorOptions adversarial() {
        return new SimulatorOptions(seed, MemoryMode.ADVERSARIAL, stepLimit);
    }

    /** {@return these options with another step limit} */
    public SimulatorOptions withStepLimit(long steps) {
        return new SimulatorOptions(seed, memory, steps);
    }
}
