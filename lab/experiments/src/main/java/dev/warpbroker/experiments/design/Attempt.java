package dev.warpbroker.experiments.design;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A resource that several rows need, or the failure to make it. Rows that need it then fail with that failure, and no
 * others. Bad options are refused at once.
 *
 * @param made returns the resource, or throws the failure
 * @param end frees the resource, if there is one
 */
public record Attempt<T>(Supplier<T> made, Runnable end) implements AutoCloseable {
    /** Makes a resource. */
    public static <T> Attempt<T> of(Supplier<T> making, Consumer<T> closing) {
        try {
            T made = making.get();
            return new Attempt<>(() -> made, () -> closing.accept(made));
        } catch (IllegalArgumentException refused) {
            throw refused;
        } catch (RuntimeException | OutOfMemoryError failure) {
            return new Attempt<>(
                    () -> {
                        throw failure;
                    },
                    () -> {});
        }
    }

    /** {@return the resource; throws the failure if there is none} */
    public T get() {
        return made.get();
    }

    @Override
    public void close() {
        end.run();
    }
}
