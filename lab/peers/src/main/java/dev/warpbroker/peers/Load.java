package dev.warpbroker.peers;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Who does what.
 *
 * @param threads how many do pairs of operations; or, if {@code apart}, how many put elements in and as many take them
 *     out
 */
record Load(int threads, boolean apart) {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 32, 64, 128);

    /** {@return all that are measured: pairs by 1 to 128 threads, 1+1 to 64+64 producers and consumers} */
    static List<Load> all() {
        return Stream.concat(
                        THREADS.stream().map(threads -> new Load(threads, false)),
                        THREADS.stream().limit(THREADS.size() - 1).map(threads -> new Load(threads, true)))
                .toList();
    }

    /** {@return the name of the experiment in records} */
    String experiment() {
        return apart ? "cpu-producers-consumers" : "cpu-pairs";
    }

    @Override
    public String toString() {
        return apart ? threads + "+" + threads : Integer.toString(threads);
    }

    static final class Converter implements ITypeConverter<Load> {
        @Override
        public Load convert(String text) {
            return all().stream()
                    .filter(load -> load.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is not one of " + all()));
        }
    }
}
