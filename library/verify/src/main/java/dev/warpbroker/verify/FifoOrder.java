package dev.warpbroker.verify;

import java.util.List;
import java.util.Optional;

/**
 * Whether values leave a queue in the order in which they came: no value b may have its outer interval inside the inner
 * interval of another value a, for then b came after a and left before it.
 */
final class FifoOrder {
    private FifoOrder() {}

    static Optional<Violation> violation(Values values) {
        int[] byInsertReturn = values.byInsertReturn;
        int latest = -1; // of the values that certainly came before b, the one that was still inside for longest
        int next = 0;
        for (int b : values.byInsertCall) {
            while (next < byInsertReturn.length && values.insertReturn[byInsertReturn[next]] < values.insertCall[b]) {
                int a = byInsertReturn[next++];
                if (latest < 0 || values.removeCall[a] > values.removeCall[latest]) {
                    latest = a;
                }
            }
            if (latest >= 0 && values.removeReturn[b] < values.removeCall[latest]) {
                return Optional.of(violation(values, latest, b));
            }
        }
        return Optional.empty();
    }

    private static Violation violation(Values values, int a, int b) {
        String end = values.removeCall[a] == History.NEVER
                ? values.value(b) + " was dequeued but " + values.value(a) + " never was"
                : values.value(b) + " was dequeued before " + values.value(a);
        return new Violation(
                Violation.Rule.ORDER,
                Discipline.FIFO,
                values.value(a) + " was enqueued before " + values.value(b) + ", and " + end,
                values.operations(List.of(a, b)));
    }
}
