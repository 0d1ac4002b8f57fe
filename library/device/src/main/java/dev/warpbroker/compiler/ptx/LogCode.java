package dev.warpbroker.compiler.ptx;

import dev.warpbroker.compiler.fault.FaultReport;
import dev.warpbroker.compiler.log.LogRing;

/** The PTX of a line that a lane logs; {@link LogRing} explains the protocol. */
final class LogCode {
    static final String REGISTERS = """
        \t.reg .b32 %log_claim;
        \t.reg .b32 %log_taken;
        \t.reg .b32 %log_ticket;
        \t.reg .b64 %log_control;
        \t.reg .b64 %log_ring;
        \t.reg .b64 %log_slot;
        \t.reg .pred %log_full;
        """;

    private LogCode() {}

    /**
     * {@return the code up to where the slot is known, at {@code %log_slot}}
     *
     * @param dropped the label where lanes go on that find no room
     */
    static String begin(int control, int ring, int lines, String dropped) {
        return """
            \tld.param.u64 %log_control, [pCONTROL];
            \tld.param.u64 %log_ring, [pRING];
            \tatom.relaxed.gpu.global.add.u32 %log_claim, [%log_control+CLAIMS], 1;
            \tld.relaxed.sys.global.u32 %log_taken, [%log_ring+TAKEN];
            \tsub.s32 %log_claim, %log_claim, %log_taken;
            \tsetp.ge.s32 %log_full, %log_claim, LINES;
            \t@%log_full bra FULL;
            \tatom.relaxed.gpu.global.add.u32 %log_ticket, [%log_control+TICKETS], 1;
            \tand.b32 %log_claim, %log_ticket, MASK;
            \tmad.wide.u32 %log_slot, %log_claim, SLOT_BYTES, %log_ring;
            \tadd.s64 %log_slot, %log_slot, SLOTS;
            """.replace("pCONTROL", "p" + control)
                .replace("pRING", "p" + ring)
                .replace("+CLAIMS", "+" + FaultReport.LOG_CLAIMS)
                .replace("+TICKETS", "+" + FaultReport.LOG_TICKETS)
                .replace("+TAKEN", "+" + LogRing.TAKEN)
                .replace("SLOT_BYTES", Integer.toString(LogRing.SLOT_BYTES))
                .replace("SLOTS", Integer.toString(LogRing.SLOTS))
                .replace("LINES", Integer.toString(lines))
                .replace("MASK", Integer.toString(lines - 1))
                .replace("FULL", dropped);
    }

    /** {@return the code that releases the slot, and that of lanes which found no room; ends at label {@code end}} */
    static String end(String dropped, String end) {
        return """
            \tadd.s32 %log_ticket, %log_ticket, 1;
            \tst.release.sys.global.u32 [%log_slot+STAMP], %log_ticket;
            \tbra END;
            FULL:
            \tatom.relaxed.gpu.global.add.u32 %log_claim, [%log_control+CLAIMS], -1;
            \tatom.relaxed.sys.global.add.u32 %log_claim, [%log_ring+DROPPED], 1;
            END:
            """.replace("+CLAIMS", "+" + FaultReport.LOG_CLAIMS)
                .replace("+STAMP", "+" + LogRing.STAMP)
                .replace("+DROPPED", "+" + LogRing.DROPPED)
                .replace("FULL", dropped)
                .replace("END", end);
    }
}
