package dev.warpbroker.cli.bench.deque;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.experiments.Stealing.Setup;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets picocli read a setup. */
final class SetupConverter implements ITypeConverter<Setup> {
    @Override
    public Setup convert(String name) {
        return Arrays.stream(Setup.values())
                .filter(setup -> setup.toString().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(Names.unknown(
                        "setup",
                        name,
                        Arrays.stream(Setup.values()).map(Setup::toString).toList())));
    }
}
