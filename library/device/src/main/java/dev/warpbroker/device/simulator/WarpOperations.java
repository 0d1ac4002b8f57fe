package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.Route;
import dev.warpbroker.device.simulator.Instruction.WarpWide;
import dev.warpbroker.device.simulator.LaneGroup.State;
import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;
import dev.warpbroker.device.simulator.SimulationFault.Kind;
import java.util.ArrayList;
import java.util.List;

/** Makes the lanes of a warp wait for each other, and executes what they waited for. */
final class WarpOperations {
    private static final int SELECTOR_BITS = 0x1f;

    private final PtxProgram program;
    private final DataPath dataPath;
    private final MemoryModel memory;

    WarpOperations(PtxProgram program, DataPath dataPath, MemoryModel memory) {
        this.program = program;
        this.dataPath = dataPath;
        this.memory = memory;
    }

    /** A group has come to a warp-wide instruction. Lanes that name different masks wait apart. */
    void arrive(SimulatedWarp warp, LaneGroup group, WarpWide operation) {
        requireOperands(warp, group, operation);
        while (group.isRunning()) {
            int first = Integer.numberOfTrailingZeros(group.lanes);
            int members = (int) warp.get(operation.members(), first);
            int agreeing = warp.lanesWith(operation.members(), members, group.lanes);
            requireMembers(warp, group, members, agreeing);
            LaneGroup waiting = warp.split(group, agreeing);
            waiting.state = State.AT_WARP_OPERATION;
            waiting.members = members;
        }
        complete(warp);
    }

    /** Executes what all lanes wait for that were named and have not ended. */
    void complete(SimulatedWarp warp) {
        for (LaneGroup group : List.copyOf(warp.groups())) {
            if (group.state == State.AT_WARP_OPERATION) {
                completeOne(warp, group);
            }
        }
    }

    private void completeOne(SimulatedWarp warp, LaneGroup group) {
        WarpWide operation = waitedFor(group);
        List<LaneGroup> together = warp.groups().stream()
                .filter(other -> waitTogether(group, other))
                .toList();
        int arrived = together.stream().mapToInt(other -> other.lanes).reduce(0, (a, b) -> a | b);
        if ((group.members & warp.liveLanes() & ~arrived) != 0) {
            return;
        }
        execute(warp, arrived, operation);
        together.forEach(LaneGroup::proceed);
        together.stream().filter(warp.groups()::contains).forEach(warp::merge);
    }

    /** Barriers match wherever they stand; the other operations only with themselves. */
    private boolean waitTogether(LaneGroup group, LaneGroup other) {
        return other.state == State.AT_WARP_OPERATION
                && other.members == group.members
                && (other.next == group.next || (isBarrier(group) && isBarrier(other)));
    }

    private boolean isBarrier(LaneGroup group) {
        return waitedFor(group) instanceof Instruction.WarpBarrier;
    }

    private WarpWide waitedFor(LaneGroup group) {
        if (program.at(group.next).instruction() instanceof WarpWide operation) {
            return operation;
        }
        throw new IllegalStateException(
                "a group waits at " + program.at(group.next).text());
    }

    private void requireOperands(SimulatedWarp warp, LaneGroup group, WarpWide operation) {
        dataPath.requireValue(warp, operation.members(), group.lanes, group.next);
        switch (operation) {
            case Instruction.WarpBarrier _ -> {}
            case Instruction.Vote vote -> dataPath.requireValue(warp, vote.predicate(), group.lanes, group.next);
            case Instruction.Match match -> dataPath.requireValue(warp, match.value(), group.lanes, group.next);
            case Instruction.Shuffle shuffle -> {
                dataPath.requireValue(warp, shuffle.value(), group.lanes, group.next);
                dataPath.requireValue(warp, shuffle.selector(), group.lanes, group.next);
                dataPath.requireValue(warp, shuffle.clamp(), group.lanes, group.next);
            }
        }
    }

