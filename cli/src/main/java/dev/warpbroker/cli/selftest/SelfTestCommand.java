package dev.warpbroker.cli.selftest;

import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.cli.devices.DeviceChoice;
import dev.warpbroker.cli.devices.GraphicsDevices;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.conformance.Case;
import dev.warpbroker.conformance.FastMathCheck;
import dev.warpbroker.conformance.FaultRuns;
import dev.warpbroker.conformance.MathCheck;
import dev.warpbroker.conformance.Mismatch;
import dev.warpbroker.conformance.Outcome;
import dev.warpbroker.conformance.QueueStorm;
import dev.warpbroker.conformance.RequestStorm;
import dev.warpbroker.conformance.SelfTest;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code selftest}: shows that devices run kernels as the JVM does. */
@Command(
        name = "selftest",
        description = "Check the compiler and the structures on a device. Exit code 1 on any failure.")
public final class SelfTestCommand implements Callable<Integer> {
    private static final int WIDEST_REASON = 120;
    private static final long MATH_SEED = 1;
    private static final int MAX_APPROXIMATIONS = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final Console console = new Console();

    @Option(
            names = "--device",
            paramLabel = "D",
            converter = DeviceChoice.Converter.class,
            description = "jvm, sim, sim:SEED, cuda, cuda:N or best (default: all there are).")
    private @Nullable DeviceChoice device;

