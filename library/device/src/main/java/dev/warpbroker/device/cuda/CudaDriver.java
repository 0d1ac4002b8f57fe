package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.device.backend.GridShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The functions of the driver that this library calls, under their own names less the prefix.
 *
 * <p>Handles of the driver (contexts, streams, events, modules, functions) and device addresses are longs. Functions
 * throw unless the driver answers success; those that return a result code leave its judgement to the caller. What
 * releases something ignores the answer: a lost context refuses everything, and nothing could be done about it.
 */
final class CudaDriver {
    /** The first CUDA version whose drivers read PTX 8.3. */
    private static final int OLDEST_VERSION = 12_030;

    private static final int SUCCESS = 0;
    private static final int OUT_OF_MEMORY = 2;
    private static final int NOT_READY = 600;
    private static final int STREAM_NON_BLOCKING = 1;
    private static final int EVENT_DISABLE_TIMING = 2;
    private static final int MEMHOSTALLOC_DEVICEMAP = 2;
    private static final int NAME_BYTES = 256;

    private static final CudaLibrary LIBRARY =
            CudaLibrary.load(System.getProperty("os.name").startsWith("Windows") ? "nvcuda.dll" : "libcuda.so.1");

    private static final Function DRIVER_GET_VERSION = function("cuDriverGetVersion", ADDRESS);
    private static final Function INIT = function("cuInit", JAVA_INT);
    private static final Function GET_ERROR_NAME = function("cuGetErrorName", JAVA_INT, ADDRESS);
    private static final Function GET_ERROR_STRING = function("cuGetErrorString", JAVA_INT, ADDRESS);

