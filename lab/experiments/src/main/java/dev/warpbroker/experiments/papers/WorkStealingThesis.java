package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;
import static dev.warpbroker.experiments.papers.Figures.range;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.papers.Paper.Illustration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Dynamic Load Balancing on Massively Parallel Computer Architectures, 2013. */
final class WorkStealingThesis {
    private static final List<String> SETUPS = List.of("i", "ii", "iii");
    private static final List<Integer> GPU_WORKERS = List.of(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);
    private static final List<Integer> CPU_WORKERS = List.of(1, 2, 4, 8, 16);
    private static final List<Integer> KERNELS = List.of(100, 1000, 10_000, 100_000);
    private static final List<Integer> PROCESSORS = List.of(1, 2, 4, 8, 16, 32, 64);
    private static final List<Integer> TILES = List.of(1, 2, 4, 8, 16, 32, 64);
    private static final List<String> SCHEMES = List.of("static", "central", "stealing", "hardware");
    private static final List<Integer> EXTENTS = List.of(40, 80, 180, 320);
    private static final List<Double> PROBABILITIES = List.of(0.25, 0.5, 1.0);
    private static final String NO_XEON_PHI =
            "there is no Xeon Phi to be had: Intel gave it up in 2020. 16 threads of a Xeon take its place where a CPU"
                    + " can.";
    private static final String DEQUE = "bench deque --device cuda --reps 5 --out deque.jsonl";
    private static final String DEQUE_CPU =
            "bench deque --device jvm --threads 1,2,4,8,16 --reps 50 --warmup 20 --limit 20 --out deque-cpu.jsonl";
    private static final String SPAWN = "bench spawn --device cuda --reps 6 --out spawn.jsonl";
    private static final String SPAWN_CPU =
            "bench spawn --device jvm --threads 1,2,4,8,16 --reps 6 --warmup 3 --out spawn-cpu.jsonl";
    private static final String RAYS =
            "bench raytrace --device cuda --accelerator octree,bvh --reps 3 --warmup 1 --out raytrace.jsonl";
    private static final String RAYS_CPU =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 1 --threads 16"
                    + " --tiles 4,16,64 --reps 3 --warmup 1 --limit 60 --out raytrace-cpu.jsonl";
    private static final String SEARCH =
            "bench bfs --device jvm --variants stealing --source random --threads 1,2,4,8,16 --no-queues --graphs"
                + " lattice:40,lattice:80,lattice:180,lattice:320,lattice:40:p=0.25,lattice:40:p=0.5,"
                + "lattice:80:p=0.25,lattice:80:p=0.5,lattice:180:p=0.25,lattice:180:p=0.5,lattice:320:p=0.25,lattice:320:p=0.5"
                + " --reps 6 --warmup 2 --limit 60 --out bfs-cpu.jsonl";

    static final Paper PAPER = new Paper(
            "Thesis on work stealing",
            "F. Wende: Dynamic Load Balancing on Massively Parallel Computer Architectures, Freie Universität Berlin,"
                    + " 2013",
            "an NVIDIA Tesla M2090 (16 multiprocessors), an Intel Xeon E5-2670 (8 cores, 16 threads) and an Intel Xeon"
                    + " Phi",
            List.of(
                    deques("figure 3.4", "ABP", "non-blocking"),
                    deques("figure 3.5", "locked", "blocking"),
                    dequeTable(),
                    recursion(),
                    imbalance(),
                    pool(),
                    cameras(),
                    workMaps(),
                    rays("figure 4.6", 1),
                    raysOnCpu(),
                    rays("figure 4.8", 2),
                    rays("figure 4.9", 3),
                    searches(),
                    searchesOnXeonPhi(),
                    searchesOnCpu(),
                    searchTimes()),
            List.of(
                    new Illustration("figure 2.1", "a multithreaded computation as a graph"),
                    new Illustration("figure 3.1", "a Fermi GPU"),
                    new Illustration("figure 3.2", "a Xeon Phi"),
                    new Illustration("table 3.1", "the three machines"),
                    new Illustration("figure 3.3", "a deque"),
                    new Illustration("figure 3.6", "spawn and sync"),
                    new Illustration("figure 3.7", "the synthetic application"),
                    new Illustration("figure 4.1", "a ray"),
                    new Illustration("figure 4.2", "a tree as a list"),
                    new Illustration("figure 4.3", "filling of thread groups"),
                    new Illustration("figure 4.5", "tiles"),
                    new Illustration("figure 4.10", "breadth-first search"),
                    new Illustration("figure 4.11", "the random graph")));

    private WorkStealingThesis() {}

    private static Rows deque(Rows rows, String setup, Object workers) {
        return rows.with("setup", setup).with("workers", workers).with("chunk", 1);
    }

