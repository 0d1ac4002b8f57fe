package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.examples.tree.EngineName;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets picocli read the name of an engine. */
final class EngineNameConverter implements ITypeConverter<EngineName> {
    @Override
    public EngineName convert(String name) {
        return Arrays.stream(EngineName.values())
                .filter(engine -> engine.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(Names.unknown(
                        "policy",
                        name,
                        Arrays.stream(EngineName.values())
                                .map(EngineName::toString)
                                .toList())));
    }
}
