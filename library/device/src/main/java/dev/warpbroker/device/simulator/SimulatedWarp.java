package dev.warpbroker.device.simulator;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.simulator.LaneGroup.State;
import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;
import dev.warpbroker.device.simulator.RegisterLayout.Initial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Up to 32 lanes: their registers, local memory and position in the program. */
final class SimulatedWarp {
    static final int SIZE = 32;
    static final int ALL_LANES = -1;

    private final SimulatedBlock block;
    private final PtxProgram program;
    /** The place of the first lane in the launch. */
    private final int firstPlace;

    private final long[] registers;

    /** By row: the lanes in which it was written. */
    private final int[] written;

    private final MemoryPort[] ports;
    /** What local memory holds before anybody writes there. */
    private static final long LEFTOVER = 0xa5a5_5a5a_c3c3_3c3cL;

    private final List<List<MemoryRegion>> locals = new ArrayList<>();
    private final List<LaneGroup> groups = new ArrayList<>();
    private int liveLanes;

    SimulatedWarp(SimulatedBlock block, PtxProgram program, int firstPlace, int size, MemoryModel memory) {
        this.block = block;
        this.program = program;
        this.firstPlace = firstPlace;
        this.registers = new long[program.registers().size() * SIZE];
        this.written = new int[program.registers().size()];
        this.liveLanes = ALL_LANES >>> (SIZE - size);
        this.ports = new MemoryPort[size];
        for (int lane = 0; lane < size; lane++) {
            ports[lane] = memory.open(block.index());
            locals.add(localMemory());
        }
        groups.add(new LaneGroup(liveLanes, 0));
    }

    private List<MemoryRegion> localMemory() {
        return program.variables().stream()
                .filter(variable -> variable.space() == AddressSpace.LOCAL)
                .map(variable -> {
                    var region =
                            new MemoryRegion(variable.name(), variable.address(), variable.bytes(), variable.address());
                    Arrays.fill(region.words(), LEFTOVER);
                    return region;
                })
                .toList();
    }

    /** Fills the rows that are never written: constants, parameters, special registers. */
    void initialise(long[] arguments, int warpInBlock, GridShape shape) {
        List<Initial> initials = program.initials();
        for (int row = 0; row < initials.size(); row++) {
            for (int lane = 0; lane < ports.length; lane++) {
                switch (initials.get(row)) {
                    case Initial.Unwritten _ -> {}
                    case Initial.Constant(long value) -> set(row, lane, value);
                    case Initial.Parameter(int index) -> set(row, lane, arguments[index]);
                    case Initial.Special(SpecialRegister register) ->
                        set(row, lane, register.value(lane, warpInBlock, block.index(), shape));
                }
            }
            if (!(initials.get(row) instanceof Initial.Unwritten)) {
                written[row] = ALL_LANES;
            }
        }
    }

    SimulatedBlock block() {
        return block;
    }

    int liveLanes() {
        return liveLanes;
    }

    /** {@return the place of a lane in the launch} */
    int place(int lane) {
        return firstPlace + lane;
    }

    MemoryPort port(int lane) {
        return ports[lane];
    }

    void collectPorts(int lanes, Collection<MemoryPort> into) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            into.add(ports[Integer.numberOfTrailingZeros(rest)]);
        }
    }

    @Nullable
    MemoryRegion localAt(int lane, long address, int bytes) {
        for (MemoryRegion region : locals.get(lane)) {
            if (region.contains(address, bytes)) {
                return region;
            }
        }
        return null;
    }

    long get(int row, int lane) {
        return registers[row * SIZE + lane];
    }

    void set(int row, int lane, long value) {
        registers[row * SIZE + lane] = value;
    }

    void markWritten(int row, int lanes) {
        written[row] |= lanes;
    }

    void markUndefined(int row, int lanes) {
        written[row] &= ~lanes;
    }

    /** {@return those of some lanes in which a row has no value} */
    int undefined(int row, int lanes) {
        return lanes & ~written[row];
    }

    /** {@return those of some lanes in which a predicate has a value} */
    int lanesWhere(int predicate, boolean expected, int lanes) {
        int found = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (((get(predicate, lane) & 1) != 0) == expected) {
                found |= 1 << lane;
            }
        }
        return found;
    }

    /** {@return those of some lanes in which a row has this 32-bit value} */
    int lanesWith(int row, int value, int lanes) {
        int found = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if ((int) get(row, lane) == value) {
                found |= 1 << lane;
            }
        }
        return found;
    }

    /** {@return a copy of all registers, for {@link #sameRegisters}} */
    long[] copyRegisters() {
        return registers.clone();
    }

    boolean sameRegisters(long[] copy, int lane) {
        for (int at = lane; at < registers.length; at += SIZE) {
            if (registers[at] != copy[at]) {
                return false;
            }
        }
        return true;
    }

    List<LaneGroup> groups() {
        return groups;
    }

    boolean isRunnable() {
        for (LaneGroup group : groups) {
            if (group.isRunning()) {
                return true;
            }
        }
        return false;
    }

    /** {@return the lanes in groups of a state} */
    int lanes(State state) {
        int lanes = 0;
        for (LaneGroup group : groups) {
            if (group.state == state) {
                lanes |= group.lanes;
            }
        }
        return lanes;
    }

    /** Takes some lanes out of a group. {@return their own group, at the same instruction} */
    LaneGroup split(LaneGroup group, int lanes) {
        if (group.lanes == lanes) {
            return group;
        }
        group.lanes &= ~lanes;
        var part = new LaneGroup(lanes, group.next);
        groups.add(part);
        return part;
    }

    /** Joins running groups that are where this one is. */
    void merge(LaneGroup group) {
        for (int index = groups.size() - 1; index >= 0; index--) {
            LaneGroup other = groups.get(index);
            if (other != group && other.next == group.next && other.isRunning() && group.isRunning()) {
                group.lanes |= other.lanes;
                groups.remove(index);
            }
        }
    }

    void end(LaneGroup group) {
        liveLanes &= ~group.lanes;
        block.lanesEnded(Integer.bitCount(group.lanes));
        groups.remove(group);
    }

    void releaseBarrier() {
        for (LaneGroup group : groups) {
            group.proceed();
        }
        for (int index = 0; index < groups.size(); index++) {
            merge(groups.get(index));
        }
    }
}