    private static Exhibit deques(String number, String kind, String words) {
        return Exhibit.of(number)
                .shows("Throughput of deques, " + words
                        + ", by workers with a deque each: i) pop, ii) pop and steal, iii)"
                        + " push, pop and steal; and how many elements each worker acquired.")
                .run(DEQUE)
                .run(DEQUE_CPU)
                .remark("8,000 elements in each deque on the GPU, where the thesis has 32,000; as many on the CPU.")
                .claim(scaling(kind, "GPU", 512))
                .claim(scaling(kind, "CPU", 16))
                .claim(Claim.that("i) is the fastest, then ii), then iii), on the GPU.", records -> {
                    double[] rates = SETUPS.stream()
                            .mapToDouble(setup ->
                                    deque(records.gpu("deque"), setup, 512).rate(kind))
                            .toArray();
                    return Found.of(
                            Quantity.rate(rates[0]) + ", " + Quantity.rate(rates[1]) + ", " + Quantity.rate(rates[2])
                                    + " with 512 workers",
                            rates[0] > 0.95 * rates[1] && rates[1] > rates[2]);
                }))
                .claim(Claim.that(
                                kind.equals("ABP")
                                        ? "About 10 % of attempts to steal succeed on the GPU."
                                        : "About 15 % of attempts to steal succeed on the CPU, as without locks.",
                                records -> {
                                    boolean gpu = kind.equals("ABP");
                                    var rows = gpu
                                            ? deque(records.gpu("deque"), "iii", 512)
                                            : deque(records.cpu("deque"), "iii", 16);
                                    double share = rows.observed(kind, "stolen") / rows.observed(kind, "attempts");
                                    return Found.beside(Figures.percent(share), share > 0.05, share, gpu ? 0.1 : 0.15);
                                })
                        .otherwise(records -> {
                            var rows = deque(records.cpu("deque"), "iii", 16);
                            return "a thief that finds the lock taken goes on to the next deque at once and tries"
                                    + " again: "
                                    + Quantity.plain(rows.observed("locked", "attempts")) + " attempts for "
                                    + Quantity.plain(rows.observed("locked", "stolen"))
                                    + " elements, against "
                                    + Quantity.plain(rows.observed("ABP", "attempts")) + " for "
                                    + Quantity.plain(rows.observed("ABP", "stolen"))
                                    + " without locks. How long a thief waits between two attempts decides that share,"
                                    + " and the thesis does not say.";
                        }))
                .claim(Claim.that("Workers acquire between 0.9 and 1.1 times the mean, on the GPU.", records -> {
                    var rows = deque(records.gpu("deque"), "iii", 512);
                    double least = rows.observed(kind, "leastAcquired");
                    double most = rows.observed(kind, "mostAcquired");
                    return Found.of(
                            Quantity.significant(least) + " to " + Quantity.significant(most),
                            least > 0.8 && most < 1.25);
                }))
                .claim(Claim.impossible("The same on the Xeon Phi.", NO_XEON_PHI))
                .grid(dequeGrid("GPU", kind, GPU_WORKERS))
                .grid(dequeGrid("CPU", kind, CPU_WORKERS));
    }

    private static Rows machine(Records records, String machine, String experiment) {
        return machine.equals("GPU") ? records.gpu(experiment) : records.cpu(experiment);
    }

    private static Grid dequeGrid(String machine, String kind, List<Integer> workers) {
        return Grid.of(
                machine + ": elements per second, by workers",
                "setup",
                SETUPS,
                workers,
                (records, setup, number) -> Cell.of(Quantity.rate(
                        deque(machine(records, machine, "deque"), setup, number).rate(kind))));
    }

    private static Claim scaling(String kind, String machine, int processors) {
        return Claim.that("Throughput grows almost linearly up to the processors of the " + machine + ".", records -> {
                    var rows = machine(records, machine, "deque");
                    double one = deque(rows, "i", 1).rate(kind);
                    double all = deque(rows, "i", processors).rate(kind);
                    return Found.of(
                            Quantity.significant(all / one) + " times as much with " + processors + " workers",
                            all > 0.6 * processors * one);
                })
                .otherwise(records -> {
                    var rows = machine(records, machine, "deque");
                    double search = records.cpu("bfs")
                                    .with("graph", "lattice:180")
                                    .with("threads", 1)
                                    .time("stealing")
                            / records.cpu("bfs")
                                    .with("graph", "lattice:180")
                                    .with("threads", 16)
                                    .time("stealing");
                    return "a run of this benchmark is over after "
                            + Quantity.time(deque(rows, "i", 1).time(kind)) + " with one worker and after "
                            + Quantity.time(deque(rows, "i", processors).time(kind))
                            + " with all: to start and to stop as many threads of a JVM takes a good part of that."
                            + " Where threads have more to do the deques do not hold them back: a search on them is "
                            + Quantity.significant(search)
                            + " times as fast with 16 threads as with one (table 4.2).";
                });
    }

