package dev.warpbroker.device.simulator;

import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory through which lanes tell the host why they ended early, and the host tells lanes to stop. */
final class LaunchReport {
    private static final int CONTROL_BYTES = 16;
    private static final int REPORT_BYTES = 32;
    private static final int LANE_OFFSET = 4;
    private static final int DETAIL_OFFSET = 8;

    private final SimulatedMemory memory;
    private final long control;
    private final long address;

    LaunchReport(SimulatedMemory memory) {
        this.memory = memory;
        this.control = memory.allocate(CONTROL_BYTES, "control block");
        this.address = memory.allocate(REPORT_BYTES, "report");
    }

    /** {@return the address of the control block, which starts with the abort word} */
    long control() {
        return control;
    }

    /** {@return the address of the report} */
    long address() {
        return address;
    }

    /**
     * Reads what lanes reported and clears it for the next launch. What a lane threw comes first: a deadlock or a value
     * that is missing may be the consequence of lanes that ended early.
     *
     * @param simulated how the simulation itself ended
     */
    Outcome take(Outcome simulated, List<FaultSite> sites, boolean stopRequested) {
        int number = (int) memory.read(address, PtxType.S32);
        FaultSite site = number == 0 ? null : sites.get(number - 1);
        Fault fault = site == null ? null : fault(site);
        memory.fill(control, CONTROL_BYTES, 0, Long.BYTES);
        memory.fill(address, REPORT_BYTES, 0, Long.BYTES);
        if (site != null && fault != null && site.kind() == FaultSite.Kind.THROWN) {
            return new Outcome.Failed(fault);
        }
        return stopRequested ? stopped(simulated, fault) : simulated;
    }

    private Fault fault(FaultSite site) {
        int lane = (int) memory.read(address + LANE_OFFSET, PtxType.S32);
        return site.fault(lane, memory.read(address + DETAIL_OFFSET, PtxType.S64));
    }

    private static Outcome stopped(Outcome simulated, @Nullable Fault waiting) {
        return switch (simulated) {
            case Outcome.Completed _ -> new Outcome.Stopped(waiting);
            case Outcome.Stopped(Fault cutOff) -> new Outcome.Stopped(waiting == null ? cutOff : waiting);
            case Outcome.Failed failed -> failed;
        };
    }
}
