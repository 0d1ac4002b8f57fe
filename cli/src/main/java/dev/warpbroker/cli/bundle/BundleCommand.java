package dev.warpbroker.cli.bundle;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Versions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bundle DIR}: a folder to copy onto a machine without Java. */
@Command(
        name = "bundle",
        description = {
            "Make a self-contained folder: a Java runtime, the program and a launcher.",
            "Copy it to a Linux machine of the same architecture and run DIR/warpbroker there; nothing else is needed."
        })
public final class BundleCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Parameters(paramLabel = "DIR", description = "The folder to make.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(names = "--force", description = "Replace an earlier bundle.")
    private boolean force;

    @Option(names = "--pack", description = "Make DIR.tar.gz as well.")
    private boolean pack;

    @Override
    public Integer call() throws IOException {
        var bundle = new Bundle(folder.toAbsolutePath().normalize(), Program.running(), Versions.current());
        try (var progress = console.progress("bundle", pack ? 3 : 2)) {
            bundle.prepare(force);
            progress.at("copying the program");
            bundle.copyProgram();
            progress.step();
            progress.at("linking the runtime");
            bundle.linkRuntime();
            progress.step();
            if (pack) {
                progress.at("packing");
                bundle.pack();
                progress.step();
            }
        }
        console.print(folder + ": " + Quantity.megabytes(bundle.bytes()));
        if (pack) {
            console.print(bundle.archive().getFileName() + ": " + Quantity.megabytes(Files.size(bundle.archive())));
        }
        return ExitCode.OK;
    }
}
