package dev.warpbroker.cli.bench.history;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.verify.History;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What histories are recorded of. */
sealed interface Subject {
    /** {@return what {@code operations} of each thread did to a new structure} */
    History record(Device device, Grid grid, int operations, int seed, int capacity);

    /** {@return everything that there is} */
    static List<Subject> all() {
        Stream<Subject> queues = Arrays.stream(QueueKind.values()).map(Queue::new);
        Stream<Subject> stacks = Arrays.stream(StackKind.values())
                .flatMap(kind -> Arrays.stream(Granularity.values()).map(form -> new Stack(kind, form)));
        return Stream.concat(queues, stacks).toList();
    }

    /** A queue, whose threads make their operations each for itself. */
    record Queue(QueueKind kind) implements Subject {
        @Override
        public History record(Device device, Grid grid, int operations, int seed, int capacity) {
            // One that claims no exact capacity gets room for everything.
            int roomForAll = 2 * Integer.highestOneBit(grid.threads() * operations);
            try (var queue = kind.create(device, kind.claims(Claim.EXACT_CAPACITY) ? capacity : roomForAll)) {
                return new Histories(device, grid, operations, seed).record(kind, queue);
            }
        }

        @Override
        public String toString() {
            return kind.toString();
        }
    }

    /** A stack, whose threads make their operations each for itself, or together with their warp or block. */
    record Stack(StackKind kind, Granularity form) implements Subject {
        @Override
        public History record(Device device, Grid grid, int operations, int seed, int capacity) {
            try (var stack = kind.create(device, capacity)) {
                return new StackHistories(device, grid, form, operations, seed).record(kind, stack);
            }
        }

        @Override
        public String toString() {
            return form == Granularity.THREAD
                    ? kind.toString()
                    : kind + "-" + form.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Lets picocli read a name. */
    final class Converter implements ITypeConverter<Subject> {
        @Override
        public Subject convert(String name) {
            return all().stream()
                    .filter(each -> each.toString().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Names.unknown(
                            "structure",
                            name,
                            all().stream().map(Subject::toString).toList())));
        }
    }
}
