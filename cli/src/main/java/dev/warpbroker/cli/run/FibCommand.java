package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.examples.tree.Fib;
import dev.warpbroker.experiments.page.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code run fib}: a Fibonacci number, every call a task. */
@Command(name = "fib", description = "A Fibonacci number by the definition, every call a task: what a task costs.")
public final class FibCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final TreeOptions options = new TreeOptions();

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "25",
            description = "Which number, from 0 to " + Fib.MAX + " (default: ${DEFAULT-VALUE}).")
    private int n;

    @Override
    public Integer call() throws IOException {
        return options.run(
                console, device -> new Fib(device, n), result -> List.of("result   " + Quantity.count(result)));
    }
}
