package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.warpbroker.compiler.CompiledKernel;
import dev.warpbroker.device.DeviceException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The code on a device. The same text is translated once for each limit of registers. Code that others hold stays
 * loaded until close. Compiled kernels do not: when there are more than {@value #MAX_COMPILED} and the device is idle,
 * all of them are unloaded, and loaded again when they are used. Not thread-safe.
 */
final class CudaModules {
    private static final int JIT_MAX_REGISTERS = 0;
    private static final int JIT_ERROR_LOG_BUFFER = 5;
    private static final int JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6;
    private static final int LOG_BYTES = 16 << 10;

    /** As many registers as the driver finds good. */
    private static final int ANY_NUMBER = 0;

    private static final int MAX_COMPILED = 1024;

    private record Entry(String ptx, String name, int registers) {}

    private final Map<Entry, CudaFunction> compiled = new HashMap<>();
    private final List<Long> compiledModules = new ArrayList<>();
    private final List<Long> otherModules = new ArrayList<>();

    /**
     * {@return the entry of a compiled kernel; the context must be current}
     *
     * @param registers the most that a lane may have, or 0; what does not fit goes to memory
     */
    CudaFunction function(CompiledKernel code, int registers) {
        return compiled.computeIfAbsent(
                new Entry(code.ptx(), code.entry(), registers),
                _ -> load(
                        code.ptx().getBytes(StandardCharsets.UTF_8),
                        code.entry(),
                        registers,
                        code.dynamicSharedBytes(),
                        compiledModules));
    }

    /** {@return whether compiled kernels should be unloaded as soon as the device is idle} */
    boolean areTooMany() {
        return compiled.size() > MAX_COMPILED;
    }

    /** Requires that the context is current, the device idle, and that nobody keeps functions of compiled kernels. */
    void unloadCompiled() {
        compiled.clear();
        compiledModules.forEach(CudaDriver::moduleUnload);
        compiledModules.clear();
    }

    /** {@return an entry of a PTX text or cubin, loaded anew; the context must be current} */
    CudaFunction load(byte[] image, String entry) {
        return load(image, entry, ANY_NUMBER, 0, otherModules);
    }

    private static CudaFunction load(
            byte[] image, String entry, int registers, int dynamicSharedBytes, List<Long> modules) {
        try (var arena = Arena.ofConfined()) {
            // The driver reads PTX up to a NUL, which fresh memory holds; a cubin knows its own length.
            var text = arena.allocate(image.length + 1L, Long.BYTES);
            MemorySegment.copy(image, 0, text, JAVA_BYTE, 0, image.length);
            var log = arena.allocate(LOG_BYTES);
            var options = arena.allocateFrom(
                    JAVA_INT, JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE_BYTES, JIT_MAX_REGISTERS);
            var values = arena.allocate(ADDRESS, 3);
            values.setAtIndex(ADDRESS, 0, log);
            values.setAtIndex(JAVA_LONG, 1, LOG_BYTES - 1L);
            values.setAtIndex(JAVA_LONG, 2, registers);
            long module;
            try {
                module = CudaDriver.moduleLoad(text, registers == ANY_NUMBER ? 2 : 3, options, values);
            } catch (DeviceException e) {
                throw refused(entry, image, log.getString(0, StandardCharsets.UTF_8), e);
            }
            modules.add(module);
            return CudaFunction.of(module, entry, dynamicSharedBytes);
        }
    }

    private static DeviceException refused(String entry, byte[] image, String log, DeviceException failure) {
        if (log.isBlank()) {
            return failure;
        }
        var explanation = JitLog.explain(log, new String(image, StandardCharsets.UTF_8));
        return new DeviceException(failure.getMessage() + "\n  kernel " + entry + ": " + explanation, failure);
    }

    /** Requires that the context is current and the device idle. */
    void close() {
        unloadCompiled();
        otherModules.forEach(CudaDriver::moduleUnload);
    }
}
