package dev.warpbroker.cli.bench.deque;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.structures.deque.DequeKind;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets picocli read the name of a kind of deque. */
final class DequeConverter implements ITypeConverter<DequeKind> {
    @Override
    public DequeKind convert(String name) {
        return DequeKind.named(name)
                .orElseThrow(() -> new TypeConversionException(Names.unknown(
                        "structure",
                        name,
                        Arrays.stream(DequeKind.values())
                                .map(DequeKind::toString)
                                .toList())));
    }
}
