package dev.warpbroker.cli.terminal;

import dev.warpbroker.structures.queue.QueueKind;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets picocli read a queue's name. */
public final class QueueConverter implements ITypeConverter<QueueKind> {
    @Override
    public QueueKind convert(String name) {
        return QueueKind.named(name)
                .orElseThrow(() -> new TypeConversionException(Names.unknown(
                        "structure",
                        name,
                        Arrays.stream(QueueKind.values())
                                .map(QueueKind::toString)
                                .toList())));
    }
}