    private static Exhibit dequeTable() {
        Map<String, List<String>> gpu =
                Map.of("i", List.of("0.95", "0.17"), "ii", List.of("0.82", "0.13"), "iii", List.of("0.31", "0.09"));
        Map<String, List<String>> cpu =
                Map.of("i", List.of("2.06", "4.42"), "ii", List.of("1.89", "4.23"), "iii", List.of("1.94", "4.06"));
        return Exhibit.of("table 3.2")
                .shows("Throughput for each deque, million elements a second; latency is its inverse.")
                .run(DEQUE)
                .run(DEQUE_CPU)
                .remark("On the GPU 512 workers; the thesis has 256 for the blocking one. On the CPU 16.")
                .claim(Claim.that("On the GPU the non-blocking deque is to be used.", records -> {
                    double[] ratios = dequeRatios(records, "GPU");
                    return Found.of(
                            setups(ratios) + " times the throughput",
                            DoubleStream.of(ratios).allMatch(ratio -> ratio > 1));
                }))
                .claim(Claim.that("It has 5.6, 6.3 and 3.4 times the throughput there.", records -> {
                            double[] ratios = dequeRatios(records, "GPU");
                            return Found.beside(setups(ratios), least(ratios) > 1, ratios[0], 5.6);
                        })
                        .otherwise(records -> {
                            double read =
                                    1e9 / records.gpu("faa").with("threads", 1).rate("uncontended read");
                            double locked = perDeque(records, "GPU", "i", "locked");
                            double free = perDeque(records, "GPU", "i", "ABP");
                            return "a lock that nobody else wants costs two more atomics. In setup i a pop takes "
                                    + Quantity.time(1e9 / locked) + " with the lock and " + Quantity.time(1e9 / free)
                                    + " without, "
                                    + Quantity.significant((1e9 / locked - 1e9 / free) / read)
                                    + " reads of memory more (a read: " + Quantity.time(read)
                                    + ", bench faa). An atomic of an H200 takes "
                                    + Quantity.significant(records.gpu("faa")
                                            .with("threads", 1)
                                            .observed("fetch-add", "overhead"))
                                    + " times as long as a read; the thesis's lock cost 4.83 µs, by its table.";
                        }))
                .claim(Claim.that(
                                "On the CPU the blocking deque is the better one, about 2.1 times the throughput.",
                                records -> {
                                    double[] ratios = dequeRatios(records, "CPU");
                                    return Found.of(
                                            "non-blocking " + setups(ratios) + " times the throughput of blocking",
                                            DoubleStream.of(ratios).allMatch(ratio -> ratio < 1));
                                })
                        .otherwise(records -> {
                            double add = records.cpu("faa").with("threads", 1).time("fetch-add")
                                    / records.cpu("faa")
                                            .with("threads", 1)
                                            .newest("fetch-add")
                                            .operations();
                            return "a lock is taken and given back with two atomics, the non-blocking pop has one"
                                    + " fence: with 16 threads a pop takes "
                                    + Quantity.time(1e9 / perDeque(records, "CPU", "i", "locked")) + " and "
                                    + Quantity.time(1e9 / perDeque(records, "CPU", "i", "ABP"))
                                    + ". An atomic takes " + Quantity.time(add)
                                    + " on this CPU (bench faa). The thesis's non-blocking pop takes 490 ns, four"
                                    + " times as long as ours; what it waits for it does not say.";
                        }))
                .claim(Claim.that(
                                "stealChunk makes the blocking deque about 1.4 times as fast on the CPU.",
                                records -> chunk(records, "CPU", 16, 1.15, 10))
                        .otherwise(records -> "few elements are stolen at all: "
                                + Quantity.significant(100
                                        * deque(records.cpu("deque"), "iii", 16).observed("locked", "stolen")
                                        / deque(records.cpu("deque"), "iii", 16)
                                                .newest("locked")
                                                .operations())
                                + " % with 16 threads, so that it hardly matters how many a thief takes at once."))
                .claim(Claim.that(
                        "On the GPU stealChunk is only a small gain.", records -> chunk(records, "GPU", 512, 0.8, 1.4)))
                .claim(Claim.impossible("The Xeon Phi's column.", NO_XEON_PHI))
                .grid(throughput("GPU", gpu))
                .grid(throughput("CPU", cpu));
    }

    private static Grid throughput(String machine, Map<String, List<String>> thesis) {
        return Grid.of(
                        machine + ": million elements a second for each deque (the thesis's)",
                        "setup",
                        SETUPS,
                        List.of("non-blocking", "blocking"),
                        (records, setup, column) -> Cell.of(Quantity.significant(
                                perDeque(records, machine, setup, column.equals("blocking") ? "locked" : "ABP") / 1e6)))
                .beside((setup, column) ->
                        thesis.getOrDefault(setup, List.of("", "")).get(column));
    }

