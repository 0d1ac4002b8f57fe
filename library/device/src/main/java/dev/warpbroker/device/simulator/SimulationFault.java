package dev.warpbroker.device.simulator;

/** A lane did something that has no defined result, or nothing can go on. Ends the simulation. */
final class SimulationFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What went wrong. */
    enum Kind {
        /** No lane can go on, or all lanes spin without an effect. */
        DEADLOCK("Deadlock"),
        /** The step limit was reached. */
        LIVELOCK("Livelock"),
        /** An access outside of every allocation, to freed memory, or misaligned. */
        BAD_MEMORY_ACCESS("BadMemoryAccess"),
        /** A register was read that the lane never wrote, or whose value PTX leaves open. */
        UNDEFINED_VALUE("UndefinedValue"),
        /** A warp operation whose mask does not name its caller. */
        BAD_WARP_MASK("BadWarpMask"),
        /** The kernel executed {@code trap}. */
        TRAP("Trap");

        private final String name;

        Kind(String name) {
            this.name = name;
        }

        /** {@return the name under which {@link dev.warpbroker.device.SimulatorOptions} tells users about it} */
        String exceptionType() {
            return Kind.class.getPackageName() + "." + name;
        }
    }

    private final Kind kind;
    private final int place;
    private final int instruction;

    /**
     * @param place that of the lane in the launch
     * @param instruction index in the program
     */
    SimulationFault(Kind kind, int place, int instruction, String message) {
        super(message);
        this.kind = kind;
        this.place = place;
        this.instruction = instruction;
    }

    Kind kind() {
        return kind;
    }

    int place() {
        return place;
    }

    int instruction() {
        return instruction;
    }
}
