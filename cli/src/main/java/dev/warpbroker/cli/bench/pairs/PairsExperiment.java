package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Made;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.queue.BrokerMemory;
import dev.warpbroker.structures.queue.BrokerQueue;
import dev.warpbroker.structures.queue.FusedBrokerQueue;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Measures queues, and peers made by other compilers, in turn. */
public final class PairsExperiment implements Experiment {
    private static final String NAME = "pairs";

    private final Device device;
    private final PairsSettings settings;
    private final List<PeerFile> peerFiles;
    private final Turns turns;

    public PairsExperiment(Device device, PairsSettings settings) {
        this(device, settings, List.of());
    }

    PairsExperiment(Device device, PairsSettings settings, List<PeerFile> peerFiles) {
        this.device = device;
        this.settings = settings;
        this.peerFiles = List.copyOf(peerFiles);
        turns = new Turns(device, settings.effort());
        if (!peerFiles.isEmpty()) {
            requireComparable();
        }
    }

    private void requireComparable() {
        int rows = settings.entries().size();
        if (peerFiles.size() != 1 && peerFiles.size() != rows) {
            throw new IllegalArgumentException(peerFiles.size() + " peers for " + rows
                    + " rows; give one for all rows, or one for each, in their order: " + settings.entries());
        }
        if (settings.pairs() != PeerQueue.PAIRS) {
            throw new IllegalArgumentException("a peer does " + PeerQueue.PAIRS + " pairs per thread, not "
                    + settings.pairs() + "; leave --pairs out");
        }
        for (int threads : settings.threads()) {
            if (threads % settings.blockSize() != 0) {
                throw new IllegalArgumentException("a peer needs full blocks, and " + threads
                        + " threads are no multiple of the block size " + settings.blockSize());
            }
        }
    }

    private static BrokerMemory memoryOf(IntQueue queue) {
        return switch (queue) {
            case BrokerQueue broker -> broker.memory();
            case FusedBrokerQueue fused -> fused.memory();
            default -> throw new IllegalArgumentException(queue + " has no memory that a peer could use");
        };
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return settings.threads().size() * (settings.entries().size() + peerFiles.size()) * turns.steps();
    }

    /** For each number of threads one measurement per queue. */
    @Override
    public void run(Consumer<Measurement> measured, Progress progress) throws IOException {
        var queues = new EnumMap<QueueKind, Made<IntQueue>>(QueueKind.class);
        var entries = new ArrayList<QueueEntry>();
        int most = settings.threads().getLast();
        var options = QueueOptions.capacity(settings.capacity())
                .withThreads(most)
                .withBlocks(Math.ceilDiv(most, settings.blockSize()));
        for (var entry : settings.entries()) {
            String obstacle = entry.obstacle(device.properties());
            if (obstacle != null) {
                measured.accept(Measurement.skipped(
                        NAME,
                        device.properties(),
                        entry.queue().toString(),
                        parameters(entry, settings.threads().getFirst()),
                        obstacle));
            } else {
                entries.add(entry);
                queues.computeIfAbsent(
                        entry.queue(), kind -> Made.of(() -> kind.create(device, options), IntQueue::close));
            }
        }
        var peers = new ArrayList<PeerQueue>();
        for (int i = 0; i < peerFiles.size(); i++) {
            var queue = queueOf(entries.get(i), queues).get();
            peers.add(PeerQueue.on(device, peerFiles.get(i), memoryOf(queue), settings.capacity()));
        }
        for (int threads : settings.threads()) {
            measure(threads, entries, queues, peers, progress).forEach(measured);
        }
        queues.values().forEach(Made::close);
    }

    private static Made<IntQueue> queueOf(QueueEntry entry, Map<QueueKind, Made<IntQueue>> queues) {
        return Objects.requireNonNull(queues.get(entry.queue()));
    }

    private List<Measurement> measure(
            int threads,
            List<QueueEntry> entries,
            Map<QueueKind, Made<IntQueue>> queues,
            List<PeerQueue> peers,
            Progress progress) {
        var grid = device.properties().workerGrid(threads, settings.blockSize());
        var contenders = new ArrayList<Contender>();
        for (var entry : entries) {
            var queue = queueOf(entry, queues);
            contenders.add(new LateContender(
                    entry.toString(), () -> new QueueContender(entry, queue.get(), device, grid, settings.pairs())));
        }
        for (int i = 0; i < peers.size(); i++) {
            contenders.add(new PeerContender(
                    peers.get(i), queueOf(entries.get(i), queues).get(), device, grid));
        }
        var timings = turns.measure(contenders, Quantity.count(threads) + " threads", progress);

        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            var measurement = timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            entry.queue().toString(),
                            parameters(entry, threads),
                            2L * entry.form().users().count(grid, device.properties()) * settings.pairs());
            if (!peers.isEmpty() && measurement.measured()) {
                int peer = peers.size() == 1 ? 0 : i;
                var file = peers.get(peer).file();
                var timing = timings.get(entries.size() + peer);
                measurement = timing.times().repetitions() > 0
                        ? measurement.withPeer(
                                String.valueOf(file.file().getFileName()),
                                file.name(),
                                timing.times(),
                                timing.checked().results())
                        : measurement.with(
                                CheckResult.failed("peer " + file.name() + " was not measured: " + timing.skipped()));
            }
            measurements.add(measurement);
        }
        return measurements;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return PairsTable.of(measurements);
    }

    private Map<String, Object> parameters(QueueEntry entry, int threads) {
        var grid = device.properties().workerGrid(threads, settings.blockSize());
        return Map.of(
                "form", entry.form().toString(),
                "threads", threads,
                "users", entry.form().users().count(grid, device.properties()),
                "pairs", settings.pairs(),
                "capacity", settings.capacity(),
                "block", settings.blockSize(),
                "warmup", settings.effort().warmUps());
    }
}