    private static double perDeque(Records records, String machine, String setup, String kind) {
        int workers = machine.equals("GPU") ? 512 : 16;
        return deque(machine(records, machine, "deque"), setup, workers).rate(kind) / workers;
    }

    private static double[] dequeRatios(Records records, String machine) {
        return SETUPS.stream()
                .mapToDouble(
                        setup -> perDeque(records, machine, setup, "ABP") / perDeque(records, machine, setup, "locked"))
                .toArray();
    }

    private static String setups(double... ratios) {
        return DoubleStream.of(ratios).mapToObj(Quantity::significant).collect(Collectors.joining(", "));
    }

    private static Found chunk(Records records, String machine, int workers, double least, double most) {
        var rows = machine(records, machine, "deque").with("setup", "ii").with("workers", workers);
        double ratio =
                rows.with("chunk", 1).time("locked") / rows.with("chunk", 32).time("locked");
        return Found.of(Quantity.significant(ratio) + " times (setup ii)", ratio > least && ratio < most);
    }

    private static Rows spawn(Rows rows, String scenario, int k, Object n) {
        return rows.with("scenario", scenario).with("k", k).with("n", n);
    }

    /** How long one thread's kernel takes without spawn and sync. */
    private static double kernel(Rows rows, int k) {
        return spawn(rows, "SC 2", k, 1).time("no stealing");
    }

    private static double recursion(Rows rows, String engine, int k, int n) {
        return spawn(rows, "SC 1", k, n).time(engine) / (kernel(rows, k) * Math.ceil(32.0 / n));
    }

    private static Exhibit recursion() {
        return Exhibit.of("figure 3.8")
                .shows("SC 1: a recursion of 32 threads, each with a kernel of k additions, by n processors.")
                .run(SPAWN)
                .remark("A processor is a warp. WS is the thesis's spawn and sync, fork-join this library's. The unit"
                        + " is the kernel alone, run without spawn and sync.")
                .claim(Claim.that(
                        "With large kernels the time is that of theory, 32 / n kernels rounded up.", records -> {
                            double[] ratios = PROCESSORS.stream()
                                    .filter(n -> n <= 32)
                                    .mapToDouble(n -> recursion(records.gpu("spawn"), "WS", 100_000, n))
                                    .toArray();
                            return Found.of(
                                    range(ratios) + " times theory, k = 100,000",
                                    DoubleStream.of(ratios).allMatch(ratio -> ratio > 0.75 && ratio < 1.25));
                        }))
                .claim(Claim.that("With small kernels spawn and sync outweigh what is gained.", records -> {
                    double ratio = recursion(records.gpu("spawn"), "WS", 100, 32);
                    return Found.of(Quantity.significant(ratio) + " times theory, k = 100, n = 32", ratio > 2);
                }))
                .claim(Claim.impossible("The same on the Xeon Phi.", NO_XEON_PHI))
                .grid(recursionGrid("GPU, WS", "WS", PROCESSORS, "GPU"))
                .grid(recursionGrid("GPU, fork-join", "fork-join", PROCESSORS, "GPU"));
    }

    private static Grid recursionGrid(String name, String engine, List<Integer> processors, String machine) {
        return Grid.of(
                name + ", SC 1: time over theory, by n",
                "k",
                KERNELS.stream().map(String::valueOf).toList(),
                processors,
                (records, k, n) -> Cell.of(Quantity.significant(recursion(
                        machine(records, machine, "spawn"), engine, Integer.parseInt(k), ((Number) n).intValue()))));
    }

    private static Grid speedUpGrid(String name, String engine, List<Integer> processors, String machine) {
        return Grid.of(
                name + ", SC 2: speed-up over no stealing, by n",
                "k",
                KERNELS.stream().map(String::valueOf).toList(),
                processors,
                (records, k, n) -> Cell.of(Quantity.significant(
                        speedUp(machine(records, machine, "spawn"), engine, Integer.parseInt(k), n))));
    }

    private static double speedUp(Rows rows, String engine, int k, Object n) {
        var at = spawn(rows, "SC 2", k, n);
        return at.time("no stealing") / at.time(engine);
    }

