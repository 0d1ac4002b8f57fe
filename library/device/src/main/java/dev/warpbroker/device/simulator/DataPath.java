package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.SimulationFault.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Executes instructions on registers and memory, for all lanes of a group one after the other. */
final class DataPath {
    private static final long SPACE_MASK = 0xffff_ffffL;

    private final PtxProgram program;
    private final SimulatedMemory global;
    private long localChanges;
    private long clock;

    // The instruction being executed.
    private int at;

    DataPath(PtxProgram program, SimulatedMemory global) {
        this.program = program;
        this.global = global;
    }

    /** {@return how often a store has changed local memory} */
    long localChanges() {
        return localChanges;
    }

    /** @param step instructions executed by all lanes so far */
    void execute(SimulatedWarp warp, int lanes, int index, Instruction.Data instruction, long step) {
        at = index;
        clock = step;
        switch (instruction) {
            case Instruction.Unary unary -> unary(warp, lanes, unary);
            case Instruction.Binary binary -> binary(warp, lanes, binary);
            case Instruction.Load load -> load(warp, lanes, load);
            case Instruction.Store store -> store(warp, lanes, store);
            case Instruction.LoadVector load -> loadVector(warp, lanes, load);
            case Instruction.StoreVector store -> storeVector(warp, lanes, store);
            case Instruction.Ternary ternary -> ternary(warp, lanes, ternary);
            case Instruction.Atomic atomic -> atomic(warp, lanes, atomic);
            case Instruction.Division division -> division(warp, lanes, division);
            case Instruction.Fence(boolean sequential) -> fence(warp, lanes, sequential);
            case Instruction.ActiveMask(int target) -> setAll(warp, lanes, target, lanes);
            case Instruction.Clock(int target) -> setAll(warp, lanes, target, clock);
        }
    }

