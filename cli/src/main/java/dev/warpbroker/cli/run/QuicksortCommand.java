package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.examples.tree.Quicksort;
import dev.warpbroker.experiments.page.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run quicksort}: sorts random numbers. */
@Command(name = "quicksort", description = "Quicksort of random numbers in device memory; a range is a task.")
public final class QuicksortCommand implements Callable<Integer> {
    private static final int MAX = 1 << 28;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final TreeOptions options = new TreeOptions();

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "10000",
            description = "How many numbers (default: ${DEFAULT-VALUE}).")
    private int length;

    @Option(
            names = "--small",
            paramLabel = "N",
            description = "Ranges of so many elements are sorted by insertion (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + Quicksort.USUAL_SMALL)
    private int small;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Of the numbers.")
    private long seed;

    @Override
    public Integer call() throws IOException {
        if (length < 1 || length > MAX) {
            throw new IllegalArgumentException(
                    length + " numbers to sort are outside 1.." + MAX + "; give a number in that range");
        }
        int[] elements = new SplittableRandom(seed).ints(length).toArray();
        return options.run(
                console,
                device -> new Quicksort(device, elements, small),
                sorted -> List.of("sorted   " + Quantity.count(sorted)));
    }
}
