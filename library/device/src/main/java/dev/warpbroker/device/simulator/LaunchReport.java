package dev.warpbroker.device.simulator;

import dev.warpbroker.compiler.fault.FaultReport;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.simulator.SimulationFault.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory through which lanes tell the host why they ended early, and the host tells lanes to stop. */
final class LaunchReport {
    private final SimulatedMemory memory;
    private final long control;
    private final long address;

    LaunchReport(SimulatedMemory memory) {
        this.memory = memory;
        this.control = memory.allocate(FaultReport.CONTROL_BYTES, "control block");
        this.address = memory.allocate(FaultReport.REPORT_BYTES, "report");
    }

    /** {@return the address of the control block} */
    long control() {
        return control;
    }

    /** {@return the address of the report} */
    long address() {
        return address;
    }

    /**
     * Reads what lanes reported and clears it for the next launch, which after one that ended well is not needed. What
     * a lane threw comes first, and so does that a lane was stopped: a deadlock or a value that is missing may be the
     * consequence of lanes that ended early.
     *
     * @param simulated how the simulation itself ended
     * @param logged whether lanes may have counted log lines
     */
    Outcome take(Outcome simulated, List<FaultSite> sites, GridShape shape, boolean stopRequested, boolean logged) {
        Outcome reported = read().outcome(sites, shape, stopRequested);
        if (logged || !(reported instanceof Outcome.Completed) || !(simulated instanceof Outcome.Completed)) {
            memory.fill(control, FaultReport.CONTROL_BYTES, 0, Long.BYTES);
            memory.fill(address, FaultReport.REPORT_BYTES, 0, Long.BYTES);
        }
        return switch (reported) {
            case Outcome.Failed failed -> failed;
            case Outcome.Stopped(Fault waiting) when stopRequested -> stopped(simulated, waiting);
            case Outcome.Stopped _, Outcome.Completed _ -> simulated;
        };
    }

    private FaultReport read() {
        return new FaultReport(
                (int) memory.read(address + FaultReport.SITE, PtxType.S32),
                (int) memory.read(address + FaultReport.LANE, PtxType.S32),
                memory.read(address + FaultReport.DETAIL, PtxType.S64));
    }

    private static Outcome stopped(Outcome simulated, @Nullable Fault waiting) {
        return switch (simulated) {
            case Outcome.Completed _ -> new Outcome.Stopped(waiting);
            case Outcome.Stopped(Fault cutOff) -> new Outcome.Stopped(waiting == null ? cutOff : waiting);
            case Outcome.Failed(Fault fault)
            when waiting != null && isOfMissingLanes(fault) -> new Outcome.Stopped(waiting);
            case Outcome.Failed failed -> failed;
        };
    }

    /** {@return whether it may be that the lane went on without others, which have ended} */
    private static boolean isOfMissingLanes(Fault fault) {
        return fault.exceptionType().equals(Kind.UNDEFINED_VALUE.exceptionType())
                || fault.exceptionType().equals(Kind.DEADLOCK.exceptionType());
    }
}