    private void requireMembers(SimulatedWarp warp, LaneGroup group, int members, int lanes) {
        int missing = lanes & ~members;
        if (missing != 0) {
            int lane = Integer.numberOfTrailingZeros(missing);
            throw new SimulationFault(
                    Kind.BAD_WARP_MASK,
                    warp.place(lane),
                    group.next,
                    "«%s» is executed by lane %d of the warp, which its mask 0x%x does not name"
                            .formatted(program.at(group.next).text(), lane, members));
        }
    }

    private void execute(SimulatedWarp warp, int lanes, WarpWide operation) {
        switch (operation) {
            case Instruction.WarpBarrier _ -> meet(warp, lanes);
            case Instruction.Vote vote -> vote(warp, lanes, vote);
            case Instruction.Match match -> match(warp, lanes, match);
            case Instruction.Shuffle shuffle -> shuffle(warp, lanes, shuffle);
        }
    }

    private void meet(SimulatedWarp warp, int lanes) {
        var ports = new ArrayList<MemoryPort>();
        warp.collectPorts(lanes, ports);
        memory.meet(ports);
    }

    private static void vote(SimulatedWarp warp, int lanes, Instruction.Vote vote) {
        int ballot = warp.lanesWhere(vote.predicate(), true, lanes);
        long result = switch (vote.quantifier()) {
            case BALLOT -> ballot;
            case ANY -> ballot != 0 ? 1 : 0;
            case ALL -> ballot == lanes ? 1 : 0;
        };
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            warp.set(vote.target(), Integer.numberOfTrailingZeros(rest), result);
        }
        warp.markWritten(vote.target(), lanes);
    }

    private static void match(SimulatedWarp warp, int lanes, Instruction.Match match) {
        int[] matching = new int[SimulatedWarp.SIZE];
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            matching[lane] = warp.lanesWith(match.value(), (int) warp.get(match.value(), lane), lanes);
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            warp.set(match.target(), lane, matching[lane]);
        }
        warp.markWritten(match.target(), lanes);
    }

    private static void shuffle(SimulatedWarp warp, int lanes, Instruction.Shuffle shuffle) {
        long[] values = values(warp, shuffle.value());
        long[] selectors = values(warp, shuffle.selector());
        long[] clamps = values(warp, shuffle.clamp());
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int wanted = source(shuffle.route(), lane, (int) selectors[lane], (int) clamps[lane]);
            int from = wanted < 0 ? lane : wanted;
            int bit = 1 << lane;
            if ((lanes & 1 << from) == 0) {
                warp.markUndefined(shuffle.target(), bit);
            } else {
                warp.set(shuffle.target(), lane, values[from]);
                warp.markWritten(shuffle.target(), bit);
            }
            if (shuffle.found() >= 0) {
                warp.set(shuffle.found(), lane, wanted < 0 ? 0 : 1);
                warp.markWritten(shuffle.found(), bit);
            }
        }
    }

    /** {@return the lane that a lane reads from, or -1 if it is out of range} */
    private static int source(Route route, int lane, int selector, int clamp) {
        int distance = selector & SELECTOR_BITS;
        int segment = (clamp >> 8) & SELECTOR_BITS;
        int lowest = lane & segment;
        int bound = lowest | (clamp & SELECTOR_BITS & ~segment);
        int from = switch (route) {
            case IDX -> lowest | (distance & ~segment);
            case UP -> lane - distance;
            case DOWN -> lane + distance;
            case BFLY -> lane ^ distance;
        };
        boolean inRange = route == Route.UP ? from >= bound : from <= bound;
        return inRange ? from : -1;
    }

    private static long[] values(SimulatedWarp warp, int row) {
        long[] values = new long[SimulatedWarp.SIZE];
        for (int lane = 0; lane < values.length; lane++) {
            values[lane] = warp.get(row, lane);
        }
        return values;
    }
}