    @Option(
            names = "--filter",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "Only cases whose «feature: name» contains a match.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Pattern filter;

    @Option(names = "--list", description = "List the cases instead of running them.")
    private boolean list;

    @Option(
            names = "--math",
            paramLabel = "N",
            description =
                    "Instead compare every method of StrictMath on N arguments, and measure FastMath; --filter chooses"
                            + " methods.")
    private @Nullable Integer math;

    @Option(
            names = "--faults",
            paramLabel = "N",
            description =
                    "Instead make N runs of each engine of tasks in which tasks throw, runs are cancelled and threads"
                            + " interrupted at random; --filter chooses engines.")
    private @Nullable Integer faults;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of --faults.")
    private long seed;

    @Override
    public Integer call() {
        if (math != null) {
            return compareMath(math);
        }
        if (faults != null) {
            return injectFaults(faults);
        }
        var cases = SelfTest.cases().stream()
                .filter(each -> filter.matcher(each.toString()).find())
                .toList();
        if (cases.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no case matches '" + filter + "'; features: "
                            + String.join(
                                    ", ",
                                    SelfTest.cases().stream()
                                            .map(Case::feature)
                                            .distinct()
                                            .toList()));
        }
        if (list) {
            cases.forEach(each -> console.print(each.toString()));
            return ExitCode.OK;
        }
        int failed = 0;
        for (var choice : device == null ? available() : List.of(device)) {
            failed += test(choice, cases);
        }
        return failed == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private int compareMath(int inputs) {
        if (inputs < 1) {
            throw new ParameterException(spec.commandLine(), "--math " + inputs + ": the smallest is 1");
        }
        var wrong = new ArrayList<MathCheck.Result>();
        boolean[] broken = {false};
        for (var choice : device == null ? available() : List.of(device)) {
            long start = System.nanoTime();
            var methods = new ArrayList<MathCheck.Result>();
            try (Device opened = choice.open()) {
                MathCheck.run(
                        opened,
                        inputs,
                        MATH_SEED,
                        method -> filter.matcher(method).find(),
                        result -> {
                            methods.add(result);
                            console.print("%s %s: %,d of %,d differ, %s%s"
                                    .formatted(
                                            opened,
                                            result.method(),
                                            result.differences(),
                                            result.inputs(),
                                            Quantity.time((double) result.nanos()),
                                            result.first().isEmpty() ? "" : "; " + result.first()));
                        });
                wrong.addAll(methods.stream()
                        .filter(result -> result.differences() > 0)
                        .toList());
                FastMathCheck.run(opened, Math.min(inputs, MAX_APPROXIMATIONS), result -> {
                    if (filter.matcher(result.method()).find()) {
                        console.print("%s %s: at most 2^-%.1f, promised 2^-%d%s"
                                .formatted(
                                        opened,
                                        result.method(),
                                        result.bits(),
                                        result.promised(),
                                        result.isKept() ? "" : ": TOO FAR"));
                        broken[0] |= !result.isKept();
                    }
                });
                console.print(opened + ": " + methods.size() + " methods of StrictMath on " + inputs
                        + " arguments each in " + Quantity.time((double) (System.nanoTime() - start)));
            }
        }
        console.print(wrong.isEmpty() ? "all results are the JVM's, to the bit" : wrong.size() + " methods differ");
        return wrong.isEmpty() && !broken[0] ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private int injectFaults(int runs) {
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "--faults " + runs + ": the smallest is 1");
        }
        var engines = Stream.of(FaultRuns.Engine.values())
                .filter(engine -> filter.matcher(engine.toString()).find())
                .toList();
        boolean executor = filter.matcher(RequestStorm.NAME).find();
        boolean queues = filter.matcher(QueueStorm.NAME).find();
        if (engines.isEmpty() && !executor && !queues) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no engine matches '" + filter + "'; engines: "
                            + Stream.concat(
                                            Stream.of(FaultRuns.Engine.values()).map(FaultRuns.Engine::toString),
                                            Stream.of(RequestStorm.NAME, QueueStorm.NAME))
                                    .collect(Collectors.joining(", ")));
        }
        int wrong = 0;
        for (var choice : device == null ? available() : List.of(device)) {
            try (Device opened = choice.open()) {
                for (var engine : engines) {
                    wrong += told(opened + " " + engine, runs, () -> {
                        try (var tried = new FaultRuns(opened, engine)) {
                            var tally = tried.make(runs, seed);
                            return "%,d whole, %,d with a task that threw, %,d stopped"
                                    .formatted(tally.whole(), tally.failed(), tally.stopped());
                        }
                    });
                }
                if (executor) {
                    wrong += told(opened + " " + RequestStorm.NAME, runs, () -> {
                        RequestStorm.make(opened, runs, seed);
                        return "every request answered";
                    });
                }
                if (queues) {
                    wrong += told(opened + " " + QueueStorm.NAME, runs, () -> {
                        QueueStorm.make(opened, runs, seed);
                        return "every element taken, and back";
                    });
                }
            }
        }
        return wrong == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** Prints how runs went. {@return how many engines did something wrong: 0 or 1} */
    private int told(String who, int runs, Supplier<String> making) {
        long start = System.nanoTime();
        String how;
        int wrong = 0;
        try {
            how = making.get() + "; no task lost, none run twice, no run hung";
        } catch (Mismatch mismatch) {
            how = "WRONG: " + mismatch.getMessage();
            wrong = 1;
        }
        console.print("%s, %,d runs: %s, in %s"
                .formatted(who, runs, how, Quantity.time((double) (System.nanoTime() - start))));
        return wrong;
    }

    private List<DeviceChoice> available() {
        var choices = new ArrayList<DeviceChoice>(List.of(new DeviceChoice.Jvm(), new DeviceChoice.Simulator(0)));
        var graphics = GraphicsDevices.find();
        for (int i = 0; i < graphics.found().size(); i++) {
            choices.add(new DeviceChoice.Cuda(i));
        }
        if (graphics.found().isEmpty()) {
            console.print(
                    "cuda: skipped; " + graphics.whyNoMore().lines().findFirst().orElse("reason unknown"));
        }
        return choices;
    }

    /** {@return how many cases failed} */
    private int test(DeviceChoice choice, List<Case> cases) {
        var failures = new ArrayList<Outcome>();
        long start = System.nanoTime();
        String name;
        try (Device plain = choice.open();
                Device checked = choice.open(DeviceOptions.defaults().withBoundsChecks(true));
                Progress progress = console.progress("selftest " + choice, cases.size())) {
            name = plain + " (" + plain.properties().name() + ")";
            for (var each : cases) {
                progress.at(each.toString());
                var outcome = SelfTest.run(each, each.boundsChecks() ? checked : plain);
                if (!outcome.passed()) {
                    failures.add(outcome);
                }
                progress.step();
            }
        }
        if (!failures.isEmpty()) {
            console.print(table(failures, console.verbose()));
            if (!console.verbose()) {
                console.note("--verbose shows the whole reasons");
            }
        }
        console.add(
                "devices",
                Map.of(
                        "device",
                        choice.toString(),
                        "passed",
                        cases.size() - failures.size(),
                        "failed",
                        failures.size(),
                        "seconds",
                        (System.nanoTime() - start) * 1e-9));
        console.print(summary(name, cases.size(), failures.size(), System.nanoTime() - start));
        return failures.size();
    }

    static String summary(String device, int cases, int failed, long nanos) {
        return device + ": " + (cases - failed) + " passed, " + failed + " failed in " + Quantity.time((double) nanos);
    }

    /** A row per line of each failure's detail; without {@code verbose} only the beginning of the first line. */
    static Table table(List<Outcome> failures, boolean verbose) {
        var rows = new ArrayList<List<String>>();
        for (var failure : failures) {
            String name = failure.name();
            for (String line :
                    failure.detail().lines().limit(verbose ? Long.MAX_VALUE : 1).toList()) {
                rows.add(List.of(name, verbose ? line : beginning(line)));
                name = "";
            }
        }
        return new Table(List.of(text("failed"), text("because")), rows);
    }

    private static String beginning(String line) {
        return line.length() <= WIDEST_REASON ? line : line.substring(0, WIDEST_REASON) + "…";
    }
}
