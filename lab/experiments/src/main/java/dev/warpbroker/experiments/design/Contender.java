package dev.warpbroker.experiments.design;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that does the work of an experiment, with as many threads as it was made for. */
public interface Contender extends AutoCloseable {
    /**
     * {@return what it is, for people; the same for every size, so that one that was too slow can be left out later}
     */
    String label();

    /**
     * Does the work once.
     *
     * @param limit after which it is cancelled
     * @return how long the device was busy, in nanoseconds
     */
    long run(Duration limit);

    /**
     * Does the work again, not for its time.
     *
     * @param limit after which each launch is cancelled
     * @return whether nothing was lost and nothing duplicated
     */
    Checked check(Duration limit);

    /** {@return what it came to, if it repeats its work itself; null if its runs are to be repeated} */
    default @Nullable Timing sampled() {
        return null;
    }

    /** Frees what it needed beyond the structure itself. */
    @Override
    default void close() {}
}
