package dev.warpbroker.experiments.papers;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.experiments.results.Versions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records that nobody made, in files of a folder. */
final class Recorded {
    private static final DeviceProperties GPU =
            new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 1L << 37, "driver 580");

    private final Path folder;
    private final Map<String, List<Measurement>> files = new TreeMap<>();
    private long second;

    Recorded(Path folder) {
        this.folder = folder;
    }

    /** Adds pairs by a queue, later than all before. */
    Recorded pairs(String file, String commit, String queue, int threads, double nanos) {
        return add(file, commit, GPU, queue, threads, new Statistics(3, nanos, nanos, nanos), null, true);
    }

    /** Adds pairs that were given up. */
    Recorded givenUp(String file, String commit, String queue, int threads, String reason) {
        return add(file, commit, GPU, queue, threads, Statistics.none(), reason, true);
    }

    /** Adds pairs whose check failed. */
    Recorded failed(String file, String commit, String queue, int threads, double nanos) {
        return add(file, commit, GPU, queue, threads, new Statistics(3, nanos, nanos, nanos), null, false);
    }

    /** Adds pairs on a CPU. */
    Recorded onCpu(String file, int processors, String queue, double nanos) {
        var device = new DeviceProperties(
                "jvm", "JVM threads on " + processors + " processors", 1, 1, 1024, 1L << 34, "OpenJDK");
        return add(file, "c0ffee", device, queue, 4, new Statistics(3, nanos, nanos, nanos), null, true);
    }

    private Recorded add(
            String file,
            String commit,
            DeviceProperties device,
            String queue,
            int threads,
            Statistics times,
            @Nullable String skipped,
            boolean passed) {
        files.computeIfAbsent(file, _ -> new ArrayList<>())
                .add(new Measurement(
                        "pairs",
                        device,
                        queue,
                        Map.of("form", "thread", "threads", threads),
                        times,
                        20L * threads,
                        times.repetitions() == 0 ? 0 : times.perSecond(20L * threads),
                        List.of(new CheckResult("conservation", passed, "")),
                        Map.of("empty", 7),
                        skipped,
                        null,
                        new Versions("0.1.0", commit, "25", "Linux amd64"),
                        Instant.EPOCH.plusSeconds(second++)));
        return this;
    }

    Archive archive() throws IOException {
        for (var file : files.entrySet()) {
            ResultFile.append(folder.resolve(file.getKey()), file.getValue(), note -> {
                throw new AssertionError(note);
            });
        }
        return Archive.read(List.of(folder), damage -> {
            throw damage;
        });
    }

    Records records() throws IOException {
        return new Records(archive());
    }
}
