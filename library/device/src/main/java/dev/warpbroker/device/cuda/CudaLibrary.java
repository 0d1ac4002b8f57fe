package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.warpbroker.device.DeviceUnavailableException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/**
 * The driver's shared library. Loading never fails: a library or a function that is missing makes the calls fail, each
 * with an exception that says what is missing and what to do.
 */
final class CudaLibrary {
    private static final MethodHandle FAIL = failHandle();

    private final SymbolLookup symbols;
    private final String missing;

    private CudaLibrary(SymbolLookup symbols, String missing) {
        this.symbols = symbols;
        this.missing = missing;
    }

    @SuppressWarnings("restricted") // A native library is what this class is about.
    static CudaLibrary load(String name) {
        try {
            return new CudaLibrary(
                    SymbolLookup.libraryLookup(name, Arena.global()),
                    name + " lacks this function; update the NVIDIA driver to one for CUDA 12.3 or later");
        } catch (IllegalArgumentException e) {
            return absent(name + " could not be loaded (" + e.getMessage()
                    + "); install the NVIDIA driver, or use Device.jvm()");
        } catch (IllegalCallerException e) {
            return absent("this JVM may not load " + name + " (" + e.getMessage()
                    + "); start it with --enable-native-access=dev.warpbroker.device, or =ALL-UNNAMED on the"
                    + " class path");
        }
    }

    private static CudaLibrary absent(String reason) {
        return new CudaLibrary(_ -> Optional.empty(), reason);
    }

    /** {@return a function of the library that takes these parameters and returns a result code} */
    @SuppressWarnings("restricted") // The callers of this package know the signatures.
    MethodHandle function(String name, MemoryLayout... parameters) {
        var descriptor = FunctionDescriptor.of(JAVA_INT, parameters);
        return symbols.find(name)
                .map(address -> Linker.nativeLinker().downcallHandle(address, descriptor))
                .orElseGet(() -> failing(name + ": " + missing, descriptor.toMethodType()));
    }

    private static MethodHandle failing(String reason, MethodType type) {
        return MethodHandles.dropArguments(FAIL.bindTo(reason), 0, type.parameterList());
    }

    static int fail(String reason) {
        throw new DeviceUnavailableException(reason);
    }

    private static MethodHandle failHandle() {
        try {
            return MethodHandles.lookup()
                    .findStatic(CudaLibrary.class, "fail", MethodType.methodType(int.class, String.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
