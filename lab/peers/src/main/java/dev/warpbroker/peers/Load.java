package dev.warpbroker.peers;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The number of threads that use a queue, and their roles. As pairs, every thread puts an element in and takes one out,
 * in turn: the queue is almost empty all the time. With roles apart, it tends to be full or empty, depending on which
 * side is faster.
 *
 * @param threads the number of threads that do pairs of operations; or, if {@code apart}, the number of producers,
 *     which is also the number of consumers
 * @param apart whether a thread either puts elements in or takes them out
 */
record Load(int threads, boolean apart) {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 32, 64, 128);

    /**
     * {@return all loads that are measured: pairs by 1 to 128 threads, 1+1 to 64+64 producers and consumers} Either
     * kind has at most 128 threads in all.
     */
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

    /** Reads a load from the command line, in the form that {@link Load#toString} writes. */
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
