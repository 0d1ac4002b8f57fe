package dev.warpbroker.experiments.papers;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.experiments.results.Versions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records that nobody made, in files of a folder. */
final class Recorded {
    private static final DeviceProperties GPU =
            new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 1L << 37, "driver 580");

    private static final DeviceProperties SIMULATOR =
            new DeviceProperties("sim", "simulated GPU", 32, 1024, 4096, 1L << 34, "seed 1");

    private final Path folder;
    private final Map<String, List<Measurement>> files = new TreeMap<>();
    private final List<String> properties = new ArrayList<>();
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
        return add(file, "c0ffee", cpu(processors), queue, 4, new Statistics(3, nanos, nanos, nanos), null, true);
    }

    /** Adds pairs of which some repetitions ended, and the next was given up. */
    Recorded givenUpLater(String file, String commit, String queue, int threads, double nanos, String reason) {
        return add(file, commit, GPU, queue, threads, new Statistics(4, nanos, nanos, nanos), reason, true);
    }

    /** Adds a search of the lattice, every edge of which is there, on 16 processors. */
    Recorded search(String file, String commit, String variant, int extent, int source, int threads, double nanos) {
        return search(
                file, commit, variant, Map.of("extent", extent, "probability", 1.0, "source", source), threads, nanos);
    }

    /** Adds a search of the smallest lattice, with some of its edges, on 16 processors. */
    Recorded lattice(String file, String variant, double probability, int threads, double nanos) {
        return search(
                file, "aaa", variant, Map.of("extent", 40, "probability", probability, "source", 7), threads, nanos);
    }

    private Recorded search(
            String file, String commit, String variant, Map<String, Object> lattice, int threads, double nanos) {
        var parameters = new HashMap<>(lattice);
        parameters.put("threads", threads);
        return add(
                file, commit, "bfs", cpu(16), variant, parameters, new Statistics(3, nanos, nanos, nanos), null, true);
    }

    /** Adds a mix of 80 % adds by 2,048 threads on a GPU. */
    Recorded mix(String queue, Map<String, Object> parameters, double nanos, Map<String, Object> observed) {
        var all = new HashMap<String, Object>(Map.of("mix", "80/20", "threads", 2048, "capacity", 131_072));
        all.putAll(parameters);
        return add(
                "mix.jsonl",
                "2a6ea635",
                "mix",
                GPU,
                queue,
                all,
                new Statistics(3, nanos, nanos, nanos),
                null,
                true,
                observed);
    }

    /** Adds a picture of 1024 x 1024 on the octree, or something beside it, on the GPU or on 16 threads. */
    Recorded raytrace(
            boolean gpu, String structure, Map<String, Object> parameters, double nanos, Map<String, Object> observed) {
        return raytrace(
                gpu ? "raytrace.jsonl" : "raytrace-cpu.jsonl", "2a6ea635", gpu, structure, parameters, nanos, observed);
    }

    /** Adds a picture that was traced once more on the GPU. */
    Recorded again(String structure, Map<String, Object> parameters, double nanos) {
        return raytrace("raytrace-again.jsonl", "5b5bdac3", true, structure, parameters, nanos, Map.of());
    }

    /** Adds what explains a picture on the GPU. */
    Recorded why(String structure, Map<String, Object> parameters, Map<String, Object> observed) {
        return raytrace("raytrace-why.jsonl", "353635f1", true, structure, parameters, 20, observed);
    }

    /** Adds a picture on 16 threads with nothing beside them. */
    Recorded aloneOnCpu(String structure, Map<String, Object> parameters, double nanos) {
        return raytrace("raytrace-cpu-cameras.jsonl", "5ce6489d", false, structure, parameters, nanos, Map.of());
    }

    private Recorded raytrace(
            String file,
            String commit,
            boolean gpu,
            String structure,
            Map<String, Object> parameters,
            double nanos,
            Map<String, Object> observed) {
        var all = new HashMap<String, Object>(Map.of("accelerator", "octree", "width", 1024, "height", 1024));
        all.putAll(Map.of("sweep", "tiles", "depth", 8, "camera", 1, "tile", 8, "workers", gpu ? 0 : 16));
        all.putAll(parameters);
        return add(
                file,
                commit,
                "raytrace",
                gpu ? GPU : cpu(16),
                structure,
                all,
                new Statistics(3, nanos, nanos, nanos),
                null,
                true,
                observed);
    }

    /**
     * Adds rounds of enqueue and dequeue by chance, one of them twice as likely, with 128 multiply-adds if not other.
     */
    Recorded load(
            String queue,
            int threads,
            boolean moreEnqueues,
            Map<String, Object> parameters,
            double nanos,
            Map<String, Object> counted) {
        var all = new HashMap<String, Object>(Map.of("threads", threads, "fma", 128));
        all.putAll(Map.of("pEnq", moreEnqueues ? 0.5 : 0.25, "pDeq", moreEnqueues ? 0.25 : 0.5));
        all.putAll(parameters);
        var times = new Statistics(3, nanos, nanos, nanos);
        return add("loads.jsonl", "aaa", "imbalance", GPU, queue, all, times, null, true, counted);
    }

    /** Adds ranks of the smaller graph. */
    Recorded ranks(String queue, String form, int threads, Map<String, Object> parameters, double nanos) {
        var all = new HashMap<String, Object>(Map.of("graph", "p2p-Gnutella31.txt", "precision", "DOUBLE"));
        all.putAll(Map.of("form", form, "threads", threads));
        all.putAll(parameters);
        var times = new Statistics(3, nanos, nanos, nanos);
        return add("ranks.jsonl", "aaa", "pagerank", GPU, queue, all, times, null, true);
    }

    /** Adds a cell of table 1 of the Broker Queue paper, later than all before. */
    Recorded property(String queue, String property, String verdict, String evidence) {
        properties.add("""
            {"experiment":"properties","structure":"%s","property":"%s","verdict":"%s","evidence":"%s",\
            "versions":{"commit":"aaa"},"recorded":"%s"}
            """.formatted(queue, property, verdict, evidence, Instant.ofEpochSecond(properties.size())));
        return this;
    }

    /** Adds how many registers a queue needs. */
    Recorded footprint(String queue, int registers) {
        properties.add("""
            {"experiment":"properties","structure":"%s","property":"low resource footprint","verdict":"yes",\
            "evidence":"driver: %d registers, 0 bytes of shared and 0 of local memory",\
            "versions":{"commit":"aaa"},"recorded":"2026-11-18T03:46:38Z"}
            """.formatted(queue, registers));
        return this;
    }

    /** Adds what a profiler counted. */
    Recorded profile(String structure, Map<String, Object> parameters, double nanos, Map<String, Object> counted) {
        return add(
                "profile.jsonl",
                "aaa",
                "profile",
                GPU,
                structure,
                parameters,
                new Statistics(1, nanos, nanos, nanos),
                null,
                true,
                counted);
    }

    /** Adds operations on a stack of 10,000,000 cells in blocks of 256, with what was counted. */
    Recorded stack(
            String stack, String mix, int threads, int operations, double perSecond, Map<String, Object> counted) {
        double nanos = operations / perSecond * 1e9;
        var parameters = Map.<String, Object>of(
                "mix", mix, "threads", threads, "operations", operations, "capacity", 10_000_000, "block", 256);
        return add(
                "stack.jsonl",
                "c0ffee",
                "stack",
                GPU,
                stack,
                parameters,
                new Statistics(1, nanos, nanos, nanos),
                operations,
                null,
                true,
                counted);
    }

    /** Adds operations of the mix on a stack of 262,144 cells by all threads, with what was counted. */
    Recorded mix(String file, String stack, int operations, double perSecond, Map<String, Object> counted) {
        double nanos = operations / perSecond * 1e9;
        var parameters = Map.<String, Object>of(
                "mix", "random", "threads", 270_336, "operations", operations, "capacity", 262_144, "block", 256);
        return add(
                file,
                "c0ffee",
                "stack",
                GPU,
                stack,
                parameters,
                new Statistics(1, nanos, nanos, nanos),
                operations,
                null,
                true,
                counted);
    }

    /** Adds runs of a million operations, a thread for each, of which some end with an invalid stack. */
    Recorded invalid(String stack, int interval, Map<String, Object> more, int runs, int invalid) {
        var parameters = new HashMap<String, Object>(
                Map.of("mix", "random", "threads", 1_000_000, "operations", 1_000_000, "block", 256));
        parameters.put("capacity", 1_000_000);
        parameters.put("interval", interval);
        parameters.putAll(more);
        return add(
                "stack-invalid.jsonl",
                "c0ffee",
                "stack-invalid",
                GPU,
                stack,
                parameters,
                new Statistics(runs, 1e6, 1e6, 1e6),
                1_000_000,
                null,
                true,
                Map.of("runs", runs, "invalid", invalid, "meanNanoseconds", 1e6));
    }

    /** Adds the same by the simulator, in blocks of 64. */
    Recorded simulated(String stack, int operations, int runs, int invalid) {
        return add(
                "stack-invalid-sim.jsonl",
                "c0ffee",
                "stack-invalid",
                SIMULATOR,
                stack,
                Map.of("interval", 0, "block", 64, "threads", operations, "operations", operations),
                new Statistics(runs, 1e6, 1e6, 1e6),
                operations,
                null,
                true,
                Map.of("runs", runs, "invalid", invalid));
    }

    /** Adds deques on the GPU or on 16 threads: what each worker acquired is what the first ones of them did. */
    Recorded deque(
            boolean gpu,
            String file,
            String commit,
            String deque,
            String setup,
            int chunk,
            double nanos,
            double... acquired) {
        int workers = gpu ? 512 : 16;
        int elements = gpu ? 8000 : 320_000;
        var shares = new ArrayList<Double>();
        for (int i = 0; i < workers; i++) {
            shares.add(acquired[i % acquired.length]);
        }
        return add(
                file,
                commit,
                "deque",
                gpu ? GPU : cpu(16),
                deque,
                Map.of("setup", setup, "workers", workers, "chunk", chunk, "elements", elements, "packed", false),
                new Statistics(5, nanos, nanos, nanos),
                (long) workers * elements,
                null,
                true,
                Map.of(
                        "acquired",
                        shares,
                        "stolen",
                        1000,
                        "attempts",
                        5000,
                        "leastAcquired",
                        0.9,
                        "mostAcquired",
                        1.1,
                        "acquiredDeviation",
                        0.01));
    }

    /** Adds swaps on one word. */
    Recorded swaps(int threads, double nanos) {
        return onOneWord("CAS loop", threads, nanos, 20L * threads);
    }

    /** Adds swaps on one word that do not succeed. */
    Recorded swapsInVain(int threads, double perSecond) {
        return onOneWord("swap in vain", threads, threads / perSecond * 1e9, threads);
    }

    private Recorded onOneWord(String access, int threads, double nanos, long operations) {
        return add(
                "faa.jsonl",
                "c0ffee",
                "faa",
                GPU,
                access,
                Map.of("threads", threads),
                new Statistics(3, nanos, nanos, nanos),
                operations,
                null,
                true,
                Map.of());
    }

    /** Adds fetch-adds on one word, by how many times as long as a read one takes. */
    Recorded adds(boolean gpu, int threads, double overhead) {
        return add(
                gpu ? "faa.jsonl" : "faa-cpu.jsonl",
                "c0ffee",
                "faa",
                gpu ? GPU : cpu(16),
                "fetch-add",
                Map.of("threads", threads),
                new Statistics(3, 100, 100, 100),
                null,
                true,
                Map.of("overhead", overhead));
    }

    /** Adds a recursion, or one for each processor, of kernels. */
    Recorded spawn(boolean gpu, String engine, String scenario, int k, int n, double nanos) {
        return add(
                gpu ? "spawn.jsonl" : "spawn-cpu.jsonl",
                "c0ffee",
                "spawn",
                gpu ? GPU : cpu(16),
                engine,
                Map.of("scenario", scenario, "k", k, "n", n),
                new Statistics(6, nanos, nanos, nanos),
                null,
                true);
    }

    private static DeviceProperties cpu(int processors) {
        return new DeviceProperties(
                "jvm", "JVM threads on " + processors + " processors", 1, 1, 1024, 1L << 34, "OpenJDK");
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
        Map<String, Object> parameters = Map.of("form", "thread", "threads", threads);
        return add(file, commit, "pairs", device, queue, parameters, times, skipped, passed);
    }

    private Recorded add(
            String file,
            String commit,
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            Statistics times,
            @Nullable String skipped,
            boolean passed) {
        return add(file, commit, experiment, device, structure, parameters, times, skipped, passed, Map.of("empty", 7));
    }

    private Recorded add(
            String file,
            String commit,
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            Statistics times,
            @Nullable String skipped,
            boolean passed,
            Map<String, Object> observed) {
        long operations = 20L * ((Number) parameters.getOrDefault("threads", 1)).longValue();
        return add(
                file, commit, experiment, device, structure, parameters, times, operations, skipped, passed, observed);
    }

    private Recorded add(
            String file,
            String commit,
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            Statistics times,
            long operations,
            @Nullable String skipped,
            boolean passed,
            Map<String, Object> observed) {
        files.computeIfAbsent(file, _ -> new ArrayList<>())
                .add(new Measurement(
                        experiment,
                        device,
                        structure,
                        parameters,
                        times,
                        operations,
                        times.repetitions() == 0 ? 0 : times.perSecond(operations),
                        List.of(new CheckResult("conservation", passed, "")),
                        observed,
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
        files.clear();
        if (!properties.isEmpty()) {
            Files.writeString(folder.resolve("properties.jsonl"), String.join("", properties));
        }
        return Archive.read(List.of(folder), damage -> {
            throw damage;
        });
    }

    Records records() throws IOException {
        return new Records(archive());
    }
}
