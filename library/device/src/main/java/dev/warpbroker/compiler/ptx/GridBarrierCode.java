package dev.warpbroker.compiler.ptx;

import dev.warpbroker.compiler.fault.FaultReport;

/**
 * The PTX of a grid barrier.
 *
 * <p>The lanes of a block meet at barrier 1 of the block (not at 0, which {@code Block.barrier} uses: lanes at one must
 * not go on with lanes at the other) and elect one of them, which counts the block as arrived, waits until all have,
 * and meets the others again. So there is one arrival per block.
 *
 * <p>The state of the launch is one word of 64 bits: arrived blocks in the lowest 24, blocks all of whose lanes have
 * ended in the next 24, and the number of barriers passed in the highest 16. Whoever finds that arrived and ended
 * blocks together are all takes the arrived ones off and adds a barrier, in one step; nobody can come between, as all
 * others wait or have ended. Every lane that returns is counted in its block, those that do not exist as well. The last
 * block to end leaves zero, for the next launch.
 *
 * <p>A block has three words: the lane that was elected; how many lanes have returned, negative once one has failed,
 * for then the block does not arrive any more, lest others go on; and whether the elected lane found the launch
 * cancelled. One lane of each group that runs together writes its number to the first before they meet, and the last to
 * do so is elected: lanes that have ended cannot be. No word is read and written between the same two meetings but by
 * atomic operations. Arrival releases what the block has seen, passing acquires what the others have released; barriers
 * of the block carry both to and from its other lanes.
 */
final class GridBarrierCode {
    static final String LEAVE = "LEAVE";

    /** Labels that a barrier takes, counted from the first that it is given. */
    static final int LABELS = 4;

    static final String REGISTERS = """
        \t.reg .b32 %grid_lane;
        \t.reg .b32 %grid_part;
        \t.reg .b32 %grid_word;
        \t.reg .b32 %grid_blocks;
        \t.reg .b64 %grid_block_state;
        \t.reg .b64 %grid_control;
        \t.reg .b64 %grid_state;
        \t.reg .b64 %grid_arrived;
        \t.reg .b64 %grid_ended;
        \t.reg .b64 %grid_all;
        \t.reg .pred %grid_test;
        """;

    private static final long BLOCKS = (1L << 24) - 1;
    private static final long ONE_ENDED = 1L << 24;
    private static final long ONE_PASSED = 1L << 48;

    private final String variable;
    private final int control;
    private final boolean flat;

    /**
     * Prepares code.
     *
     * @param variable the name of the three words of the block
     * @param control the parameter that holds the address of the control block
     */
    GridBarrierCode(String variable, int control, boolean flat) {
        this.variable = variable;
        this.control = control;
        this.flat = flat;
    }

    /** {@return a barrier; lanes go on behind it, or at {@code stopped} if the launch was cancelled} */
    String barrier(String stopped, int firstLabel) {
        return (laneInBlock() + """
            \tmov.u64 %grid_block_state, VARIABLE;
            \tactivemask.b32 %grid_part;
            \tmov.u32 %grid_word, %lanemask_lt;
            \tand.b32 %grid_part, %grid_part, %grid_word;
            \tsetp.ne.s32 %grid_test, %grid_part, 0;
            \t@%grid_test bra COME;
            \tatom.relaxed.cta.shared.exch.b32 %grid_word, [%grid_block_state], %grid_lane;
            COME:
            \tbar.sync 1;
            \tld.relaxed.cta.shared.u32 %grid_word, [%grid_block_state];
            \tsetp.ne.s32 %grid_test, %grid_word, %grid_lane;
            \t@%grid_test bra MEET;
            \tatom.relaxed.cta.shared.add.u32 %grid_word, [%grid_block_state+4], 0;
            \tsetp.lt.s32 %grid_test, %grid_word, 0;
            \t@%grid_test bra TELL;
            """ + blocks() + """
            \tld.param.u64 %grid_control, [pCONTROL];
            \tatom.acq_rel.gpu.global.add.u64 %grid_state, [%grid_control+STATE], 1;
            \tand.b64 %grid_arrived, %grid_state, BLOCKS;
            \tadd.s64 %grid_arrived, %grid_arrived, 1;
            \tshr.u64 %grid_ended, %grid_state, 24;
            \tand.b64 %grid_ended, %grid_ended, BLOCKS;
            \tadd.s64 %grid_ended, %grid_ended, %grid_arrived;
            \tshr.u64 %grid_state, %grid_state, 48;
            \tmov.u32 %grid_word, 0;
            \tsetp.ne.s64 %grid_test, %grid_ended, %grid_all;
            \t@%grid_test bra AGAIN;
            \tsub.s64 %grid_arrived, ONE_PASSED, %grid_arrived;
            \tatom.acq_rel.gpu.global.add.u64 %grid_state, [%grid_control+STATE], %grid_arrived;
            \tbra MEET;
            AGAIN:
            \tld.acquire.gpu.global.u64 %grid_arrived, [%grid_control+STATE];
            \tshr.u64 %grid_arrived, %grid_arrived, 48;
            \tsetp.ne.s64 %grid_test, %grid_arrived, %grid_state;
            \t@%grid_test bra MEET;
            \tnanosleep.u32 20;
            \tadd.s32 %grid_word, %grid_word, 1;
            \tand.b32 %grid_word, %grid_word, 31;
            \tsetp.ne.s32 %grid_test, %grid_word, 0;
            \t@%grid_test bra AGAIN;
            \tld.relaxed.sys.global.u32 %grid_part, [%grid_control+ABORT];
            \tsetp.eq.s32 %grid_test, %grid_part, 0;
            \t@%grid_test bra AGAIN;
            TELL:
            \tst.relaxed.cta.shared.u32 [%grid_block_state+8], 1;
            MEET:
            \tbar.sync 1;
            \tld.relaxed.cta.shared.u32 %grid_word, [%grid_block_state+8];
            \tsetp.ne.s32 %grid_test, %grid_word, 0;
            \t@%grid_test bra STOPPED;
            """)
                .replace("VARIABLE", variable)
                .replace("ONE_PASSED", Long.toString(ONE_PASSED))
                .replace("BLOCKS", Long.toString(BLOCKS))
                .replace("CONTROL", Integer.toString(control))
                .replace("+STATE", "+" + FaultReport.GRID_BARRIER)
                .replace("+ABORT", "+" + FaultReport.ABORT)
                .replace("AGAIN", "E" + firstLabel)
                .replace("MEET", "E" + (firstLabel + 1))
                .replace("TELL", "E" + (firstLabel + 2))
                .replace("COME", "E" + (firstLabel + 3))
                .replace("STOPPED", stopped);
    }

