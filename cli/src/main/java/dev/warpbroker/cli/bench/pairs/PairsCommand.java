package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.QueueConverter;
import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.queue.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code bench pairs}: every thread enqueues and dequeues in turn. */
@Command(
        name = "pairs",
        description = {
            "Every thread enqueues and dequeues in turn, with no other work (Broker Queue paper, figure 2).",
            "Repetitions of all rows are interleaved. What is not given suits itself to the device."
        })
public final class PairsCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = QueueConverter.class,
            description = "BQ (the paper's form), BQ-fused (the fast form); default: both.")
    private List<QueueKind> structures = List.of(QueueKind.BQ, QueueKind.BQ_FUSED);

    @Option(
            names = "--form",
            split = ",",
            paramLabel = "FORM",
            converter = FormConverter.class,
            description = "Who makes an operation: thread, warp or block; default: thread.")
    private List<Granularity> forms = List.of(Granularity.THREAD);

    @Option(names = "--threads", split = ",", paramLabel = "N", description = "Numbers of threads.")
    private @Nullable List<Integer> threads;

    @Option(names = "--pairs", paramLabel = "N", description = "Enqueues and dequeues per thread.")
    private @Nullable Integer pairs;

    @Option(names = "--capacity", paramLabel = "N", description = "Capacity of the queues, a power of two.")
    private @Nullable Integer capacity;

    @Option(names = "--block", paramLabel = "N", description = "Lanes per block.")
    private @Nullable Integer block;

    @Option(names = "--reps", paramLabel = "N", description = "Timed repetitions.")
    private @Nullable Integer repetitions;

    @Option(names = "--warmup", paramLabel = "N", description = "Repetitions before the timed ones.")
    private @Nullable Integer warmUps;

    @Option(
            names = "--check",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Check that nothing is lost or duplicated, apart from the timed repetitions (default).")
    private boolean check;

    @Option(
            names = "--peer",
            paramLabel = "FILE#ENTRY[=NAME]",
            converter = PeerFile.Converter.class,
            description = {
                "A broker queue in PTX or a cubin by another compiler, measured in turn with ours. Its kernel takes"
                        + " (struct Q queue, u64 *sums, u32 *failures) and does 10 pairs per thread.",
                "Given once it is compared with every row, given once per row with that row."
            })
    private List<PeerFile> peers = List.of();

    @Override
    public Integer call() throws IOException {
        try (Device device = recording.device().open()) {
            var experiment = new PairsExperiment(device, settings(device), peers);
            List<Measurement> measurements;
            try (var progress = console.progress("pairs on " + device, experiment.steps())) {
                measurements = experiment.run(progress);
            }
            console.print(device + ", " + device.properties().name());
            console.print(PairsTable.of(measurements));
            recording.record(measurements, console);
            return measurements.stream().allMatch(Measurement::passed) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private PairsSettings settings(Device device) {
        var defaults = PairsSettings.defaults(device.properties());
        var entries = new ArrayList<QueueEntry>();
        for (var structure : structures) {
            for (var form : forms) {
                entries.add(new QueueEntry(structure, form));
            }
        }
        return new PairsSettings(
                entries,
                threads == null ? defaults.threads() : threads,
                pairs == null ? defaults.pairs() : pairs,
                capacity == null ? defaults.capacity() : capacity,
                block == null ? defaults.blockSize() : block,
                repetitions == null ? defaults.repetitions() : repetitions,
                warmUps == null ? defaults.warmUps() : warmUps,
                check);
    }

    /** Lets picocli read a form. */
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