    private static Exhibit imbalance() {
        return Exhibit.of("figure 3.9")
                .shows("SC 2: processor i begins a recursion of depth i; speed-up by stealing.")
                .run(SPAWN)
                .claim(Claim.that("With large kernels the speed-up is that of theory, n over (n + 1) / 2.", records -> {
                    double ours = speedUp(records.gpu("spawn"), "WS", 100_000, 64);
                    double theory = 64 / Math.ceil(65 / 2.0);
                    return Found.of(
                            Quantity.significant(ours) + " with n = 64, in theory " + Quantity.significant(theory),
                            ours > 0.8 * theory && ours < 1.25 * theory);
                }))
                .claim(Claim.that("With small kernels there is none.", records -> {
                    double ours = speedUp(records.gpu("spawn"), "WS", 100, 64);
                    return Found.of(Quantity.significant(ours) + " with k = 100, n = 64", ours < 1.2);
                }))
                .claim(Claim.impossible("The same on the Xeon Phi.", NO_XEON_PHI))
                .grid(speedUpGrid("GPU, WS", "WS", PROCESSORS, "GPU"))
                .grid(speedUpGrid("GPU, fork-join", "fork-join", PROCESSORS, "GPU"));
    }

    private static Exhibit pool() {
        return Exhibit.of("figure 3.10")
                .shows("SC 1 and SC 2 with Cilk on the Xeon Phi.")
                .run(SPAWN_CPU)
                .remark("Cilk Plus is no longer part of compilers, and there is no Xeon Phi: ForkJoinPool, which does"
                        + " for Java what Cilk does for C, takes its place, on 16 threads of a Xeon.")
                .claim(Claim.that(
                                "With k below 100,000 there is almost no speed-up over one processor (SC 1).",
                                records -> {
                                    double ours = spawn(records.cpu("spawn"), "SC 1", 10_000, 1)
                                                    .time("java-pool")
                                            / spawn(records.cpu("spawn"), "SC 1", 10_000, 16)
                                                    .time("java-pool");
                                    return Found.of(
                                            Quantity.significant(ours) + " times as fast with 16 threads, k = 10,000",
                                            ours < 2);
                                })
                        .otherwise(records -> "ForkJoinPool does not show it: with k = 100 "
                                + Quantity.significant(spawn(records.cpu("spawn"), "SC 1", 100, 1)
                                                .time("java-pool")
                                        / spawn(records.cpu("spawn"), "SC 1", 100, 16)
                                                .time("java-pool"))
                                + " times as fast with 16 threads, with k = 100,000 "
                                + Quantity.significant(spawn(records.cpu("spawn"), "SC 1", 100_000, 1)
                                                .time("java-pool")
                                        / spawn(records.cpu("spawn"), "SC 1", 100_000, 16)
                                                .time("java-pool"))
                                + ". The thesis itself doubts that it used Cilk as one should."))
                .claim(Claim.that("With k = 100,000 it behaves as expected.", records -> {
                    double ours = recursion(records.cpu("spawn"), "java-pool", 100_000, 16);
                    return Found.of(Quantity.significant(ours) + " times theory, n = 16", ours < 2);
                }))
                .grid(recursionGrid("CPU, ForkJoinPool", "java-pool", CPU_WORKERS, "CPU"))
                .grid(speedUpGrid("CPU, ForkJoinPool", "java-pool", CPU_WORKERS, "CPU"))
                .grid(recursionGrid("CPU, WS", "WS", CPU_WORKERS, "CPU"));
    }

    private static Rows octree(Rows rows, int camera) {
        return picture(rows, camera).preferring("accelerator", "octree");
    }

    private static Rows picture(Rows rows, int camera) {
        return rows.with("camera", camera)
                .with("sweep", "tiles")
                .with("width", 1024)
                .with("height", 1024)
                .with("depth", 8);
    }

    private static Exhibit cameras() {
        return Exhibit.of("table 4.1")
                .shows("Scene, lights, and three cameras.")
                .run("run render --device cuda --camera 1 --out treasure-1.png")
                .run(RAYS)
                .claim(Claim.impossible(
                        "The scene KingsTreasure, 278,230 triangles.",
                        "The thesis's scene is not public. Ours has a chest, coins and gems too, and the thesis's"
                                + " lights, cameras, angle, depth and size."))
                .grid(Grid.of(
                                "Ours (the thesis's)",
                                "",
                                List.of("triangles"),
                                List.of("scene"),
                                (records, _, _) -> Cell.of(Quantity.plain(Field.parameter("triangles")
                                        .number(octree(records.gpu("raytrace"), 1)
                                                .newest("static")))))
                        .beside((_, _) -> "278,230"));
    }