    private static final Function DEVICE_GET_COUNT = function("cuDeviceGetCount", ADDRESS);
    private static final Function DEVICE_GET = function("cuDeviceGet", ADDRESS, JAVA_INT);
    private static final Function DEVICE_GET_NAME = function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
    private static final Function DEVICE_GET_ATTRIBUTE = function("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
    private static final Function DEVICE_TOTAL_MEM = function("cuDeviceTotalMem_v2", ADDRESS, JAVA_INT);

    private static final Function PRIMARY_CTX_RETAIN = function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
    private static final Function PRIMARY_CTX_RELEASE = function("cuDevicePrimaryCtxRelease_v2", JAVA_INT);
    private static final Function CTX_SET_CURRENT = function("cuCtxSetCurrent", JAVA_LONG);

    private static final Function STREAM_CREATE = function("cuStreamCreate", ADDRESS, JAVA_INT);
    private static final Function STREAM_DESTROY = function("cuStreamDestroy_v2", JAVA_LONG);
    private static final Function STREAM_QUERY = function("cuStreamQuery", JAVA_LONG);
    private static final Function STREAM_SYNCHRONIZE = function("cuStreamSynchronize", JAVA_LONG);

    private static final Function STREAM_WAIT_EVENT = function("cuStreamWaitEvent", JAVA_LONG, JAVA_LONG, JAVA_INT);

    private static final Function EVENT_CREATE = function("cuEventCreate", ADDRESS, JAVA_INT);
    private static final Function EVENT_DESTROY = function("cuEventDestroy_v2", JAVA_LONG);
    private static final Function EVENT_RECORD = function("cuEventRecord", JAVA_LONG, JAVA_LONG);
    private static final Function EVENT_QUERY = function("cuEventQuery", JAVA_LONG);
    private static final Function EVENT_SYNCHRONIZE = function("cuEventSynchronize", JAVA_LONG);
    private static final Function EVENT_ELAPSED_TIME = function("cuEventElapsedTime", ADDRESS, JAVA_LONG, JAVA_LONG);

    private static final Function MEM_ALLOC = function("cuMemAlloc_v2", ADDRESS, JAVA_LONG);
    private static final Function MEM_FREE = function("cuMemFree_v2", JAVA_LONG);
    private static final Function MEM_GET_INFO = function("cuMemGetInfo_v2", ADDRESS, ADDRESS);
    private static final Function MEM_HOST_ALLOC = function("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT);
    private static final Function MEM_FREE_HOST = function("cuMemFreeHost", ADDRESS);
    private static final Function MEM_HOST_GET_DEVICE_POINTER =
            function("cuMemHostGetDevicePointer_v2", ADDRESS, ADDRESS, JAVA_INT);
    private static final Function MEMCPY_H_TO_D =
            function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final Function MEMCPY_D_TO_H =
            function("cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final Function MEMSET_D8 = function("cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG);
    private static final Function MEMSET_D16 =
            function("cuMemsetD16Async", JAVA_LONG, JAVA_SHORT, JAVA_LONG, JAVA_LONG);
    private static final Function MEMSET_D32 = function("cuMemsetD32Async", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final Function MEMSET_D2D32 =
            function("cuMemsetD2D32Async", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final Function MODULE_LOAD_DATA =
            function("cuModuleLoadDataEx", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    private static final Function MODULE_UNLOAD = function("cuModuleUnload", JAVA_LONG);
    private static final Function MODULE_GET_FUNCTION = function("cuModuleGetFunction", ADDRESS, JAVA_LONG, ADDRESS);
    private static final Function FUNC_GET_ATTRIBUTE = function("cuFuncGetAttribute", ADDRESS, JAVA_INT, JAVA_LONG);
    private static final Function FUNC_SET_ATTRIBUTE = function("cuFuncSetAttribute", JAVA_LONG, JAVA_INT, JAVA_INT);
    private static final Function MAX_ACTIVE_BLOCKS =
            function("cuOccupancyMaxActiveBlocksPerMultiprocessor", ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final Function LAUNCH_KERNEL = function(
            "cuLaunchKernel",
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS,
            JAVA_LONG);
    private static final Function LAUNCH_COOPERATIVE_KERNEL = function(
            "cuLaunchCooperativeKernel",
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS);

    private CudaDriver() {}

    /**
     * Makes the driver ready for use; does nothing from the second time on.
     *
     * @throws DeviceUnavailableException if there is no driver, it is too old, or it refuses
     */
    static void initialise() {
        int version = driverVersion();
        if (version < OLDEST_VERSION) {
            throw new DeviceUnavailableException("the NVIDIA driver is for CUDA " + versionText(version)
                    + ", but the compiled kernels need one for CUDA " + versionText(OLDEST_VERSION)
                    + " or later; update the driver, or use Device.jvm()");
        }
        int result = result(() -> (int) INIT.handle.invokeExact(0));
        if (result != SUCCESS) {
            throw CudaFailure.unavailable(INIT.name, result);
        }
    }

    /** {@return the newest CUDA version that the driver supports: 1000 times major plus 10 times minor} */
    static int driverVersion() {
        return intFrom(DRIVER_GET_VERSION, out -> (int) DRIVER_GET_VERSION.handle.invokeExact(out));
    }

    static String versionText(int version) {
        return version / 1000 + "." + version % 1000 / 10;
    }

    static String errorName(int result) {
        return errorString(result, out -> (int) GET_ERROR_NAME.handle.invokeExact(result, out));
    }

    static String errorText(int result) {
        return errorString(result, out -> (int) GET_ERROR_STRING.handle.invokeExact(result, out));
    }

    static int deviceGetCount() {
        return intFrom(DEVICE_GET_COUNT, out -> (int) DEVICE_GET_COUNT.handle.invokeExact(out));
    }

    static int deviceGet(int ordinal) {
        return intFrom(DEVICE_GET, out -> (int) DEVICE_GET.handle.invokeExact(out, ordinal));
    }

    static String deviceGetName(int device) {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocate(NAME_BYTES);
            check(DEVICE_GET_NAME, () -> (int) DEVICE_GET_NAME.handle.invokeExact(name, NAME_BYTES, device));
            return name.getString(0);
        }
    }

    static int deviceGetAttribute(int attribute, int device) {
        return intFrom(
                DEVICE_GET_ATTRIBUTE, out -> (int) DEVICE_GET_ATTRIBUTE.handle.invokeExact(out, attribute, device));
    }

    static long deviceTotalMem(int device) {
        return longFrom(DEVICE_TOTAL_MEM, out -> (int) DEVICE_TOTAL_MEM.handle.invokeExact(out, device));
    }

    /** @throws DeviceUnavailableException if this process may not use the device, or cannot now */
    static long devicePrimaryCtxRetain(int device) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_LONG);
            int result = result(() -> (int) PRIMARY_CTX_RETAIN.handle.invokeExact(out, device));
            if (result != SUCCESS) {
                throw CudaFailure.unavailable(PRIMARY_CTX_RETAIN.name, result);
            }
            return out.get(JAVA_LONG, 0);
        }
    }

    static void devicePrimaryCtxRelease(int device) {
        var _ = result(() -> (int) PRIMARY_CTX_RELEASE.handle.invokeExact(device));
    }

    /** Succeeds for a lost context, too: the call that follows reports the loss, and only if it matters to it. */
    static void ctxSetCurrent(long context) {
        checkUnlessLost(CTX_SET_CURRENT, () -> (int) CTX_SET_CURRENT.handle.invokeExact(context));
    }

    /** {@return a stream that does not wait for the default stream} */
    static long streamCreate() {
        return longFrom(STREAM_CREATE, out -> (int) STREAM_CREATE.handle.invokeExact(out, STREAM_NON_BLOCKING));
    }

    static void streamDestroy(long stream) {
        var _ = result(() -> (int) STREAM_DESTROY.handle.invokeExact(stream));
    }

    /** {@return whether work of the stream is still queued or running; false if the context is lost} */
    static boolean streamIsBusy(long stream) {
        return result(() -> (int) STREAM_QUERY.handle.invokeExact(stream)) == NOT_READY;
    }

    static void streamSynchronize(long stream) {
        check(STREAM_SYNCHRONIZE, () -> (int) STREAM_SYNCHRONIZE.handle.invokeExact(stream));
    }

    /** Waits until the stream has nothing left to do, which is also the case when the context is lost. */
    static void streamDrain(long stream) {
        checkUnlessLost(STREAM_SYNCHRONIZE, () -> (int) STREAM_SYNCHRONIZE.handle.invokeExact(stream));
    }

    /**
     * Lets what is put into the stream from now on wait for what the event was recorded after; not at all if it was
     * not.
     */
    static void streamWaitEvent(long stream, long event) {
        check(STREAM_WAIT_EVENT, () -> (int) STREAM_WAIT_EVENT.handle.invokeExact(stream, event, 0));
    }

    /** {@return an event that has no time, which is cheaper} */
    static long eventCreateUntimed() {
        return longFrom(EVENT_CREATE, out -> (int) EVENT_CREATE.handle.invokeExact(out, EVENT_DISABLE_TIMING));
    }

    static long eventCreate() {
        return longFrom(EVENT_CREATE, out -> (int) EVENT_CREATE.handle.invokeExact(out, 0));
    }

    static void eventDestroy(long event) {
        var _ = result(() -> (int) EVENT_DESTROY.handle.invokeExact(event));
    }

    static void eventRecord(long event, long stream) {
        check(EVENT_RECORD, () -> (int) EVENT_RECORD.handle.invokeExact(event, stream));
    }

    /** {@return whether the device has passed the event} */
    static boolean eventHasPassed(long event) {
        int result = result(() -> (int) EVENT_QUERY.handle.invokeExact(event));
        return switch (result) {
            case SUCCESS -> true;
            case NOT_READY -> false;
            default -> throw CudaFailure.of(EVENT_QUERY.name, result);
        };
    }

    static void eventSynchronize(long event) {
        check(EVENT_SYNCHRONIZE, () -> (int) EVENT_SYNCHRONIZE.handle.invokeExact(event));
    }

    /** {@return the milliseconds between two events that have passed} */
    static float eventElapsedTime(long start, long end) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_FLOAT);
            check(EVENT_ELAPSED_TIME, () -> (int) EVENT_ELAPSED_TIME.handle.invokeExact(out, start, end));
            return out.get(JAVA_FLOAT, 0);
        }
    }

    /** {@return the address, of at least 256-byte alignment} */
    static long memAlloc(long bytes) {
        return longFrom(MEM_ALLOC, out -> (int) MEM_ALLOC.handle.invokeExact(out, bytes));
    }

    /** {@return the address, of at least 256-byte alignment, or nothing if there is not enough memory} */
    static Optional<Long> tryMemAlloc(long bytes) {
        return allocated(MEM_ALLOC, out -> (int) MEM_ALLOC.handle.invokeExact(out, bytes));
    }

    private static Optional<Long> allocated(Function function, CallWithResult call) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_LONG);
            int result = result(() -> call.invoke(out));
            return switch (result) {
                case SUCCESS -> Optional.of(out.get(JAVA_LONG, 0));
                case OUT_OF_MEMORY -> Optional.empty();
                default -> throw CudaFailure.of(function.name, result);
            };
        }
    }

    static void memFree(long address) {
        var _ = result(() -> (int) MEM_FREE.handle.invokeExact(address));
    }

    /** Bytes of device memory. */
    record MemoryInfo(long free, long total) {}

    static MemoryInfo memGetInfo() {
        try (var arena = Arena.ofConfined()) {
            var free = arena.allocate(JAVA_LONG);
            var total = arena.allocate(JAVA_LONG);
            check(MEM_GET_INFO, () -> (int) MEM_GET_INFO.handle.invokeExact(free, total));
            return new MemoryInfo(free.get(JAVA_LONG, 0), total.get(JAVA_LONG, 0));
        }
    }

    /** {@return page-locked host memory that the device can reach; its contents are undefined} */
    @SuppressWarnings("restricted") // The driver allocated this many bytes.
    static MemorySegment memHostAlloc(long bytes) {
        long address = longFrom(
                MEM_HOST_ALLOC, out -> (int) MEM_HOST_ALLOC.handle.invokeExact(out, bytes, MEMHOSTALLOC_DEVICEMAP));
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** {@return page-locked host memory that the device can reach, or nothing if there is not enough memory} */
    @SuppressWarnings("restricted") // The driver allocated this many bytes.
    static Optional<MemorySegment> tryMemHostAlloc(long bytes) {
        return allocated(MEM_HOST_ALLOC, out ->
                        (int) MEM_HOST_ALLOC.handle.invokeExact(out, bytes, MEMHOSTALLOC_DEVICEMAP))
                .map(address -> MemorySegment.ofAddress(address).reinterpret(bytes));
    }

    static void memFreeHost(MemorySegment memory) {
        var _ = result(() -> (int) MEM_FREE_HOST.handle.invokeExact(memory));
    }

    /** {@return the address under which the device reaches page-locked host memory} */
    static long memHostGetDevicePointer(MemorySegment memory) {
        return longFrom(MEM_HOST_GET_DEVICE_POINTER, out ->
                (int) MEM_HOST_GET_DEVICE_POINTER.handle.invokeExact(out, memory, 0));
    }

    static void memcpyToDevice(long target, MemorySegment source, long bytes, long stream) {
        check(MEMCPY_H_TO_D, () -> (int) MEMCPY_H_TO_D.handle.invokeExact(target, source, bytes, stream));
    }

    static void memcpyToHost(MemorySegment target, long source, long bytes, long stream) {
        check(MEMCPY_D_TO_H, () -> (int) MEMCPY_D_TO_H.handle.invokeExact(target, source, bytes, stream));
    }

    static void memsetBytes(long address, byte value, long count, long stream) {
        check(MEMSET_D8, () -> (int) MEMSET_D8.handle.invokeExact(address, value, count, stream));
    }

    static void memsetShorts(long address, short value, long count, long stream) {
        check(MEMSET_D16, () -> (int) MEMSET_D16.handle.invokeExact(address, value, count, stream));
    }

    static void memsetWords(long address, int value, long count, long stream) {
        check(MEMSET_D32, () -> (int) MEMSET_D32.handle.invokeExact(address, value, count, stream));
    }

    /** Sets one word in each of {@code count} rows that lie {@code pitch} bytes apart. */
    static void memsetColumn(long address, long pitch, int value, long count, long stream) {
        check(MEMSET_D2D32, () -> (int) MEMSET_D2D32.handle.invokeExact(address, pitch, value, 1L, count, stream));
    }

    static long moduleLoad(MemorySegment image, int optionCount, MemorySegment options, MemorySegment values) {
        return longFrom(MODULE_LOAD_DATA, out ->
                (int) MODULE_LOAD_DATA.handle.invokeExact(out, image, optionCount, options, values));
    }

    static void moduleUnload(long module) {
        var _ = result(() -> (int) MODULE_UNLOAD.handle.invokeExact(module));
    }

    static long moduleGetFunction(long module, String name) {
        try (var arena = Arena.ofConfined()) {
            var nameText = arena.allocateFrom(name);
            return longFrom(
                    MODULE_GET_FUNCTION, out -> (int) MODULE_GET_FUNCTION.handle.invokeExact(out, module, nameText));
        }
    }

    static int funcGetAttribute(int attribute, long function) {
        return intFrom(
                FUNC_GET_ATTRIBUTE, out -> (int) FUNC_GET_ATTRIBUTE.handle.invokeExact(out, attribute, function));
    }

    static void funcSetAttribute(long function, int attribute, int value) {
        check(FUNC_SET_ATTRIBUTE, () -> (int) FUNC_SET_ATTRIBUTE.handle.invokeExact(function, attribute, value));
    }

    /** {@return how many blocks of the function one multiprocessor holds at once} */
    static int maxActiveBlocks(long function, int blockSize, long dynamicSharedBytes) {
        return intFrom(MAX_ACTIVE_BLOCKS, out ->
                (int) MAX_ACTIVE_BLOCKS.handle.invokeExact(out, function, blockSize, dynamicSharedBytes));
    }

    /** @param parameters an array of pointers to the arguments */
    static void launchKernel(long function, GridShape grid, int sharedBytes, long stream, MemorySegment parameters) {
        int columns = grid.columns();
        int rows = grid.rows();
        int layers = grid.layers();
        int width = grid.blockWidth();
        int height = grid.blockHeight();
        int depth = grid.blockDepth();
        check(LAUNCH_KERNEL, () -> (int) LAUNCH_KERNEL.handle.invokeExact(
                function, columns, rows, layers, width, height, depth, sharedBytes, stream, parameters, 0L));
    }

    /**
     * Launches so that all blocks are on the device at once, or not at all.
     *
     * @param parameters an array of pointers to the arguments
     */
    static void launchCooperativeKernel(
            long function, GridShape grid, int sharedBytes, long stream, MemorySegment parameters) {
        int columns = grid.columns();
        int rows = grid.rows();
        int layers = grid.layers();
        int width = grid.blockWidth();
        int height = grid.blockHeight();
        int depth = grid.blockDepth();
        check(LAUNCH_COOPERATIVE_KERNEL, () -> (int) LAUNCH_COOPERATIVE_KERNEL.handle.invokeExact(
                function, columns, rows, layers, width, height, depth, sharedBytes, stream, parameters));
    }

    /**
     * A record, because the JIT compiler takes only the fields of records for constants and can then inline the call.
     */
    private record Function(String name, MethodHandle handle) {}

    @FunctionalInterface
    private interface Call {
        int invoke() throws Throwable;
    }

    @FunctionalInterface
    private interface CallWithResult {
        int invoke(MemorySegment out) throws Throwable;
    }

    private static Function function(String name, MemoryLayout... parameters) {
        return new Function(name, LIBRARY.function(name, parameters));
    }

    private static void check(Function function, Call call) {
        int result = result(call);
        if (result != SUCCESS) {
            throw CudaFailure.of(function.name, result);
        }
    }

    private static void checkUnlessLost(Function function, Call call) {
        int result = result(call);
        if (result != SUCCESS && !CudaFailure.losesContext(result)) {
            throw CudaFailure.of(function.name, result);
        }
    }

    private static int result(Call call) {
        try {
            return call.invoke();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function cannot throw a checked exception", e);
        }
    }

    private static int intFrom(Function function, CallWithResult call) {
        return (int) longFrom(function, call);
    }

    /** {@return the 32 or 64 bits that a function stores for its caller} */
    private static long longFrom(Function function, CallWithResult call) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_LONG);
            check(function, () -> call.invoke(out));
            return out.get(JAVA_LONG, 0);
        }
    }

    @SuppressWarnings("restricted") // The driver returns strings that end with a NUL.
    private static String errorString(int code, CallWithResult call) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(ADDRESS);
            return result(() -> call.invoke(out)) == SUCCESS
                    ? out.get(ADDRESS, 0).reinterpret(Long.MAX_VALUE).getString(0)
                    : "error " + code;
        }
    }
}
