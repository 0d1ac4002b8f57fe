package dev.warpbroker.device.cuda;

import dev.warpbroker.compiler.RecentlyUsed;
import dev.warpbroker.device.Kernel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of the kernel objects that were launched last. Not thread-safe.
 *
 * <p>Kernels are told apart by identity: equal records may capture different memory. What is kept refers to its kernel,
 * so weak references would never be cleared; a limit on their number does instead, also for programs that create a new
 * lambda for every launch.
 *
 * @param <V> what is kept
 */
final class RecentKernels<V> {
    private final RecentlyUsed<Identity, V> values;

    RecentKernels(int limit) {
        values = new RecentlyUsed<>(limit);
    }

    /** {@return what is kept for a kernel, after making it if there is nothing} */
    V get(Kernel kernel, Function<Kernel, V> make) {
        return values.get(new Identity(kernel), unknown -> make.apply(unknown.kernel()));
    }

    void forget(Kernel kernel) {
        values.forget(new Identity(kernel));
    }

    private record Identity(Kernel kernel) {
        @Override
        @SuppressWarnings("ReferenceEquality") // Kernels are told apart by identity.
        public boolean equals(@Nullable Object other) {
            return other instanceof Identity(Kernel that) && kernel == that;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(kernel);
        }
    }
}
