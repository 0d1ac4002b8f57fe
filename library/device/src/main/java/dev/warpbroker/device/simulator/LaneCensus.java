package dev.warpbroker.device.simulator;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.simulator.SimulationFault.Kind;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts where the lanes are that have not ended. */
final class LaneCensus {
    private static final int LONGEST_LIST = 12;

    /** Lanes that are at the same place. */
    private record Crowd(int lanes, int firstPlace, int instruction) {
        Crowd with(Crowd other) {
            return new Crowd(
                    lanes + other.lanes,
                    Math.min(firstPlace, other.firstPlace),
                    firstPlace <= other.firstPlace ? instruction : other.instruction);
        }
    }

    private final Map<String, Crowd> crowds = new LinkedHashMap<>();

    private final GridShape shape;

    LaneCensus(PtxProgram program, GridShape shape, Collection<SimulatedBlock> blocks) {
        this.shape = shape;
        for (SimulatedBlock block : blocks) {
            for (SimulatedWarp warp : block.warps()) {
                for (LaneGroup group : warp.groups()) {
                    int first = warp.place(Integer.numberOfTrailingZeros(group.lanes));
                    crowds.merge(
                            place(program, group),
                            new Crowd(Integer.bitCount(group.lanes), first, group.next),
                            Crowd::with);
                }
            }
        }
    }

    /** {@return a fault of the first lane of the largest crowd that tells about all} */
    SimulationFault fault(Kind kind, String reason) {
        Crowd largest = crowds.values().stream()
                .max(Comparator.comparingInt(Crowd::lanes).thenComparing(Crowd::firstPlace, Comparator.reverseOrder()))
                .orElseThrow();
        return new SimulationFault(kind, largest.firstPlace(), largest.instruction(), reason + ": " + describe());
    }

    private String describe() {
        String places = crowds.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().lanes()))
                .limit(LONGEST_LIST)
                .map(entry -> "%d %s at %s, first lane %d"
                        .formatted(
                                entry.getValue().lanes(),
                                entry.getValue().lanes() == 1 ? "lane" : "lanes",
                                entry.getKey(),
                                shape.idAt(entry.getValue().firstPlace())))
                .collect(Collectors.joining("; "));
        int more = crowds.size() - LONGEST_LIST;
        return more > 0 ? places + "; and " + more + " more places" : places;
    }

    private static String place(PtxProgram program, LaneGroup group) {
        String where = program.at(group.next).where();
        return switch (group.state) {
            case RUNNING -> where;
            case AT_BLOCK_BARRIER -> where + " (waiting for all lanes of the block)";
            case AT_WARP_OPERATION -> where + " (waiting for the lanes of mask 0x%x)".formatted(group.members);
        };
    }
}
