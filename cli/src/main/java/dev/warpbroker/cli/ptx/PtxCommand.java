package dev.warpbroker.cli.ptx;

import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.page.Table;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ptx CLASS#METHOD}: what the compiler made of a kernel. */
@Command(
        name = "ptx",
        description = {
            "Show what the compiler makes of a kernel.",
            "METHOD is a static method that returns a Kernel. It gets a device, memory handles and structures on it as"
                    + " it asks for them; other parameters get the values of --arg in order, or small defaults."
        })
public final class PtxCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final Console console = new Console();

    @Parameters(paramLabel = "CLASS#METHOD", arity = "0..1", description = "A kernel, or a name of --list.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the kernels of the library.")
    private boolean list;

    @Option(
            names = "--arg",
            paramLabel = "VALUE",
            description = "A parameter of METHOD that is no device, handle or structure.")
    private List<String> arguments = List.of();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            defaultValue = "",
            description = "Where CLASS is: folders and jars, separated by '${sys:path.separator}'.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String classPath;

    @Override
    public Integer call() throws IOException {
        if (list) {
            console.print(new Table(
                    List.of(text("name"), text("kernel")),
                    LibraryKernel.all().stream()
                            .map(kernel -> List.of(kernel.name(), kernel.description()))
                            .toList()));
            return ExitCode.OK;
        }
        if (name == null) {
            throw misunderstood("which kernel? CLASS#METHOD, or one of " + String.join(", ", LibraryKernel.names()));
        }
        try (Device device = Device.jvm();
                var loader = new URLClassLoader(urls(), PtxCommand.class.getClassLoader())) {
            console.print(device.ptx(kernel(name, device, loader)));
        }
        return ExitCode.OK;
    }

    private Kernel kernel(String wanted, Device device, ClassLoader loader) {
        if (wanted.indexOf('#') < 0) {
            if (!arguments.isEmpty() || !classPath.isEmpty()) {
                throw misunderstood("--arg and --classpath are for a kernel of your own, CLASS#METHOD, and '" + wanted
                        + "' is none");
            }
            return LibraryKernel.all().stream()
                    .filter(kernel -> kernel.name().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> misunderstood(Names.unknown("kernel", wanted, LibraryKernel.names())
                            + "; a kernel of your own is CLASS#METHOD"))
                    .on(device);
        }
        try {
            return KernelMethod.find(wanted, loader).call(new KernelArguments(device, arguments));
        } catch (KernelMethod.NotFound failure) {
            throw misunderstood(String.valueOf(failure.getMessage()));
        }
    }

    private URL[] urls() throws IOException {
        if (classPath.isEmpty()) {
            return new URL[0];
        }
        String[] entries = classPath.split(File.pathSeparator, -1);
        var urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            var entry = Path.of(entries[i]);
            if (!Files.exists(entry)) {
                throw misunderstood("no such file or folder on the class path: " + entry);
            }
            urls[i] = entry.toUri().toURL();
        }
        return urls;
    }

    private ParameterException misunderstood(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
