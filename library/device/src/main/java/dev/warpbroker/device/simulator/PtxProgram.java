package dev.warpbroker.device.simulator;

import java.util.List;

/**
 * PTX, decoded.
 *
 * @param entry name of the kernel
 * @param code its instructions; branches refer to indices
 * @param parameters number of 8-byte parameters
 * @param registers names of the rows of the register file
 * @param initials what the rows hold at the start
 * @param variables shared and local memory
 */
record PtxProgram(
        String entry,
        List<GuardedInstruction> code,
        int parameters,
        List<String> registers,
        List<RegisterLayout.Initial> initials,
        List<Variable> variables) {
    /** @throws PtxSyntaxException at the first thing the simulator does not know */
    static PtxProgram parse(String text) {
        return new PtxParser().parse(text);
    }

    GuardedInstruction at(int index) {
        return code.get(index);
    }
}
