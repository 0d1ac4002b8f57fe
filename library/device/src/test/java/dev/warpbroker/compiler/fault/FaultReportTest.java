package dev.warpbroker.compiler.fault;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.ir.Trace;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultReportTest {
    private static final Trace TRACE = new Trace(new StackTraceElement("Ring", "slot", "Ring.java", 88), null);
    private static final List<FaultSite> SITES = List.of(
            new FaultSite(
                    FaultSite.Kind.THROWN,
                    "java.lang.IndexOutOfBoundsException",
                    "index " + FaultSite.NUMBER + " of 4",
                    TRACE),
            new FaultSite(FaultSite.Kind.WAITING, "waiting", "the slot's ticket", TRACE),
            new FaultSite(FaultSite.Kind.THROWN, "java.lang.IllegalStateException", null, TRACE));

    private static MemorySegment report(int site, int lane, long detail) {
        var report = MemorySegment.ofArray(new long[4]);
        report.set(JAVA_INT, 0, site);
        report.set(JAVA_INT, 4, lane);
        report.set(JAVA_LONG, 8, detail);
        return report;
    }

    @Test
    void emptyReportMeansCompleted() {
        assertThat(FaultReport.read(report(0, 0, 0)).outcome(SITES, GridShape.flat(64, 32), false))
                .isEqualTo(new Outcome.Completed());
    }

    @Test
    void emptyReportAfterAStopRequestMeansStopped() {
        assertThat(FaultReport.read(report(0, 0, 0)).outcome(SITES, GridShape.flat(64, 32), true))
                .isEqualTo(new Outcome.Stopped(null));
    }

    @Test
    void thrownSiteMeansFailedWithTheDetailInItsMessage() {
        assertThat(FaultReport.read(report(1, 7, -1)).outcome(SITES, GridShape.flat(64, 32), false))
                .isEqualTo(new Outcome.Failed(
                        new Fault(7, "java.lang.IndexOutOfBoundsException", "index -1 of 4", TRACE.trace(), null)));
    }

    @Test
    void thrownSiteOverridesAStopRequest() {
        assertThat(FaultReport.read(report(3, 7, 0)).outcome(SITES, GridShape.flat(64, 32), true))
                .isEqualTo(
                        new Outcome.Failed(new Fault(7, "java.lang.IllegalStateException", null, TRACE.trace(), null)));
    }

    @Test
    void waitingSiteMeansStoppedAndSaysForWhatItWaited() {
        assertThat(FaultReport.read(report(2, 300_000, 0)).outcome(SITES, GridShape.flat(64, 32), true))
                .isEqualTo(
                        new Outcome.Stopped(new Fault(300_000, "waiting", "the slot's ticket", TRACE.trace(), null)));
    }
}
