package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What some rows share: a graph on the device, the queues for a number of threads. */
public interface Stage extends AutoCloseable {
    /** {@return how many operations a run makes; asked for after all runs} */
    long operations(Point row);

    /** {@return what does the work of a row; made with its first run. It may throw, which fails the row alone} */
    Contender contender(Point row);

    /** {@return what the record of a row has beside its axes} */
    default Map<String, Object> facts(Point row) {
        return Map.of();
    }

    /** {@return why a row cannot be measured; null if it can} */
    default @Nullable String obstacle(Point row) {
        return null;
    }

    /** {@return what takes turns with some rows and has no record of its own} */
    default List<Entry> beside(List<Point> turn) {
        return List.of();
    }

    /**
     * {@return what is recorded of a turn}
     *
     * @param turn measurements of its rows, then of what was measured beside them
     */
    default List<Measurement> compared(List<Measurement> turn) {
        return turn;
    }

    @Override
    default void close() {}
}
