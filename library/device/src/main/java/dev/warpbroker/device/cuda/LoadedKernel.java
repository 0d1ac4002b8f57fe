package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.warpbroker.compiler.BoundKernel;
import dev.warpbroker.compiler.CompiledKernel;
import dev.warpbroker.compiler.UploadedTables;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.backend.GridShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** A kernel object, its code on the device and the native memory for its arguments. */
final class LoadedKernel {
    /** Registers of a lane with which a multiprocessor is full of lanes; fewer make no room for more. */
    private static final int MIN_REGISTERS = 32;

    /** Registers are given out in multiples of this number. */
    private static final int REGISTERS_AT_ONCE = 8;

    private final BoundKernel bound;
    private final CudaFunction function;
    private final int maxRegisters;
    private final MemorySegment arguments;

    /** Pointers to the arguments, one each: what the driver wants. It copies the arguments before it returns. */
    private final MemorySegment parameters;

    /** @param maxRegisters what the function was compiled with: the most registers of a lane, or 0 */
    LoadedKernel(BoundKernel bound, CudaFunction function, int maxRegisters) {
        this.bound = bound;
        this.maxRegisters = maxRegisters;
        this.function = function;
        int count = bound.code().parameters().size();
        var arena = Arena.ofAuto();
        arguments = arena.allocate(JAVA_LONG, count);
        parameters = arena.allocate(ADDRESS, count);
        for (int i = 0; i < count; i++) {
            parameters.setAtIndex(ADDRESS, i, arguments.asSlice((long) i * Long.BYTES));
        }
    }

    /** Looks again at captured arrays. {@return whether the code is right for what they hold now} */
    boolean renew() {
        return bound.renew();
    }

    CompiledKernel code() {
        return bound.code();
    }

    CudaFunction function() {
        return function;
    }

    /** {@return pointers to the arguments of a launch, valid until the next call} */
    MemorySegment parameters(
            Consumer<DeviceMemory> guard, UploadedTables tables, GridShape grid, LaunchSlot slot, long log) {
        long[] values = bound.arguments(guard, tables::address, grid, slot.control(), slot.reportAddress(), log);
        MemorySegment.copy(values, 0, arguments, JAVA_LONG, 0, values.length);
        return parameters;
    }

    /**
     * {@return the code for a grid} If lanes wait for each other and would not all be resident for want of registers,
     * it is code with fewer registers. Requires that the context is current.
     *
     * @throws IllegalArgumentException if a block is too large, or threads that wait for each other cannot all be
     *     resident
     */
    CudaFunction functionFor(GridShape grid, Gpu gpu, CudaModules modules) {
        String device = gpu.traits().id();
        if (grid.blockSize() > function.maxBlockSize()) {
            throw new IllegalArgumentException(
                    "blocks of " + grid.blockSize() + " lanes; the registers and shared memory"
                            + " of this kernel allow at most " + function.maxBlockSize() + " on " + device
                            + "; use Grid.withBlockSize");
        }
        if (!code().waits() || grid.blocks() <= residentBlocks(function, grid, gpu)) {
            return function;
        }
        int registers = (int) (gpu.registers() / residentLanes(grid, gpu) / REGISTERS_AT_ONCE * REGISTERS_AT_ONCE);
        if (maxRegisters > 0) {
            registers = Math.min(registers, maxRegisters);
        }
        var lean = registers < MIN_REGISTERS ? function : modules.function(code(), registers);
        long blocks = residentBlocks(lean, grid, gpu);
        if (grid.blocks() > blocks) {
            throw new IllegalArgumentException("grid of " + grid.threads() + " threads in blocks of " + grid.blockSize()
                    + ": lanes of this kernel wait for each other, so all must be resident, but " + device
                    + " can hold only " + blocks * grid.blockSize() + " of them (" + blocks
                    + " blocks); launch at most that many and give each more to do, or try another block size");
        }
        return lean;
    }

    private static long residentBlocks(CudaFunction code, GridShape grid, Gpu gpu) {
        return (long) code.residentBlocks(grid.blockSize()) * gpu.multiprocessors();
    }

    /** {@return how many lanes a multiprocessor has to hold if all are to be resident} */
    private static long residentLanes(GridShape grid, Gpu gpu) {
        int warp = gpu.traits().warpSize();
        long warps = (long) Math.ceilDiv(grid.blocks(), gpu.multiprocessors()) * Math.ceilDiv(grid.blockSize(), warp);
        return warps * warp;
    }
}