    private static double raysPerPixel(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).newest("static").operations() / (1024.0 * 1024);
    }

    private static double mostRays(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).observed("static", "mostRaysOfAPixel");
    }

    private static Exhibit workMaps() {
        return Exhibit.of("figure 4.4", "figure B.1")
                .shows("How much work each pixel is.")
                .run("run render --device cuda --camera 1 --work-map work-1.png --out treasure-1.png")
                .run("run render --device cuda --camera 2 --work-map work-2.png --out treasure-2.png")
                .run("run render --device cuda --camera 3 --work-map work-3.png --out treasure-3.png")
                .run(RAYS)
                .remark("Pictures; these are what the recorded runs counted.")
                .claim(Claim.that(
                        "With camera 1 parts of the picture are almost free, others very costly.", records -> {
                            double mean = raysPerPixel(records, 1);
                            double most = mostRays(records, 1);
                            return Found.of(
                                    Quantity.significant(mean) + " rays for a pixel, " + Quantity.plain(most)
                                            + " at most",
                                    most > 3 * mean);
                        }))
                .claim(Claim.that("With camera 3 there is the least work.", records -> {
                    double first = raysPerPixel(records, 1);
                    double second = raysPerPixel(records, 2);
                    double third = raysPerPixel(records, 3);
                    return Found.of(
                            Quantity.significant(third) + " rays for a pixel, against " + Quantity.significant(first)
                                    + " and " + Quantity.significant(second),
                            third < first && third < second);
                }));
    }

    private static double best(Rows rows, String scheme) {
        return TILES.stream()
                .mapToDouble(tile -> rows.with("tile", tile).time(scheme))
                .min()
                .orElseThrow();
    }

    private static Exhibit rays(String number, int camera) {
        var exhibit = Exhibit.of(number)
                .shows("Time for a pixel by schemes and tiles, camera " + camera + ", 1024 x 1024, depth 8.")
                .run(RAYS)
                .remark("All schemes on the thesis's octree; tiles are squares, of 1 pixel upwards.")
                .claim(Claim.that("The smaller the tiles the shorter the time (static shares).", records -> {
                    var rows = octree(records.gpu("raytrace"), camera);
                    double small = rows.with("tile", 4).time("static");
                    double large = rows.with("tile", 64).time("static");
                    return Found.of(
                            Quantity.time(small) + " with 4 x 4, " + Quantity.time(large) + " with 64 x 64",
                            small < large);
                }));
        if (camera != 3) {
            exhibit = exhibit.claim(Claim.that(
                            "Work stealing is ahead of all other schemes, each with its best tiles.", records -> {
                                var rows = octree(records.gpu("raytrace"), camera);
                                return Found.of(
                                        SCHEMES.stream()
                                                .map(scheme -> scheme + " " + Quantity.time(best(rows, scheme)))
                                                .collect(Collectors.joining(", ")),
                                        SCHEMES.stream()
                                                .allMatch(
                                                        scheme -> best(rows, "stealing") <= 1.02 * best(rows, scheme)));
                            })
                    .otherwise(records -> {
                        var rows = octree(records.gpu("raytrace"), camera);
                        return "the hardware begins a new block as soon as one has ended, and an H200 holds up to 32"
                                + " blocks on each of 132 multiprocessors where the M2090 held 8 on each of 16: a"
                                + " block that takes long leaves little idle. With tiles of 4 x 4 it takes "
                                + Quantity.time(rows.with("tile", 4).time("hardware")) + ", with 64 x 64 "
                                + Quantity.time(rows.with("tile", 64).time("hardware"))
                                + ": tiles do not matter to it. Stealing takes "
                                + Quantity.time(best(rows, "stealing")) + ", "
                                + Quantity.significant(best(rows, "static") / best(rows, "stealing"))
                                + " times as fast as static shares.";
                    }));
        } else {
            exhibit = exhibit.claim(Claim.impossible(
                            "That threads of a group wait for each other costs a factor of 2 to 3: the GPU is 3 times"
                                    + " as fast as the Xeon Phi here, but 1.2 times with cameras 1 and 2.",
                            NO_XEON_PHI))
                    .claim(Claim.that("With little work for a pixel stealing is on par with small tiles.", records -> {
                        var rows = octree(records.gpu("raytrace"), camera);
                        double ratio = best(rows, "stealing")
                                / Stream.of("static", "central")
                                        .mapToDouble(scheme -> best(rows, scheme))
                                        .min()
                                        .orElseThrow();
                        return Found.of(
                                Quantity.significant(ratio) + " times the time of the better of static and"
                                        + " central",
                                ratio < 1.2);
                    }));
        }
        return exhibit.claim(Claim.that(
                                "With large tiles stealing is ahead of static shares and the central pool.",
                                records -> {
                                    var rows = octree(records.gpu("raytrace"), camera)
                                            .with("tile", 32);
                                    double stealing = rows.time("stealing");
                                    return Found.of(
                                            Stream.of("static", "central", "stealing")
                                                            .map(scheme ->
                                                                    scheme + " " + Quantity.time(rows.time(scheme)))
                                                            .collect(Collectors.joining(", "))
                                                    + " with 32 x 32",
                                            Stream.of("static", "central")
                                                    .allMatch(scheme -> stealing < 0.95 * rows.time(scheme)));
                                })
                        .otherwise(records -> {
                            var rows = octree(records.gpu("raytrace"), camera);
                            return "a tile of 32 x 32 is one task, and there are but 1,024 of them for the warps of"
                                + " 132 multiprocessors: nothing is left to steal once each has one, and the slowest"
                                + " tile decides. With 8 x 8 it takes "
                                    + Quantity.time(rows.with("tile", 8).time("stealing")) + ", with 32 x 32 "
                                    + Quantity.time(rows.with("tile", 32).time("stealing"))
                                    + ", as long as static shares. The thesis's 256 workers had four such tiles each.";
                        }))
                .claim(Claim.impossible("The same on the Xeon Phi.", NO_XEON_PHI))
                .grid(pixelGrid("GPU, octree", camera, "octree"))
                .grid(pixelGrid("GPU, our hierarchy of boxes", camera, "bvh"));
    }

    private static Grid pixelGrid(String caption, int camera, String accelerator) {
        return Grid.of(
                caption + ": 10^-9 s for a pixel, by pixels along a side of a tile",
                "scheme",
                SCHEMES,
                TILES,
                (records, scheme, tile) -> {
                    var rows = picture(records.gpu("raytrace"), camera);
                    var of = accelerator.equals("octree")
                            ? rows.preferring("accelerator", accelerator)
                            : rows.with("accelerator", accelerator);
                    return Cell.of(Quantity.significant(of.with("tile", tile).time(scheme) / (1024.0 * 1024)));
                });
    }

    private static Exhibit raysOnCpu() {
        var tiles = List.of(4, 16, 64);
        return Exhibit.of("figure 4.7")
                .shows("Time for a pixel by schemes and tiles, camera 1, 16 threads of the CPU.")
                .run(RAYS_CPU)
                .claim(Claim.that("All schemes are nearly alike.", records -> {
                    var rows = onCpu(records).with("tile", 4);
                    double[] times = Stream.of("static", "central", "stealing")
                            .mapToDouble(rows::time)
                            .toArray();
                    double spread = most(times) / least(times);
                    return Found.of("slowest over fastest: " + Quantity.significant(spread), spread < 1.25);
                }))
                .claim(Claim.that("Stealing is level with the central pool.", records -> {
                    double ratio = onCpu(records).with("tile", 16).ratio("stealing", "central");
                    return Found.of(Quantity.significant(ratio) + " times its time", ratio < 1.15);
                }))
                .claim(Claim.that("The GPU is 6 to 8 times as fast.", records -> {
                            double ratio = onCpu(records).with("tile", 4).time("stealing")
                                    / best(octree(records.gpu("raytrace"), 1), "stealing");
                            return Found.beside(Quantity.significant(ratio) + " times", ratio > 1, ratio, 7);
                        })
                        .otherwise(records -> "a GPU of 2024 beside one of 2011: per multiprocessor and per core the"
                                + " two have moved apart. The H200 traces "
                                + Quantity.rate(octree(records.gpu("raytrace"), 1)
                                        .with("tile", 4)
                                        .rate("stealing"))
                                + " rays, 16 threads of the Xeon "
                                + Quantity.rate(onCpu(records).with("tile", 4).rate("stealing"))
                                + "; the thesis's CPU code also tests triangles with vector"
                                + " instructions, ours does not."))
                .grid(Grid.of(
                        "CPU: 10^-9 s for a pixel, by pixels along a side of a tile",
                        "scheme",
                        List.of("static", "central", "stealing"),
                        tiles,
                        (records, scheme, tile) -> Cell.of(Quantity.significant(
                                onCpu(records).with("tile", tile).time(scheme) / (1024.0 * 1024)))));
    }

    private static Rows onCpu(Records records) {
        return octree(records.cpu("raytrace"), 1);
    }

    private static Rows lattice(Records records, int extent, double probability) {
        return records.cpu("bfs").with("extent", extent).with("probability", probability);
    }

    private static double speedUp(Records records, int extent, double probability, int threads) {
        var rows = lattice(records, extent, probability);
        return rows.with("threads", 1).time("sequential")
                / rows.with("threads", threads).time("stealing");
    }

    private static Grid speedUps(int threads) {
        return Grid.of(
                "CPU: times as fast as the sequential search with " + threads + " threads, by L",
                "p",
                PROBABILITIES.stream().map(Quantity::plain).toList(),
                EXTENTS,
                (records, probability, extent) -> Cell.of(Quantity.significant(
                        speedUp(records, ((Number) extent).intValue(), Double.parseDouble(probability), threads))));
    }

    private static Exhibit searches() {
        return Exhibit.of("figure 4.12")
                .shows("Speed-up of breadth-first search by all processors, by L and p, on Xeon Phi and CPU.")
                .run(SEARCH)
                .remark("lattice:320 needs 12 GB of heap: WARPBROKER_JAVA_OPTIONS=-Xmx14g.")
                .claims(searchClaims())
                .claim(Claim.impossible("The Xeon Phi's part.", NO_XEON_PHI))
                .grid(speedUps(16));
    }

    private static List<Claim> searchClaims() {
        return List.of(
                Claim.that("The larger the graph the better the speed-up, p = 1.", records -> {
                    double small = speedUp(records, 40, 1, 16);
                    double large = speedUp(records, 320, 1, 16);
                    return Found.of(
                            Quantity.significant(small) + " for L = 40, " + Quantity.significant(large)
                                    + " for L = 320",
                            small < large);
                }),
                Claim.that("The smaller p the smaller the speed-up, for small graphs.", records -> {
                    double few = speedUp(records, 40, 0.25, 16);
                    double all = speedUp(records, 40, 1, 16);
                    return Found.of(
                            Quantity.significant(few) + " for p = 0.25, " + Quantity.significant(all) + " for p = 1",
                            few < 1.1 * all);
                }));
    }

    private static Exhibit searchesOnXeonPhi() {
        return Exhibit.of("figure 4.13")
                .shows("Speed-up of breadth-first search by processors, on the Xeon Phi.")
                .claim(Claim.impossible("Almost linear up to 240 processors for large graphs.", NO_XEON_PHI));
    }

    private static Exhibit searchesOnCpu() {
        var exhibit = Exhibit.of("figure 4.14")
                .shows("Speed-up of breadth-first search by processors, on the CPU.")
                .run(SEARCH)
                .claim(Claim.that("Almost linear for large graphs with p = 1.", records -> {
                    double eight = speedUp(records, 320, 1, 8);
                    double all = speedUp(records, 320, 1, 16);
                    return Found.of(
                            Quantity.significant(eight) + " with 8 threads, " + Quantity.significant(all) + " with 16",
                            eight > 6 && all > 9);
                }))
                .claim(Claim.that("Small graphs gain nothing beyond 4 threads (L = 40: 4, 4, 3).", records -> {
                            double four = speedUp(records, 40, 1, 4);
                            double all = speedUp(records, 40, 1, 16);
                            return Found.of(
                                    Quantity.significant(four) + " with 4 threads, " + Quantity.significant(all)
                                            + " with 16",
                                    all < 2 * four);
                        })
                        .otherwise(records ->
                                "a level of this graph has about 3,000 vertices; to wait for each other at its end"
                                        + " costs less here than there: the whole search of 20 levels takes "
                                        + Quantity.time(lattice(records, 40, 1)
                                                .with("threads", 16)
                                                .time("stealing"))
                                        + " with 16 threads, in the thesis 4.8 ms."));
        for (double probability : PROBABILITIES) {
            exhibit = exhibit.grid(Grid.of(
                    "CPU: speed-up by threads, p = " + Quantity.plain(probability),
                    "L",
                    EXTENTS.stream().map(String::valueOf).toList(),
                    CPU_WORKERS,
                    (records, extent, threads) -> Cell.of(Quantity.significant(
                            speedUp(records, Integer.parseInt(extent), probability, ((Number) threads).intValue())))));
        }
        return exhibit;
    }

    private static Exhibit searchTimes() {
        Map<String, List<String>> thesis = Map.of(
                "40", List.of("15 ms", "7.81 ms", "3.8 ms", "4.1 ms", "4.8 ms"),
                "180", List.of("1.18 s", "603 ms", "319 ms", "177 ms", "119 ms"),
                "320", List.of("7.91 s", "3.91 s", "1.93 s", "1.03 s", "800 ms"));
        return Exhibit.of("table 4.2")
                .shows("Execution times and speed-ups of breadth-first search, p = 1, by L and processors.")
                .run(SEARCH)
                .remark("With one processor the search without atomics and deques, here as there.")
                .claims(new ArrayList<>(
                        List.of(cpuSpeedUp(40, 3, 1, 16), cpuSpeedUp(180, 9.9, 7, 40), cpuSpeedUp(320, 9.9, 7, 40))))
                .claim(Claim.impossible("The Xeon Phi's columns.", NO_XEON_PHI))
                .grid(Grid.of(
                                "CPU: time (the thesis's), by threads",
                                "L",
                                List.of("40", "180", "320"),
                                CPU_WORKERS,
                                (records, extent, threads) -> lattice(records, Integer.parseInt(extent), 1)
                                        .with("threads", threads)
                                        .cell(threads.equals(1) ? "sequential" : "stealing"))
                        .beside((extent, column) ->
                                thesis.getOrDefault(extent, List.of()).get(column)));
    }

    private static Claim cpuSpeedUp(int extent, double thesis, double least, double most) {
        return Claim.that(
                "L = " + extent + ": " + Quantity.plain(thesis) + " times as fast with 16 threads.", records -> {
                    double ours = speedUp(records, extent, 1, 16);
                    return Found.of(Quantity.significant(ours) + " times", ours >= least && ours <= most);
                });
    }
}