    private void unary(SimulatedWarp warp, int lanes, Instruction.Unary unary) {
        requireValue(warp, unary.source(), lanes);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            warp.set(unary.target(), lane, unary.operation().applyAsLong(warp.get(unary.source(), lane)));
        }
        warp.markWritten(unary.target(), lanes);
    }

    private void binary(SimulatedWarp warp, int lanes, Instruction.Binary binary) {
        requireValue(warp, binary.left(), lanes);
        requireValue(warp, binary.right(), lanes);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long result = binary.operation().applyAsLong(warp.get(binary.left(), lane), warp.get(binary.right(), lane));
            warp.set(binary.target(), lane, result);
        }
        warp.markWritten(binary.target(), lanes);
    }

    private void ternary(SimulatedWarp warp, int lanes, Instruction.Ternary ternary) {
        requireValue(warp, ternary.first(), lanes);
        requireValue(warp, ternary.second(), lanes);
        requireValue(warp, ternary.third(), lanes);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long result = ternary.operation()
                    .apply(
                            warp.get(ternary.first(), lane),
                            warp.get(ternary.second(), lane),
                            warp.get(ternary.third(), lane));
            warp.set(ternary.target(), lane, result);
        }
        warp.markWritten(ternary.target(), lanes);
    }

    private void division(SimulatedWarp warp, int lanes, Instruction.Division division) {
        requireValue(warp, division.left(), lanes);
        requireValue(warp, division.right(), lanes);
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long divisor = warp.get(division.right(), lane);
            if (division.type().extend(divisor) == 0) {
                warp.markUndefined(division.target(), 1 << lane);
            } else {
                warp.set(
                        division.target(),
                        lane,
                        division.operation().applyAsLong(warp.get(division.left(), lane), divisor));
                warp.markWritten(division.target(), 1 << lane);
            }
        }
    }

    private void load(SimulatedWarp warp, int lanes, Instruction.Load load) {
        requireValue(warp, load.base(), lanes);
        Access access = load.access();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = address(access.space(), warp.get(load.base(), lane) + load.offset());
            MemoryRegion region = region(warp, lane, access, address, 1);
            refuseUnlessConstant(warp, lane, region, load.constant());
            warp.set(load.target(), lane, read(warp, lane, region, address, access));
        }
        warp.markWritten(load.target(), lanes);
    }

    private void loadVector(SimulatedWarp warp, int lanes, Instruction.LoadVector load) {
        requireValue(warp, load.base(), lanes);
        Access access = load.access();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = address(access.space(), warp.get(load.base(), lane) + load.offset());
            MemoryRegion region =
                    region(warp, lane, access, address, load.targets().size());
            refuseUnlessConstant(warp, lane, region, load.constant());
            for (int target : load.targets()) {
                warp.set(target, lane, read(warp, lane, region, address, access));
                address += access.type().bytes();
            }
        }
        for (int target : load.targets()) {
            warp.markWritten(target, lanes);
        }
    }

    private static long read(SimulatedWarp warp, int lane, MemoryRegion region, long address, Access access) {
        return access.space() == AddressSpace.LOCAL
                ? MemoryRegion.extract(region.word(address), address, access.type())
                : warp.port(lane).load(region, address, access);
    }

    private void store(SimulatedWarp warp, int lanes, Instruction.Store store) {
        requireValue(warp, store.base(), lanes);
        requireValue(warp, store.source(), lanes);
        Access access = store.access();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = address(access.space(), warp.get(store.base(), lane) + store.offset());
            MemoryRegion region = region(warp, lane, access, address, 1);
            refuseIfReadOnly(warp, lane, region);
            write(warp, lane, region, address, access, warp.get(store.source(), lane));
        }
    }

    private void storeVector(SimulatedWarp warp, int lanes, Instruction.StoreVector store) {
        requireValue(warp, store.base(), lanes);
        for (int source : store.sources()) {
            requireValue(warp, source, lanes);
        }
        Access access = store.access();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = address(access.space(), warp.get(store.base(), lane) + store.offset());
            MemoryRegion region =
                    region(warp, lane, access, address, store.sources().size());
            refuseIfReadOnly(warp, lane, region);
            for (int source : store.sources()) {
                write(warp, lane, region, address, access, warp.get(source, lane));
                address += access.type().bytes();
            }
        }
    }

    private void write(SimulatedWarp warp, int lane, MemoryRegion region, long address, Access access, long value) {
        if (access.space() == AddressSpace.LOCAL) {
            storeLocal(region, address, access.type(), value);
        } else {
            warp.port(lane).store(region, address, access, value);
        }
    }

    private void storeLocal(MemoryRegion region, long address, PtxType type, long value) {
        long old = region.word(address);
        long changed = MemoryRegion.insert(old, address, type, value);
        if (changed != old) {
            region.setWord(address, changed);
            localChanges++;
        }
    }

    private void atomic(SimulatedWarp warp, int lanes, Instruction.Atomic atomic) {
        requireValue(warp, atomic.base(), lanes);
        requireValue(warp, atomic.first(), lanes);
        requireValue(warp, atomic.second(), lanes);
        Access access = atomic.access();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = address(access.space(), warp.get(atomic.base(), lane) + atomic.offset());
            MemoryRegion region = region(warp, lane, access, address, 1);
            refuseIfReadOnly(warp, lane, region);
            long old = warp.port(lane)
                    .update(
                            region,
                            address,
                            access,
                            atomic.update(),
                            warp.get(atomic.first(), lane),
                            warp.get(atomic.second(), lane));
            warp.set(atomic.target(), lane, old);
        }
        warp.markWritten(atomic.target(), lanes);
    }

    private static void fence(SimulatedWarp warp, int lanes, boolean sequential) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            warp.port(Integer.numberOfTrailingZeros(rest)).fence(sequential);
        }
    }

    private static void setAll(SimulatedWarp warp, int lanes, int target, long value) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            warp.set(target, Integer.numberOfTrailingZeros(rest), value);
        }
        warp.markWritten(target, lanes);
    }

    /** Shared and local addresses may sit in 32-bit registers, whose upper halves mean nothing. */
    private static long address(AddressSpace space, long address) {
        return space == AddressSpace.GLOBAL ? address : address & SPACE_MASK;
    }

    private MemoryRegion region(SimulatedWarp warp, int lane, Access access, long address, int elements) {
        int bytes = elements * access.type().bytes();
        MemoryRegion region = find(warp, lane, access.space(), address, bytes);
        if (region == null) {
            throw new SimulationFault(
                    Kind.BAD_MEMORY_ACCESS,
                    warp.place(lane),
                    at,
                    "«%s» accesses %d bytes at %s address 0x%x, where nothing is allocated; %s"
                            .formatted(
                                    program.at(at).text(),
                                    bytes,
                                    access.space().name().toLowerCase(Locale.ROOT),
                                    address,
                                    neighbourhood(access.space(), address)));
        }
        if ((address & (bytes - 1)) != 0) {
            throw new SimulationFault(
                    Kind.BAD_MEMORY_ACCESS,
                    warp.place(lane),
                    at,
                    "«%s» accesses %d bytes at 0x%x in %s, which is not a multiple of %d"
                            .formatted(program.at(at).text(), bytes, address, region.name(), bytes));
        }
        return region;
    }

    private void refuseUnlessConstant(SimulatedWarp warp, int lane, MemoryRegion region, boolean constant) {
        if (constant && !region.isReadOnly()) {
            throw notReadOnly(warp.place(lane), region, "is read as memory that does not change, but is none");
        }
    }

    private void refuseIfReadOnly(SimulatedWarp warp, int lane, MemoryRegion region) {
        if (region.isReadOnly()) {
            throw notReadOnly(warp.place(lane), region, "is written, but kernels may only read it");
        }
    }

    private SimulationFault notReadOnly(int lane, MemoryRegion region, String what) {
        return new SimulationFault(
                Kind.BAD_MEMORY_ACCESS,
                lane,
                at,
                "«%s»: %s %s".formatted(program.at(at).text(), region.name(), what));
    }

    private @Nullable MemoryRegion find(SimulatedWarp warp, int lane, AddressSpace space, long address, int bytes) {
        return switch (space) {
            case GLOBAL -> global.find(address, bytes);
            case SHARED -> warp.block().sharedAt(address, bytes);
            case LOCAL -> warp.localAt(lane, address, bytes);
        };
    }

    private String neighbourhood(AddressSpace space, long address) {
        if (space == AddressSpace.GLOBAL) {
            return global.neighbourhood(address);
        }
        return "the variables there are "
                + program.variables().stream()
                        .filter(variable -> variable.space() == space)
                        .map(variable ->
                                "%s at 0x%x, %d bytes".formatted(variable.name(), variable.address(), variable.bytes()))
                        .toList();
    }

    private void requireValue(SimulatedWarp warp, int row, int lanes) {
        requireValue(warp, row, lanes, at);
    }

    /** Refuses to read a register that a lane never wrote. */
    void requireValue(SimulatedWarp warp, int row, int lanes, int index) {
        int undefined = warp.undefined(row, lanes);
        if (undefined != 0) {
            throw new SimulationFault(
                    Kind.UNDEFINED_VALUE,
                    warp.place(Integer.numberOfTrailingZeros(undefined)),
                    index,
                    "«%s» reads %s, which has no value in this lane: never written, a shuffle from a lane that takes no"
                                    .formatted(
                                            program.at(index).text(),
                                            program.registers().get(row))
                            + " part, or a division by zero");
        }
    }
}
