package dev.warpbroker.experiments.suite;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Copies between page-locked memory and a GPU by calls of the driver and nothing else: what a copy can reach. The
 * library has no part in it.
 */
final class DriverCopies implements AutoCloseable {
    private static final int NON_BLOCKING = 1;

    private final Arena arena = Arena.ofShared();
    private final SymbolLookup driver = library(arena);
    private final MethodHandle toDevice = function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG);
    private final MethodHandle toHost = function("cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private final MethodHandle synchronize = function("cuStreamSynchronize", JAVA_LONG);
    private final MethodHandle free = function("cuMemFree_v2", JAVA_LONG);
    private final MethodHandle freeHost = function("cuMemFreeHost", ADDRESS);
    private final MethodHandle destroy = function("cuStreamDestroy_v2", JAVA_LONG);
    private final MethodHandle release = function("cuDevicePrimaryCtxRelease_v2", JAVA_INT);

    private final int gpu;
    private final long bytes;
    private final long stream;
    private final long device;
    private final MemorySegment host;

    @SuppressWarnings("restricted") // The driver allocated this many bytes.
    DriverCopies(int ordinal, long bytes) {
        this.bytes = bytes;
        call(function("cuInit", JAVA_INT), 0);
        var out = arena.allocate(JAVA_LONG);
        call(function("cuDeviceGet", ADDRESS, JAVA_INT), out, ordinal);
        gpu = out.get(JAVA_INT, 0);
        call(function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT), out, gpu);
        call(function("cuCtxSetCurrent", JAVA_LONG), out.get(JAVA_LONG, 0));
        call(function("cuStreamCreate", ADDRESS, JAVA_INT), out, NON_BLOCKING);
        stream = out.get(JAVA_LONG, 0);
        call(function("cuMemAlloc_v2", ADDRESS, JAVA_LONG), out, bytes);
        device = out.get(JAVA_LONG, 0);
        call(function("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT), out, bytes, 0);
        host = MemorySegment.ofAddress(out.get(JAVA_LONG, 0)).reinterpret(bytes);
        host.fill((byte) 1);
    }

    @SuppressWarnings("restricted") // The driver is what this class is about.
    private static SymbolLookup library(Arena arena) {
        return SymbolLookup.libraryLookup("libcuda.so.1", arena);
    }

    void in() {
        require(() -> (int) toDevice.invokeExact(device, host, bytes, stream));
        require(() -> (int) synchronize.invokeExact(stream));
    }

    void out() {
        require(() -> (int) toHost.invokeExact(host, device, bytes, stream));
        require(() -> (int) synchronize.invokeExact(stream));
    }

    @Override
    public void close() {
        call(free, device);
        call(freeHost, host);
        call(destroy, stream);
        call(release, gpu);
        arena.close();
    }

    @SuppressWarnings("restricted") // The signatures are those of the driver's manual.
    private MethodHandle function(String name, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(driver.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    /** A call of the driver. */
    @FunctionalInterface
    private interface Call {
        int result() throws Throwable;
    }

    private static void call(MethodHandle function, Object... arguments) {
        require(() -> (int) function.invokeWithArguments(arguments));
    }

    private static void require(Call call) {
        int result;
        try {
            result = call.result();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function cannot throw a checked exception", e);
        }
        if (result != 0) {
            throw new IllegalStateException("the driver answered with error " + result);
        }
    }
}
