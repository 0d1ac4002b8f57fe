package dev.warpbroker.compiler.generated;

/** How a generated program did. */
sealed interface Verdict {
    GeneratedProgram program();

    /** All devices computed the same. */
    record Same(GeneratedProgram program) implements Verdict {}

    /**
     * The compiler refused it in time, for a reason that the documentation names, and said what to write instead.
     *
     * @param kind the reason without names and numbers
     */
    record Refused(GeneratedProgram program, String kind) implements Verdict {}

    /**
     * Devices differ, or the compiler failed, did not end, or refused what it should take.
     *
     * @param noEnd whether it did not end
     */
    record Problem(GeneratedProgram program, String description, boolean noEnd) implements Verdict {
        Problem(GeneratedProgram program, String description) {
            this(program, description, false);
        }
    }
}
