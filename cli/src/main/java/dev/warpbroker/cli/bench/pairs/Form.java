package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.structures.Granularity;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Who makes operations. */
public enum Form {
    /** Every thread for itself. */
    THREAD(Granularity.THREAD, Users.EVERY_LANE),

    /** All threads of a warp at once. */
    WARP(Granularity.WARP, Users.EVERY_LANE),

    /** All threads of a block at once. */
    BLOCK(Granularity.BLOCK, Users.EVERY_LANE),

    /** One thread of each warp for itself, while the others do nothing. */
    ONE_PER_WARP(Granularity.THREAD, Users.ONE_PER_WARP);

    private final Granularity granularity;
    private final Users users;

    Form(Granularity granularity, Users users) {
        this.granularity = granularity;
        this.users = users;
    }

    /** {@return how those who use the queue do it} */
    public Granularity granularity() {
        return granularity;
    }

    /** {@return those who use the queue} */
    public Users users() {
        return users;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Lets picocli read a form. */
    static final class Converter implements ITypeConverter<Form> {
        @Override
        public Form convert(String name) {
            return Arrays.stream(values())
                    .filter(form -> form.toString().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Names.unknown(
                            "form",
                            name,
                            Arrays.stream(values()).map(Form::toString).toList())));
        }
    }
}
