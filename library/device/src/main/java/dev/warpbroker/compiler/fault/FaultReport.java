package dev.warpbroker.compiler.fault;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What the first lane that ended early has reported. The constants say how the memory lies through which lanes and host
 * talk; the code that is emitted and all that read it use them.
 *
 * <p>Each launch has a control block and a report, all zero at first. In the control block, the word {@link #ABORT}
 * asks lanes to stop, by the word {@link #ELECTION} lanes that fail elect the one that reports, and at
 * {@link #GRID_BARRIER} they count those that have come to a grid barrier; it is zero again when a launch has ended
 * well. That lane writes lane and detail, then the site with release.
 *
 * @param site number of the {@link FaultSite}, counted from 1; 0 if there is no report
 * @param place where the lane is, as {@link GridShape} numbers places
 * @param detail what its message needs to know at run time
 */
public record FaultReport(int site, int place, long detail) {
    /** Offsets in the control block. */
    public static final int ABORT = 0;

    public static final int ELECTION = 4;

    /** The state of the grid barrier, see {@link dev.warpbroker.compiler.ptx.GridBarrierCode}. */
    public static final int GRID_BARRIER = 8;

    /**
     * Room for log lines that was claimed, and tickets that were taken: {@link dev.warpbroker.compiler.log.LogRing}.
     */
    public static final int LOG_CLAIMS = 16;

    public static final int LOG_TICKETS = 20;

    public static final int CONTROL_BYTES = 32;

    /** Offsets in the report. */
    public static final int SITE = 0;

    public static final int LANE = 4;
    public static final int DETAIL = 8;

    public static final int REPORT_BYTES = 32;

    /** {@return what is in a report} */
    public static FaultReport read(MemorySegment report) {
        return new FaultReport(report.get(JAVA_INT, SITE), report.get(JAVA_INT, LANE), report.get(JAVA_LONG, DETAIL));
    }

    /**
     * {@return how a kernel ended}
     *
     * @param sites those of the kernel
     * @param shape that of the launch
     * @param stopRequested whether the host had set the abort word before the end
     */
    public Outcome outcome(List<FaultSite> sites, GridShape shape, boolean stopRequested) {
        if (site == 0) {
            return stopRequested ? new Outcome.Stopped(null) : new Outcome.Completed();
        }
        var origin = sites.get(site - 1);
        var fault = origin.fault(shape.idAt(place), detail);
        return switch (origin.kind()) {
            case THROWN -> new Outcome.Failed(fault);
            case WAITING -> new Outcome.Stopped(fault);
        };
    }
}
