package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.BrokerMemory;
import dev.warpbroker.structures.BrokerQueue;
import dev.warpbroker.structures.FusedBrokerQueue;
import dev.warpbroker.structures.IntQueue;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A queue as the command line and the plots name it. */
public enum QueueChoice {
    /** {@link BrokerQueue}: the paper's form. */
    BQ("BQ"),
    /** {@link FusedBrokerQueue}: the fast form. */
    BQ_FUSED("BQ-fused");

    private final String text;

    QueueChoice(String text) {
        this.text = text;
    }

    /** {@return a new queue} */
    public IntQueue on(Device device, int capacity) {
        return switch (this) {
            case BQ -> BrokerQueue.ints(device, capacity);
            case BQ_FUSED -> FusedBrokerQueue.ints(device, capacity);
        };
    }

    /** {@return the memory of a queue that {@link #on} made} */
    static BrokerMemory memoryOf(IntQueue queue) {
        return switch (queue) {
            case BrokerQueue broker -> broker.memory();
            case FusedBrokerQueue fused -> fused.memory();
            default -> throw new IllegalArgumentException(queue + " has no memory that a peer could use");
        };
    }

    @Override
    public String toString() {
        return text;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(QueueChoice::toString).toList();
    }

    /** Lets picocli read a queue's name. */
    static final class Converter implements ITypeConverter<QueueChoice> {
        @Override
        public QueueChoice convert(String name) {
            return Arrays.stream(values())
                    .filter(queue -> queue.text.equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Names.unknown("structure", name, names())));
        }
    }
}
