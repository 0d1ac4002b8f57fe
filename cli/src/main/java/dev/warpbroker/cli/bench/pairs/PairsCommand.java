package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.BlockSize;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Structures;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Mixin
    private final Structures structures = new Structures();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(
            names = "--form",
            split = ",",
            paramLabel = "FORM",
            converter = Form.Converter.class,
            description = {
                "Who makes an operation: every thread for itself (thread), all threads of a warp or block at once"
                        + " (warp, block), or one thread of each warp while the others do nothing (one-per-warp).",
                "Default: thread; one-per-warp for queues that allow no more."
            })
    private List<Form> forms = List.of();

    @Option(names = "--pairs", paramLabel = "N", description = "Enqueues and dequeues per thread.")
    private @Nullable Integer pairs;

    @Option(names = "--capacity", paramLabel = "N", description = "Capacity of the queues, a power of two.")
    private @Nullable Integer capacity;

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
        return Experiment.perform(
                recording, console, device -> new PairsExperiment(device, settings(device.properties()), peers));
    }

    private PairsSettings settings(DeviceProperties device) {
        var defaults = PairsSettings.defaults(device);
        // Peers work on the memory of a broker queue.
        var kinds = structures.or(
                peers.isEmpty() ? List.of(QueueKind.values()) : List.of(QueueKind.BQ, QueueKind.BQ_FUSED));
        var entries = new ArrayList<QueueEntry>();
        for (var kind : kinds) {
            if (forms.isEmpty()) {
                var usual = new QueueEntry(kind, Form.THREAD);
                entries.add(usual.obstacle(device) == null ? usual : new QueueEntry(kind, Form.ONE_PER_WARP));
            }
            for (var form : forms) {
                entries.add(new QueueEntry(kind, form));
            }
        }
        return new PairsSettings(
                entries,
                tuning.threads(defaults.threads()),
                pairs == null ? defaults.pairs() : pairs,
                capacity == null ? defaults.capacity() : capacity,
                block.or(defaults.blockSize()),
                tuning.effort(defaults.effort()));
    }
}
