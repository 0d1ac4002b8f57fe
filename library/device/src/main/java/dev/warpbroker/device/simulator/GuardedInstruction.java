package dev.warpbroker.device.simulator;

/**
 * An instruction with the predicate that decides which lanes execute it.
 *
 * @param guard row of the predicate, or {@link #ALWAYS}
 * @param expected the value of the predicate in lanes that execute
 * @param line in the PTX text
 * @param text as written
 */
record GuardedInstruction(
        Instruction instruction, int guard, boolean expected, int line, String text, SourcePosition position) {
    static final int ALWAYS = -1;

    String where() {
        return position.describe(line);
    }
}
