package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What some rows share: a graph on the device, the queues for a number of threads.
 *
 * <p>Methods that return this stage complete it. After that it does not change.
 */
public final class Stage implements AutoCloseable {
    final ToLongFunction<Point> operations;
    final Function<Point, Contender> contender;
    Function<Point, Map<String, Object>> facts = _ -> Map.of();
    Function<Point, @Nullable String> obstacle = _ -> null;
    List<Entry> beside = List.of();
    UnaryOperator<List<Measurement>> comparison = turn -> turn;
    private Runnable end = () -> {};

    /**
     * @param operations how many operations a run of a row makes; asked for after all runs
     * @param contender what does the work of a row; made with its first run. It may throw, which fails the row alone
     */
    public Stage(ToLongFunction<Point> operations, Function<Point, Contender> contender) {
        this.operations = operations;
        this.contender = contender;
    }

    /** {@return this stage with what the record of a row has beside its axes} */
    public Stage facts(Function<Point, Map<String, Object>> ofRow) {
        facts = ofRow;
        return this;
    }

    /** {@return this stage with why a row cannot be measured; null if it can} */
    public Stage obstacle(Function<Point, @Nullable String> ofRow) {
        obstacle = ofRow;
        return this;
    }

    /** {@return this stage with what takes turns with its rows and has no record of its own} */
    public Stage beside(List<Entry> others) {
        beside = others;
        return this;
    }

    /** {@return this stage with what is recorded of measurements of a turn: its rows, then what was beside them} */
    public Stage compared(UnaryOperator<List<Measurement>> turn) {
        comparison = turn;
        return this;
    }

    /** {@return this stage, which frees something at its end} */
    public Stage closing(Runnable more) {
        end = more;
        return this;
    }

    @Override
    public void close() {
        end.run();
    }
}
