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
 * The state that several rows share: a graph on the device, or the queues for a number of threads.
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
     * @param operations the number of operations in a run of a row; called after all runs
     * @param contender makes the work of a row, before its first run. If it throws, only that row fails
     */
    public Stage(ToLongFunction<Point> operations, Function<Point, Contender> contender) {
        this.operations = operations;
        this.contender = contender;
    }

    /** {@return this stage with the parameters in the record of a row that are not axes} */
    public Stage facts(Function<Point, Map<String, Object>> ofRow) {
        facts = ofRow;
        return this;
    }

    /** {@return this stage with the reason why a row cannot be measured; null if it can} */
    public Stage obstacle(Function<Point, @Nullable String> ofRow) {
        obstacle = ofRow;
        return this;
    }

    /** {@return this stage with others that take turns with its rows and have no records of their own} */
    public Stage beside(List<Entry> others) {
        beside = others;
        return this;
    }

    /** {@return this stage with a function from the measurements of a turn (rows, then others) to its records} */
    public Stage compared(UnaryOperator<List<Measurement>> turn) {
        comparison = turn;
        return this;
    }

    /** {@return this stage, which frees a resource at its end} */
    public Stage closing(Runnable more) {
        end = more;
        return this;
    }

    @Override
    public void close() {
        end.run();
    }
}
