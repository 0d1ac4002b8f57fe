package dev.warpbroker.cli;

import dev.warpbroker.cli.bench.BenchCommand;
import dev.warpbroker.cli.bundle.BundleCommand;
import dev.warpbroker.cli.check.CheckCommand;
import dev.warpbroker.cli.cluster.ClusterCommand;
import dev.warpbroker.cli.compare.CompareCommand;
import dev.warpbroker.cli.convert.ConvertCommand;
import dev.warpbroker.cli.demo.DemoCommand;
import dev.warpbroker.cli.devices.DevicesCommand;
import dev.warpbroker.cli.papers.PapersCommand;
import dev.warpbroker.cli.ptx.PtxCommand;
import dev.warpbroker.cli.report.ReportCommand;
import dev.warpbroker.cli.run.RunCommand;
import dev.warpbroker.cli.selftest.SelfTestCommand;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Versions;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Entry point of {@code ./warpbroker}. */
@Command(
        name = "warpbroker",
        description = "Dynamic work distribution for GPUs and CPUs, in plain Java.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT, // every command has the help and version options
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:a check failed, or something was found wrong",
            "2:the command or its input (an option, a file) cannot be used",
            Failures.LACKING + ":the machine lacks something (memory, disk, a device)",
            Failures.BUG + ":the program has a bug, and prints where",
            "130:interrupted; what was measured until then is printed and recorded"
        },
        footer = {
            "",
            "Options for the JVM, such as -Xmx8g, are taken from " + FailureReason.JAVA_OPTIONS
                    + " or WARPBROKER_JAVA_OPTS."
        },
        subcommands = {
            DemoCommand.class,
            DevicesCommand.class,
            SelfTestCommand.class,
            RunCommand.class,
            ClusterCommand.class,
            ConvertCommand.class,
            BenchCommand.class,
            CheckCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            PapersCommand.class,
            PtxCommand.class,
            BundleCommand.class,
            HelpCommand.class,
            CompletionCommand.class,
            ManCommand.class
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private Main() {}

    public static void main(String... arguments) {
        System.exit(Failures.execute(commandLine(arguments).setOut(standardOutput()), arguments));
    }

    /** {@return the standard output without System.out, which keeps to itself what could not be written} */
    private static PrintWriter standardOutput() {
        var bytes = new UntilNobodyReads(new FileOutputStream(FileDescriptor.out));
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(bytes, System.out.charset())), true);
    }

    /** Loses what is written after the reader has gone, such as {@code head}: it has what it wanted. */
    private static final class UntilNobodyReads extends FilterOutputStream {
        private boolean gone;

        UntilNobodyReads(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (!gone) {
                try {
                    out.write(bytes, from, count);
                } catch (IOException failure) {
                    gone = String.valueOf(failure.getMessage()).contains("Broken pipe");
                    if (!gone) {
                        throw failure;
                    }
                }
            }
        }
    }

    /**
     * {@return the command line}
     *
     * @param arguments what will be executed; of experiments, which are many, only the one that they need is there
     */
    static CommandLine commandLine(String... arguments) {
        var commandLine = new CommandLine(new Main());
        String first = arguments.length == 0 ? "" : arguments[0];
        if (!first.equals("run")) {
            BenchCommand.addExperiments(
                    Objects.requireNonNull(commandLine.getSubcommands().get("bench")),
                    first.equals("bench") ? Arrays.copyOfRange(arguments, 1, arguments.length) : new String[0]);
        }
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        Failures.handle(commandLine);
        return commandLine;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var versions = Versions.current();
            String commit = versions.commit() == null ? "" : " (" + versions.commit() + ")";
            return new String[] {"warpbroker " + versions.warpbroker() + commit + ", Java " + versions.java()};
        }
    }
}
