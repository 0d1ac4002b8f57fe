package dev.warpbroker.cli.bench.mix;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How a stream of operations is made up.
 *
 * @param enqueues in a hundred operations; the others are dequeues
 */
record Share(int enqueues) {
    @Override
    public String toString() {
        return enqueues + "/" + (100 - enqueues);
    }

    /** Lets picocli read a share such as 80/20. */
    static final class Converter implements ITypeConverter<Share> {
        @Override
        public Share convert(String text) {
            if (text.matches("[0-9]{1,3}/[0-9]{1,3}")) {
                int slash = text.indexOf('/');
                int enqueues = Integer.parseInt(text.substring(0, slash));
                if (enqueues + Integer.parseInt(text.substring(slash + 1)) == 100) {
                    return new Share(enqueues);
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no mix; give enqueues and dequeues in a hundred operations, such as 80/20");
        }
    }
}
