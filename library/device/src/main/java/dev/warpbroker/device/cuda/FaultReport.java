package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.device.backend.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Reads what compiled kernels leave behind when a lane fails. */
final class FaultReport {
    private static final long SITE = 0;
    private static final long LANE = 4;
    private static final long DETAIL = 8;

    private FaultReport() {}

    /**
     * {@return how a kernel ended}
     *
     * @param report site id + 1 or 0, lane, detail
     * @param stopRequested whether the host had set the abort word before the end
     */
    static Outcome outcome(MemorySegment report, List<FaultSite> sites, boolean stopRequested) {
        int site = report.get(JAVA_INT, SITE);
        if (site == 0) {
            return stopRequested ? new Outcome.Stopped(null) : new Outcome.Completed();
        }
        var place = sites.get(site - 1);
        var fault = place.fault(report.get(JAVA_INT, LANE), report.get(JAVA_LONG, DETAIL));
        return switch (place.kind()) {
            case THROWN -> new Outcome.Failed(fault);
            case WAITING -> new Outcome.Stopped(fault);
        };
    }
}
