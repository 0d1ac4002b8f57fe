package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a bounded structure has to keep to whatever its order is:
 *
 * <ul>
 *   <li>never more values certainly inside than its capacity C allows: at most C inner intervals overlap;
 *   <li>where it said that it was full, C values can have been inside: at some instant of that operation at least C
 *       outer intervals, those of values that were possibly inside, overlap.
 * </ul>
 *
 * <p>Both are necessary and together they are not sufficient: a history may keep to them and to the order and still
 * have no explanation, because each Full result may need another choice of instants. No fast exact check is known.
 */
final class CapacityBounds {
    private final History history;
    private final Values values;
    private final int capacity;

    private CapacityBounds(History history, Values values, int capacity) {
        this.history = history;
        this.values = values;
        this.capacity = capacity;
    }

    static Optional<Violation> violation(History history, Values values) {
        if (history.capacity().isEmpty()) {
            return ofUnbounded(history);
        }
        var bounds = new CapacityBounds(history, values, history.capacity().getAsInt());
        return bounds.tooMany().or(bounds::notFull);
    }

    /**
     * {@return whether the capacity had a part in it: whether there is a Full result, or whether more values can have
     * been inside at once than fit}
     */
    static boolean matter(History history, Values values) {
        return history.capacity().isPresent()
                && (history.count(Result.FULL) > 0
                        || canExceed(values, history.capacity().getAsInt()));
    }

    private static boolean canExceed(Values values, int capacity) {
        int[] byRemoveReturn = StampOrder.of(values.removeReturn);
        int gone = 0;
        for (int i = 0; i < values.count(); i++) {
            while (values.removeReturn[byRemoveReturn[gone]] < values.insertCall[values.byInsertCall[i]]) {
                gone++;
            }
            if (i + 1 - gone > capacity) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Violation> ofUnbounded(History history) {
        for (int i = 0; i < history.size(); i++) {
            if (history.is(i, Result.FULL)) {
                var discipline = history.discipline();
                return Optional.of(new Violation(
                        Violation.Rule.FULL,
                        discipline,
                        "an unbounded " + discipline.structure() + " said that it was full",
                        List.of(history.operation(i))));
            }
        }
        return Optional.empty();
    }

    private Optional<Violation> tooMany() {
        int[] byInsertReturn = values.byInsertReturn;
        int[] byRemoveCall = StampOrder.of(values.removeCall);
        int inside = 0;
        int gone = 0;
        for (int i = 0; i < byInsertReturn.length; i++) {
            int number = byInsertReturn[i];
            if (!values.hasInner(number)) {
                continue;
            }
            long now = values.insertReturn[number];
            while (values.removeCall[byRemoveCall[gone]] <= now) {
                if (values.hasInner(byRemoveCall[gone++])) {
                    inside--;
                }
            }
            if (++inside > capacity) {
                return Optional.of(tooMany(i));
            }
        }
        return Optional.empty();
    }

    private Violation tooMany(int last) {
        int[] byInsertReturn = values.byInsertReturn;
        long now = values.insertReturn[byInsertReturn[last]];
        var inside = new ArrayList<Integer>();
        for (int i = 0; i <= last; i++) {
            if (values.removeCall[byInsertReturn[i]] > now) {
                inside.add(byInsertReturn[i]);
            }
        }
        var discipline = history.discipline();
        return new Violation(
                Violation.Rule.CAPACITY,
                discipline,
                inside.size() + " values were inside at once; the capacity is " + capacity,
                values.operations(inside));
    }

    private Optional<Violation> notFull() {
        if (history.count(Result.FULL) == 0) {
            return Optional.empty();
        }
        var full = possiblyFull();
        int first = -1;
        for (int i = 0; i < history.size(); i++) {
            if (history.is(i, Result.FULL)
                    && !full.meets(history.call(i), history.returned(i))
                    && (first < 0 || history.call(i) < history.call(first))) {
                first = i;
            }
        }
        return first < 0 ? Optional.empty() : Optional.of(notFull(first));
    }

    /** {@return when as many values as fit can have been inside} */
    private Spans possiblyFull() {
        int[] byRemoveReturn = StampOrder.of(values.removeReturn);
        var spans = new Spans();
        int inside = 0;
        int gone = 0;
        long since = 0;
        for (int number : values.byInsertCall) {
            long now = values.insertCall[number];
            while (values.removeReturn[byRemoveReturn[gone]] < now) {
                if (inside-- == capacity) {
                    spans.add(since, values.removeReturn[byRemoveReturn[gone]]);
                }
                gone++;
            }
            if (++inside == capacity) {
                since = now;
            }
        }
        while (inside >= capacity) {
            if (inside-- == capacity) {
                spans.add(since, values.removeReturn[byRemoveReturn[gone]]);
            }
            gone++;
        }
        return spans;
    }

    private Violation notFull(int full) {
        long call = history.call(full);
        long returned = history.returned(full);
        var possible = new ArrayList<Integer>();
        for (int number = 0; number < values.count(); number++) {
            if (values.insertCall[number] <= returned && values.removeReturn[number] >= call) {
                possible.add(number);
            }
        }
        var operations = new ArrayList<>(values.operations(possible));
        operations.add(history.operation(full));
        var discipline = history.discipline();
        return new Violation(
                Violation.Rule.FULL,
                discipline,
                "the " + discipline.insert() + " of " + history.value(full) + " found no room, but at no instant of it"
                        + " can there have been more than " + mostAtOnce(possible, call) + " values inside; the"
                        + " capacity is " + capacity,
                operations);
    }

    /** The number of values inside is greatest at the beginning or where one may have come. */
    private int mostAtOnce(List<Integer> possible, long call) {
        int[] arrivals = StampOrder.of(possible.stream()
                .mapToLong(number -> Math.max(call, values.insertCall[number]))
                .toArray());
        long[] departures = possible.stream()
                .mapToLong(number -> values.removeReturn[number])
                .sorted()
                .toArray();
        int most = 0;
        int gone = 0;
        for (int i = 0; i < arrivals.length; i++) {
            long now = Math.max(call, values.insertCall[possible.get(arrivals[i])]);
            while (departures[gone] < now) {
                gone++;
            }
            most = Math.max(most, i + 1 - gone);
        }
        return most;
    }
}
