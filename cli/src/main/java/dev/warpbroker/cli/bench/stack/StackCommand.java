package dev.warpbroker.cli.bench.stack;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.BlockSize;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.stack.ScanOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code bench stack}: pushes and pops on all stacks. */
@Command(
        name = "stack",
        description = {
            "Pushes and pops by all threads together, on the Scan Stack in all its variants and on other stacks (Scan"
                    + " Stack, figures 9 to 12, table 1).",
            "With --invalid: how many final stacks have gaps or have lost values, and the mean run time, by the"
                    + " interval of the lowest area (tables 2 and 3).",
            "The paper does not say how large its stack is; here it holds all operations of the largest size"
                + " (--capacity), for every size. A Scan Stack cannot be cancelled: a run of it takes what it takes,"
                + " and the variant is left out of larger sizes if that was longer than --limit."
        })
public final class StackCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(
            names = {"--stacks", "--structures"},
            split = ",",
            paramLabel = "NAME",
            converter = StackEntry.Converter.class,
            description = "Stacks by name, such as EL+LA,Inval+EL+LA,rooms (default: all of the figures, or tables).")
    private @Nullable List<StackEntry> stacks;

    @Option(
            names = "--mix",
            split = ",",
            paramLabel = "M",
            converter = Mixes.Converter.class,
            description = "random, push, pop or all: half pushes and half pops, or pushes alone, or pops of what the"
                    + " pushes have left (default: all).")
    private @Nullable List<Mixes> mixes;

    @Option(
            names = "--operations",
            split = ",",
            paramLabel = "N",
            description = "Numbers of operations (default: 1000 to 10000000; fewer on jvm and sim; one number with"
                    + " --invalid, 1000000 on a GPU).")
    private @Nullable List<Integer> operations;

    @Option(
            names = "--interval",
            paramLabel = "N",
            description = "Interval of the lowest area (default: 25000; less on jvm and sim).")
    private @Nullable Integer interval;

    @Option(
            names = "--form",
            paramLabel = "F",
            converter = FormConverter.class,
            description = "thread, warp or block: who makes operations together (default: block).")
    private Granularity form = Granularity.BLOCK;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Capacity of the stacks (default: the largest number of operations).")
    private @Nullable Integer capacity;

    @Option(names = "--invalid", description = "Count invalid final stacks of a random mix instead.")
    private boolean invalid;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each cell with --invalid; --limit cuts them short (default: 1000 on a GPU).")
    private @Nullable Integer runs;

    @Option(
            names = "--intervals",
            split = ",",
            paramLabel = "N",
            description = "Intervals with --invalid, 0 for none (default: 0,2500,5000,...,25000 on a GPU).")
    private @Nullable List<Integer> intervals;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed makes the same operations (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Override
    public Integer call() throws IOException {
        if (invalid) {
            refuse("--mix", mixes, "together with --invalid, whose mix is random");
            refuse("--interval", interval, "together with --invalid, which takes --intervals");
        } else {
            refuse("--runs", runs, "without --invalid; see --reps");
            refuse("--intervals", intervals, "without --invalid; see --interval");
        }
        return Experiment.perform(recording, console, this::experiment);
    }

    private static void refuse(String option, @Nullable Object value, String where) {
        if (value != null) {
            throw new IllegalArgumentException(option + " means nothing " + where);
        }
    }

    private Experiment experiment(Device device) {
        return invalid
                ? new InvalidStacks(device, cells(device.properties()))
                : new StackExperiment(device, settings(device.properties()));
    }

    private StackExperiment.Settings settings(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        var sizes = operations != null
                ? operations
                : switch (kind) {
                    case JVM -> List.of(1_000, 3_000, 10_000);
                    case SIMULATOR -> List.of(100, 300);
                    case GPU -> paperSizes();
                };
        int step = interval != null
                ? interval
                : switch (kind) {
                    case JVM -> 250;
                    case SIMULATOR -> 20;
                    case GPU -> ScanOptions.INTERVAL;
                };
        var effort = switch (kind) {
            case JVM -> new Effort(3, 1, true, Duration.ofMillis(300));
            case SIMULATOR -> new Effort(1, 1, true, Duration.ofSeconds(1));
            case GPU -> new Effort(5, 1, true, Duration.ofMillis(500));
        };
        return new StackExperiment.Settings(
                stacks == null ? StackEntry.ofFigures() : stacks,
                mixes == null
                        ? List.of(Work.values())
                        : mixes.stream()
                                .flatMap(chosen -> chosen.works().stream())
                                .toList(),
                sizes,
                load(device, Collections.max(sizes)),
                step,
                tuning.effort(effort));
    }

    private InvalidStacks.Settings cells(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        if (operations != null && operations.size() != 1) {
            throw new IllegalArgumentException("--operations " + operations
                    + " with --invalid; the interval is what is varied, so give one number");
        }
        int count = operations != null
                ? operations.getFirst()
                : switch (kind) {
                    case JVM -> 20_000;
                    case SIMULATOR -> 300;
                    case GPU -> 1_000_000;
                };
        var varied = switch (kind) {
            case JVM -> List.of(0, 10, 100, 1_000);
            case SIMULATOR -> List.of(0, 2, 5, 50);
            case GPU -> IntStream.rangeClosed(0, 10).map(i -> i * 2_500).boxed().toList();
        };
        var effort = tuning.effort(
                switch (kind) {
                    case JVM -> new Effort(100, 1, true, Duration.ofMillis(200));
                    case SIMULATOR -> new Effort(20, 1, true, Duration.ofMillis(200));
                    case GPU -> new Effort(1_000, 1, true, Duration.ofSeconds(5));
                });
        return new InvalidStacks.Settings(
                stacks == null ? StackEntry.ofTables() : stacks,
                intervals == null ? varied : intervals,
                count,
                runs == null ? effort.repetitions() : runs,
                load(device, count),
                effort.limit());
    }

    private StackLoad load(DeviceProperties device, int mostOperations) {
        var kind = DeviceKind.of(device);
        var threads = tuning.threads(List.of(
                switch (kind) {
                    case JVM -> 2 * Runtime.getRuntime().availableProcessors();
                    case SIMULATOR -> 256;
                    case GPU -> device.residentThreads();
                }));
        if (threads.size() != 1) {
            throw new IllegalArgumentException(
                    "--threads " + threads + "; the operations are what is varied, so give one number of threads");
        }
        // On the JVM every lane is in a block of its own, whatever is asked for.
        int lanes = kind == DeviceKind.JVM ? 1 : block.or(kind == DeviceKind.SIMULATOR ? 64 : 256);
        return new StackLoad(form, seed, threads.getFirst(), lanes, capacity == null ? mostOperations : capacity);
    }

    /** Steps of 1, 2 and 5 to a million, then every million: table 1 has the second half of these. */
    private static List<Integer> paperSizes() {
        return Stream.concat(
                        Stream.of(1_000, 10_000, 100_000).flatMap(power -> Stream.of(power, 2 * power, 5 * power)),
                        IntStream.rangeClosed(1, 10).map(i -> i * 1_000_000).boxed())
                .toList();
    }

    /** What a name on the command line stands for: one mix or all. */
    record Mixes(List<Work> works) {
        private static final String ALL = "all";

        static final class Converter implements ITypeConverter<Mixes> {
            @Override
            public Mixes convert(String name) {
                var chosen = Arrays.stream(Work.values())
                        .filter(work -> name.equals(ALL) || work.toString().equals(name))
                        .toList();
                if (chosen.isEmpty()) {
                    var known = Stream.concat(Arrays.stream(Work.values()).map(Work::toString), Stream.of(ALL));
                    throw new TypeConversionException(Names.unknown("mix", name, known.toList()));
                }
                return new Mixes(chosen);
            }
        }
    }

    /** Lets picocli read the name of a form. */
    static final class FormConverter implements ITypeConverter<Granularity> {
        @Override
        public Granularity convert(String name) {
            return Arrays.stream(Granularity.values())
                    .filter(form -> form.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Names.unknown(
                            "form",
                            name,
                            Arrays.stream(Granularity.values())
                                    .map(form -> form.name().toLowerCase(Locale.ROOT))
                                    .toList())));
        }
    }
}
