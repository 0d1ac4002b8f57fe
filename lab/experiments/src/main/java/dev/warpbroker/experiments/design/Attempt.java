package dev.warpbroker.experiments.design;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that rows need, or why it could not be made: that fails the rows that need it, and no others. Bad options
 * are refused at once.
 */
public final class Attempt<T> implements Supplier<T>, AutoCloseable {
    private final @Nullable T made;
    private final @Nullable Throwable failure;
    private final Consumer<T> closing;

    private Attempt(@Nullable T made, @Nullable Throwable failure, Consumer<T> closing) {
        this.made = made;
        this.failure = failure;
        this.closing = closing;
    }

    /** Makes something. */
    public static <T> Attempt<T> of(Supplier<T> making, Consumer<T> closing) {
        try {
            return new Attempt<>(making.get(), null, closing);
        } catch (IllegalArgumentException refused) {
            throw refused;
        } catch (RuntimeException | OutOfMemoryError failure) {
            return new Attempt<>(null, failure, closing);
        }
    }

    /** {@return what was made; throws what making it threw} */
    @Override
    public T get() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (made == null) {
            throw failure instanceof RuntimeException exception
                    ? exception
                    : new IllegalStateException("nothing was made, and nothing was thrown");
        }
        return made;
    }

    @Override
    public void close() {
        if (made != null) {
            closing.accept(made);
        }
    }
}
