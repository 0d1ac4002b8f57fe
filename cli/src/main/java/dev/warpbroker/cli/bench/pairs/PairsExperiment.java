package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.cuda.CudaBackend;
import dev.warpbroker.structures.queue.BrokerMemory;
import dev.warpbroker.structures.queue.BrokerQueue;
import dev.warpbroker.structures.queue.FusedBrokerQueue;
import dev.warpbroker.structures.queue.IntQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Measures queues, and peers made by other compilers, in turn: the first repetition of all, then the second of all, so
 * that what drifts (clocks, heat, other load) does the same to each.
 */
public final class PairsExperiment {
    private static final String NAME = "pairs";

    private final Device device;
    private final PairsSettings settings;
    private final List<PeerFile> peerFiles;

    public PairsExperiment(Device device, PairsSettings settings) {
        this(device, settings, List.of());
    }

    PairsExperiment(Device device, PairsSettings settings, List<PeerFile> peerFiles) {
        this.device = device;
        this.settings = settings;
        this.peerFiles = List.copyOf(peerFiles);
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

    /** {@return how many steps of progress a run makes} */
    public int steps() {
        int runs = settings.warmUps() + settings.repetitions() + (settings.check() ? 1 : 0);
        return settings.threads().size() * (settings.entries().size() + peerFiles.size()) * runs;
    }

    /** {@return the measurements: for each number of threads one per queue} */
    public List<Measurement> run(Progress progress) throws IOException {
        var queues = new ArrayList<IntQueue>();
        for (var entry : settings.entries()) {
            queues.add(entry.queue().create(device, settings.capacity()));
        }
        var peers = new ArrayList<PeerQueue>();
        for (int i = 0; i < peerFiles.size(); i++) {
            peers.add(PeerQueue.on(device, peerFiles.get(i), memoryOf(queues.get(i)), settings.capacity()));
        }
        var measurements = new ArrayList<Measurement>();
        for (int threads : settings.threads()) {
            measurements.addAll(measure(threads, queues, peers, progress));
        }
        return measurements;
    }

    private List<Measurement> measure(int threads, List<IntQueue> queues, List<PeerQueue> peers, Progress progress) {
        var grid = new Grid(threads, settings.blockSize());
        var contenders = new ArrayList<Contender>();
        for (int i = 0; i < queues.size(); i++) {
            contenders.add(
                    new QueueContender(settings.entries().get(i), queues.get(i), device, grid, settings.pairs()));
        }
        for (int i = 0; i < peers.size(); i++) {
            contenders.add(new PeerContender(peers.get(i), queues.get(i), device, grid));
        }
        var checks = check(contenders, threads, progress);
        var times = time(contenders, threads, progress);

        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < queues.size(); i++) {
            var entry = settings.entries().get(i);
            var measurement = Measurement.now(
                    NAME,
                    device.properties(),
                    entry.queue().toString(),
                    parameters(entry, threads),
                    times.get(i),
                    2L * threads * settings.pairs(),
                    checks.get(i));
            if (!peers.isEmpty()) {
                int peer = peers.size() == 1 ? 0 : i;
                var file = peers.get(peer).file();
                measurement = measurement.withPeer(
                        String.valueOf(file.file().getFileName()),
                        file.name(),
                        times.get(queues.size() + peer),
                        checks.get(queues.size() + peer));
            }
            measurements.add(measurement);
        }
        return measurements;
    }

    /** {@return what each contender's check found; nothing where checks are off} */
    private List<List<CheckResult>> check(List<Contender> contenders, int threads, Progress progress) {
        var results = new ArrayList<List<CheckResult>>();
        for (var contender : contenders) {
            if (settings.check()) {
                progress.at("checking " + contender.label() + ", " + threads + " threads");
                results.add(contender.check());
                progress.step();
            } else {
                results.add(List.of());
            }
        }
        return results;
    }

    /** {@return each contender's times} */
    private List<Statistics> time(List<Contender> contenders, int threads, Progress progress) {
        var nanos = new long[contenders.size()][settings.repetitions()];
        timeKernelsAlone(true);
        try {
            for (int repetition = -settings.warmUps(); repetition < settings.repetitions(); repetition++) {
                for (int i = 0; i < nanos.length; i++) {
                    progress.at(contenders.get(i).label() + ", " + threads + " threads");
                    long elapsed = contenders.get(i).run();
                    if (repetition >= 0) {
                        nanos[i][repetition] = elapsed;
                    }
                    progress.step();
                }
            }
        } finally {
            timeKernelsAlone(false);
        }
        return Arrays.stream(nanos).map(Statistics::of).toList();
    }

    /** A GPU's times otherwise include what the host needs to hand a launch over. */
    private void timeKernelsAlone(boolean on) {
        if (DeviceKind.of(device.properties()) == DeviceKind.GPU) {
            device.unwrap(CudaBackend.class).timed(on);
        }
    }

    private Map<String, Object> parameters(QueueEntry entry, int threads) {
        return Map.of(
                "form", entry.form(),
                "threads", threads,
                "pairs", settings.pairs(),
                "capacity", settings.capacity(),
                "block", settings.blockSize(),
                "warmup", settings.warmUps());
    }
}