    /** {@return what a lane does that fails: its block does not arrive any more} */
    String failing() {
        return """
            \tmov.u64 %grid_block_state, VARIABLE;
            \tatom.relaxed.cta.shared.or.b32 %grid_word, [%grid_block_state+4], 0x80000000;
            """.replace("VARIABLE", variable);
    }

    /** {@return where lanes go that return} */
    String leaving() {
        return (LEAVE + ":\n" + """
            \tmov.u64 %grid_block_state, VARIABLE;
            \tatom.acq_rel.cta.shared.add.u32 %grid_word, [%grid_block_state+4], 1;
            """ + blockSize() + """
            \tadd.s32 %grid_word, %grid_word, 1;
            \tsetp.ne.s32 %grid_test, %grid_word, %grid_lane;
            \t@%grid_test bra LEFT;
            """ + blocks() + """
            \tld.param.u64 %grid_control, [pCONTROL];
            \tatom.acq_rel.gpu.global.add.u64 %grid_state, [%grid_control+STATE], ONE_ENDED;
            \tand.b64 %grid_arrived, %grid_state, BLOCKS;
            \tshr.u64 %grid_ended, %grid_state, 24;
            \tand.b64 %grid_ended, %grid_ended, BLOCKS;
            \tadd.s64 %grid_ended, %grid_ended, 1;
            \tsetp.eq.s64 %grid_test, %grid_ended, %grid_all;
            \t@%grid_test bra ALL_LEFT;
            \tadd.s64 %grid_ended, %grid_ended, %grid_arrived;
            \tsetp.ne.s64 %grid_test, %grid_ended, %grid_all;
            \t@%grid_test bra LEFT;
            \tsub.s64 %grid_arrived, ONE_PASSED, %grid_arrived;
            \tatom.acq_rel.gpu.global.add.u64 %grid_state, [%grid_control+STATE], %grid_arrived;
            \tbra LEFT;
            ALL_LEFT:
            \tst.relaxed.gpu.global.u64 [%grid_control+STATE], 0;
            LEFT:
            \tret;
            """)
                .replace("VARIABLE", variable)
                .replace("ONE_PASSED", Long.toString(ONE_PASSED))
                .replace("ONE_ENDED", Long.toString(ONE_ENDED))
                .replace("BLOCKS", Long.toString(BLOCKS))
                .replace("CONTROL", Integer.toString(control))
                .replace("+STATE", "+" + FaultReport.GRID_BARRIER);
    }

    private String laneInBlock() {
        return flat ? "\tmov.u32 %grid_lane, %tid.x;\n" : """
            \tmov.u32 %grid_lane, %tid.z;
            \tmov.u32 %grid_part, %ntid.y;
            \tmul.lo.s32 %grid_lane, %grid_lane, %grid_part;
            \tmov.u32 %grid_part, %tid.y;
            \tadd.s32 %grid_lane, %grid_lane, %grid_part;
            \tmov.u32 %grid_part, %ntid.x;
            \tmul.lo.s32 %grid_lane, %grid_lane, %grid_part;
            \tmov.u32 %grid_part, %tid.x;
            \tadd.s32 %grid_lane, %grid_lane, %grid_part;
            """;
    }

    private String blockSize() {
        return flat ? "\tmov.u32 %grid_lane, %ntid.x;\n" : product("%grid_lane", "%ntid");
    }

    private String blocks() {
        return (flat ? "\tmov.u32 %grid_blocks, %nctaid.x;\n" : product("%grid_blocks", "%nctaid"))
                + "\tcvt.u64.u32 %grid_all, %grid_blocks;\n";
    }

    private static String product(String result, String extent) {
        return """
            \tmov.u32 RESULT, EXTENT.x;
            \tmov.u32 %grid_part, EXTENT.y;
            \tmul.lo.s32 RESULT, RESULT, %grid_part;
            \tmov.u32 %grid_part, EXTENT.z;
            \tmul.lo.s32 RESULT, RESULT, %grid_part;
            """.replace("RESULT", result).replace("EXTENT", extent);
    }
}
