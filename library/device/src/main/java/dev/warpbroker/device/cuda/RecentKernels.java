package dev.warpbroker.device.cuda;

import dev.warpbroker.device.Kernel;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private static final float LOAD_FACTOR = 0.75f;

    private final Map<Identity, V> values;

    RecentKernels(int limit) {
        values = new LinkedHashMap<>(limit, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Identity, V> eldest) {
                return size() > limit;
            }
        };
    }

    /** {@return what is kept for a kernel, after making it if there is nothing} */
    V get(Kernel kernel, Function<Kernel, V> make) {
        var identity = new Identity(kernel);
        var known = values.get(identity);
        if (known != null) {
            return known;
        }
        var made = make.apply(kernel);
        values.put(identity, made);
        return made;
    }

    void forget(Kernel kernel) {
        values.remove(new Identity(kernel));
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
