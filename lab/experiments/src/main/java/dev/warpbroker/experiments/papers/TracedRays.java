package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures 4.4, 4.6 to 4.9 and B.1 and table 4.1 of the thesis on work stealing: ray tracing. */
final class TracedRays {
    private static final List<Integer> TILES = List.of(1, 2, 4, 8, 16, 32, 64);

    private static final List<Integer> CPU_TILES = List.of(4, 16, 64);

    /** The thesis's, in which stealing is the scheme that follows its section 4.1.3. */
    private static final List<String> SCHEMES = List.of("static", "central", "thesis", "hardware");

    private static final List<String> WITH_OURS =
            List.of("static", "central", "thesis", "hardware", "stealing", "sorted", "scheduler");

    private static final String OURS =
            "What the thesis says of stealing is judged by scheme thesis, its section 4.1.3 and figure 4.3; stealing"
                + " (rays to lights are tasks, too, and workers without pixels get rays of others), sorted (the same"
                + " by kinds of rays) and scheduler (tasks of Policy.stealing()) are ours.";

    private static final String RAYS =
            "bench raytrace --device cuda --accelerator octree,bvh --reps 3 --warmup 1 --out raytrace.jsonl";

    private static final String RAYS_CPU =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 1 --threads 16 --schemes"
                    + " static,central,thesis,stealing,scheduler --tiles 4,16,64 --reps 3 --warmup 1 --limit 60 --out"
                    + " raytrace-cpu.jsonl";

    /** What explains rows of {@link #RAYS}. */
    private static final String RAYS_WHY = "bench raytrace --device cuda --accelerator octree --schemes"
            + " static,thesis,hardware --tiles 8 --balance --yardsticks --reps 3 --warmup 1 --out"
            + " raytrace-why.jsonl";

    private static final String RAYS_CPU_WHY =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 1 --threads 16 --schemes"
                    + " static,central,thesis --tiles 4,16,64 --balance --yardsticks --reps 3 --warmup 1 --limit 60"
                    + " --out raytrace-cpu-why.jsonl";

    private static final String RAYS_CPU_THREADS =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 1 --threads 1,16 --schemes thesis"
                    + " --tiles 8 --reps 1 --warmup 1 --limit 60 --out raytrace-cpu-why.jsonl";

    /** Of table 3.1: processors x SIMD width x clock of the GPU over processors x clock of the CPU. */
    private static final double THESIS_LANES = 16 * 32 * 1.3 / (8 * 2.6);

    /** Of table 3.1, in GB/s. */
    private static final double THESIS_BANDWIDTH = 177 / 51.2;

    private static final double THESIS_RAYS = 7;

    /**
     * The commit of pictures of camera 1 by all schemes on 16 threads, beside processes of the GPU with the least
     * priority, which had what the threads left of the machine.
     */
    private static final String ALL_SCHEMES_ON_CPU = "2a6ea635";

    /** The commit of pictures of all cameras by some schemes on 16 threads of a machine that did nothing else. */
    private static final String ALONE = "5ce6489d";

    private static final List<Integer> ALONE_TILES = List.of(8, 64);

    /** Tiles of at least the 32 pixels of a warp, the largest first: the thesis goes no further down. */
    private static final List<Integer> FROM_LARGE_TO_SMALL = List.of(64, 32, 16, 8);

    /** Up to here two times are level; beyond, one is ahead. */
    private static final double LEVEL = 1.03;

    /** What redistribution may gain where there is almost no potential for it. */
    private static final double LITTLE = 1.2;

    /** As far as two measurements of the same may be apart. */
    private static final double SLACK = 1.15;

    private static final String RAYS_CPU_CAMERAS =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 1,2,3 --threads 16 --schemes"
                    + " static,thesis,stealing --tiles 8,64 --reps 3 --warmup 1 --limit 60 --out"
                    + " raytrace-cpu-cameras.jsonl";

    private static final String RAYS_AGAIN =
            "bench raytrace --device cuda --accelerator octree --cameras 1,2,3 --schemes static,central,thesis,hardware"
                    + " --tiles 8,16,32,64 --reps 9 --warmup 2 --out raytrace-again.jsonl";

    /** The commit at which {@link #RAYS_AGAIN} was recorded. */
    private static final String AGAIN = "5b5bdac3";

    private TracedRays() {}

    static Exhibit cameras() {
        return Exhibit.of("table 4.1")
                .shows("Scene, lights, and three cameras.")
                .run("run render --device cuda --camera 1 --out treasure-1.png")
                .run(RAYS_AGAIN)
                .claim(Claim.impossible(
                        "The scene KingsTreasure, 278,230 triangles.",
                        "The scene, which the thesis has from somebody else, could not be had here. Ours has a chest,"
                                + " coins and gems too, and the thesis's lights, cameras, angle, depth and size."))
                .grid(Grid.of(
                                "Ours (the thesis's)",
                                "",
                                List.of("triangles"),
                                List.of("scene"),
                                (records, _, _) -> Cell.of(Quantity.plain(Field.parameter("triangles")
                                        .number(octree(gpu(records), 1).newest("static")))))
                        .beside((_, _) -> "278,230"));
    }

    static Exhibit workMaps() {
        return Exhibit.of("figure 4.4", "figure B.1")
                .shows("How much work each pixel is.")
                .run("run render --device cuda --camera 1 --work-map work-1.png --out treasure-1.png")
                .run("run render --device cuda --camera 2 --work-map work-2.png --out treasure-2.png")
                .run("run render --device cuda --camera 3 --work-map work-3.png --out treasure-3.png")
                .run(RAYS_AGAIN)
                .remark("Pictures; these are what the recorded runs counted.")
                .claim(Claim.that(
                        "With camera 1 parts of the picture are almost free, others very costly.", records -> {
                            double mean = meanCalls(records, 1);
                            double most = mostCalls(records, 1);
                            return Found.of(
                                    Quantity.significant(mean) + " rays for a pixel, " + Quantity.plain(most)
                                            + " at most, without those to lights",
                                    most > 3 * mean);
                        }))
                .claim(Claim.that(
                                "With camera 3 there is almost no potential for irregularities in the workload: threads"
                                        + " of a group have about as many rays.",
                                records -> Found.of(
                                        "if each lane keeps to its pixel, a warp has "
                                                + rounds(records, 3) + " times the rounds that its rays would fill, "
                                                + rounds(records, 1) + " and " + rounds(records, 2)
                                                + " times with cameras 1 and 2; "
                                                + Quantity.significant(meanCalls(records, 3)) + " rays for a pixel, "
                                                + Quantity.plain(mostCalls(records, 3)) + " at most. Rays are not"
                                                + " alike: "
                                                + Quantity.significant(activeLanes(records, 3))
                                                + " of 32 lanes do something in an instruction, "
                                                + Quantity.significant(activeLanes(records, 1)) + " and "
                                                + Quantity.significant(activeLanes(records, 2))
                                                + " with cameras 1 and 2",
                                        1 / lanesWithRays(records, 3) < LITTLE))
                        .unexplained(_ -> "the scene is another one."))
                .claim(Claim.that(
                                "Nor are there with small tiles between the shares of 256 processors.",
                                records -> Found.of(
                                        "the largest static share has "
                                                + Quantity.significant(share(records, 3, "Shares"))
                                                + " times the mean's rays with 8 x 8",
                                        share(records, 3, "Shares") < LITTLE))
                        .otherwise(
                                records -> share(records, 3, "ScatteredShares") < LITTLE,
                                records -> "a share is every 256th tile, and rows have 128 tiles of 8 x 8, so that"
                                        + " shares are columns of the picture, and with camera 3 of our scene columns"
                                        + " differ. If each row is dealt out beginning with the next share, the largest"
                                        + " has " + Quantity.significant(share(records, 3, "ScatteredShares"))
                                        + " times the mean's rays, "
                                        + Quantity.significant(share(records, 1, "ScatteredShares"))
                                        + " and " + Quantity.significant(share(records, 2, "ScatteredShares"))
                                        + " times with cameras 1 and 2, and "
                                        + Quantity.significant(share(records, 1, "Shares")) + " and "
                                        + Quantity.significant(share(records, 2, "Shares"))
                                        + " times in columns. The thesis's figure 4.5 shows how it deals them out; the"
                                        + " text that we have is without its numbers."));
    }

    static Exhibit rays(String number, int camera) {
        var exhibit = Exhibit.of(number)
                .shows("Time for a pixel by schemes and tiles, camera " + camera + ", 1024 x 1024, depth 8.")
                .run(RAYS)
                .remark("All schemes on the thesis's octree; tiles are squares, of 1 pixel upwards.")
                .remark(OURS)
                .remark("What the profiler counts of two schemes is recorded by results/h200-papers/record.sh profile.")
                .remark("Times that differ by 3 % or less are level. The hardware has a thread for each pixel: for it"
                        + " tiles are an order of pixels, and nothing that is shared out.")
                .claim(Claim.that(
                                "The smaller the tiles the shorter the time, with static shares, the central pool and"
                                        + " stealing, down to the 32 pixels of a warp.",
                                records -> {
                                    var rows = octree(allTiles(records), camera);
                                    return Found.of(
                                            byTiles(rows, "static") + "; " + byTiles(rows, "central") + "; "
                                                    + byTiles(rows, "thesis") + " with 64 x 64 to 8 x 8",
                                            Stream.of("static", "central", "thesis")
                                                    .allMatch(scheme -> isShorterWithSmallTiles(rows, scheme)));
                                })
                        .otherwise(
                                records -> isStealingAlone(octree(allTiles(records), camera)),
                                records -> shortestWithLargeTiles(octree(allTiles(records), camera))));
        exhibit = exhibit.claim(Claim.that(
                        "Work stealing is ahead of all other schemes, each with its best tiles.", records -> {
                            var rows = octree(allTiles(records), camera);
                            return Found.of(
                                    bests(rows) + beside(best(rows, "thesis"), best(rows, "hardware")),
                                    isStealingAhead(rows));
                        })
                .otherwise(
                        records -> profiled(records, camera, "octree").isTold(),
                        records -> behindHardware(records, camera)));
        exhibit = exhibit.run(RAYS_AGAIN);
        if (camera == 3) {
            exhibit = exhibit.run(RAYS_CPU_CAMERAS)
                    .run(RAYS_WHY)
                    .remark("16 threads of a Xeon take the Xeon Phi's place where what threads of a group cost each"
                            + " other is asked: they have no groups either. Their pictures of the three cameras are of"
                            + " one run, with nothing beside it.")
                    .claim(Claim.that(
                                    "That threads of a group wait for each other costs a factor of 2 to 3: so much"
                                            + " more the GPU gains here than with cameras 1 and 2, over a processor"
                                            + " without groups.",
                                    records -> {
                                        double[] ratios = ALONE_TILES.stream()
                                                .mapToDouble(tile -> moreThanOthers(records, tile))
                                                .toArray();
                                        return Found.of(
                                                figures(ratios) + " with 8 x 8 and 64 x 64: over 16 threads of a Xeon "
                                                        + gains(records, 3) + " times, " + gains(records, 1) + " and "
                                                        + gains(records, 2) + " with cameras 1 and 2",
                                                least(ratios) >= 2);
                                    })
                            .otherwise(TracedRays::doLanesAndWorkersTell, TracedRays::lanesAndWorkers))
                    .claim(Claim.that("With little work for a pixel stealing is on par with small tiles.", records -> {
                                var rows = octree(allTiles(records), camera).with("tile", 8);
                                double ratio = rows.time("thesis")
                                        / Stream.of("static", "central", "hardware")
                                                .mapToDouble(rows::time)
                                                .min()
                                                .orElseThrow();
                                return Found.of(
                                        times(rows) + " with 8 x 8, " + Quantity.significant(ratio)
                                                + " times the time of the best of the others",
                                        ratio <= LEVEL);
                            })
                            .otherwise(
                                    records ->
                                            profiled(records, camera, "octree").isTold(),
                                    records -> behindHardware(records, camera)));
        }
        return exhibit.claim(Claim.that("With large tiles stealing is ahead of all other schemes.", records -> {
                            var rows = octree(allTiles(records), camera);
                            return Found.of(
                                    Stream.of(32, 64)
                                            .map(tile -> {
                                                var at = rows.with("tile", tile);
                                                return times(at) + " with " + tile + " x " + tile
                                                        + beside(at.time("thesis"), at.time("hardware"));
                                            })
                                            .collect(Collectors.joining("; ")),
                                    Stream.of(32, 64)
                                            .allMatch(tile -> Stream.of("static", "central", "hardware")
                                                    .allMatch(scheme -> isAhead(rows.with("tile", tile), scheme))));
                        })
                        .otherwise(
                                records -> Stream.of("static", "central")
                                        .allMatch(scheme -> isAhead(
                                                octree(allTiles(records), camera)
                                                        .with("tile", 64),
                                                scheme)),
                                records -> hardwareHasNoTiles(records, camera)))
                .claim(Claim.impossible("The same on the Xeon Phi.", WorkStealingThesis.NO_XEON_PHI))
                .grid(pixelGrid("GPU, octree", camera, "octree"))
                .grid(pixelGrid("GPU, our hierarchy of boxes", camera, "bvh"));
    }

    static Exhibit raysOnCpu() {
        return Exhibit.of("figure 4.7")
                .shows("Time for a pixel by schemes and tiles, camera 1, 16 threads of the CPU.")
                .run(RAYS_CPU)
                .run(RAYS_CPU_WHY)
                .run(RAYS_CPU_THREADS)
                .run(RAYS_WHY)
                .remark("Three of the seven tiles of figure 4.6, and 2 or 3 repetitions; the thesis has 6.")
                .run(RAYS_CPU_CAMERAS)
                .remark("These times, how long threads are busy, and what rays are made of were recorded beside"
                        + " processes of the GPU with the least priority, which had what 16 threads left of the"
                        + " machine. Static shares and stealing with 8 x 8 and 64 x 64 were also recorded with nothing"
                        + " beside.")
                .remark(OURS)
                .claim(Claim.that("All schemes are nearly alike.", records -> {
                            double[] spreads = CPU_TILES.stream()
                                    .mapToDouble(tile -> {
                                        double[] times = Stream.of("static", "central", "thesis")
                                                .mapToDouble(scheme -> onCpu(records)
                                                        .with("tile", tile)
                                                        .time(scheme))
                                                .toArray();
                                        return most(times) / least(times);
                                    })
                                    .toArray();
                            return Found.of(
                                    "slowest over fastest: " + figures(spreads)
                                            + " with 4 x 4, 16 x 16 and 64 x 64; with nothing beside static shares"
                                            + " take "
                                            + figures(ALONE_TILES.stream()
                                                    .mapToDouble(tile -> alone(records, 1, tile)
                                                            .ratio("static", "thesis"))
                                                    .toArray())
                                            + " times as long as stealing with 8 x 8 and 64 x 64",
                                    most(spreads) < 1.25);
                        })
                        .otherwise(TracedRays::areSharesUneven, TracedRays::unevenShares))
                .claim(Claim.that("Stealing is level with the central pool.", records -> {
                    double[] ratios = overStealingOnCpu(records, "central");
                    return Found.of(
                            "the central pool takes " + figures(ratios)
                                    + " times as long with 4 x 4, 16 x 16 and 64 x 64",
                            least(ratios) > 1 / 1.15);
                }))
                .claim(Claim.that("The GPU is 6 to 8 times as fast.", records -> {
                            double[] ratios = CPU_TILES.stream()
                                    .mapToDouble(tile -> raysOverCpu(records, tile))
                                    .toArray();
                            return Found.beside(
                                    figures(ratios) + " times with 4 x 4, 16 x 16 and 64 x 64; with nothing beside"
                                            + " the CPU's threads " + gains(records, 1) + " with 8 x 8 and 64 x 64",
                                    least(ratios) > 1,
                                    most(ratios),
                                    THESIS_RAYS);
                        })
                        .otherwise(TracedRays::areRaysAsReads, TracedRays::asReads))
                .grid(Grid.of(
                        "CPU: 10^-9 s for a pixel, by pixels along a side of a tile",
                        "scheme",
                        List.of("static", "central", "thesis", "stealing", "scheduler"),
                        CPU_TILES,
                        (records, scheme, tile) -> Cell.of(Quantity.significant(
                                onCpu(records).with("tile", tile).time(scheme) / (1024.0 * 1024)))));
    }

    private static Grid pixelGrid(String caption, int camera, String accelerator) {
        return Grid.of(
                caption + ": 10^-9 s for a pixel, by pixels along a side of a tile",
                "scheme",
                WITH_OURS,
                TILES,
                (records, scheme, tile) -> {
                    var rows = picture(allTiles(records), camera);
                    var of = accelerator.equals("octree")
                            ? rows.preferring("accelerator", accelerator)
                            : rows.with("accelerator", accelerator);
                    return Cell.of(Quantity.significant(of.with("tile", tile).time(scheme) / (1024.0 * 1024)));
                });
    }

    /** {@return what all warps did that a GPU holds at once} */
    private static Rows gpu(Records records) {
        return records.gpu("raytrace").with("workers", 0);
    }

    /** {@return the newest run with all tiles and schemes; only some were traced to explain it, or once more} */
    private static Rows allTiles(Records records) {
        var rows = gpu(records).recordedBy(RAYS);
        return rows.sameRunAs(rows.with("tile", 1).preferring("accelerator", "octree"), "stealing");
    }

    private static Rows cpu(Records records) {
        return records.cpu("raytrace").with("workers", 16);
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

    /** All schemes, as they were recorded before busy times and yardsticks. */
    private static Rows onCpu(Records records) {
        return octree(cpu(records).at(ALL_SCHEMES_ON_CPU), 1);
    }

    /** {@return pictures on 16 threads with nothing beside them} */
    private static Rows alone(Records records, int camera, int tile) {
        return octree(cpu(records).recordedBy(RAYS_CPU_CAMERAS).at(ALONE), camera)
                .with("tile", tile);
    }

    /** How many times as fast as 16 threads of the CPU the GPU traces a camera's rays, both by stealing. */
    private static double gain(Records records, int camera, int tile) {
        return alone(records, camera, tile).time("thesis")
                / octree(allTiles(records), camera).with("tile", tile).time("thesis");
    }

    private static String gains(Records records, int camera) {
        return ALONE_TILES.stream()
                .map(tile -> Quantity.significant(gain(records, camera, tile)))
                .collect(Collectors.joining(" and "));
    }

    /** How many times what the GPU gains with cameras 1 and 2 it gains with camera 3. */
    private static double moreThanOthers(Records records, int tile) {
        return overOthers(camera -> gain(records, camera, tile));
    }

    /** How many times the mean of cameras 1 and 2 something is with camera 3. */
    private static double overOthers(IntToDoubleFunction ofCamera) {
        return 2 * ofCamera.applyAsDouble(3) / (ofCamera.applyAsDouble(1) + ofCamera.applyAsDouble(2));
    }

    private static double lanes(Records records, int camera, String scheme) {
        return new Profile(records.gpu("profile")
                        .with("camera", camera)
                        .with("accelerator", "octree")
                        .with("tile", 64))
                .of(scheme, Profile.LANES);
    }

    private static String lanes(Records records, String scheme) {
        return figures(IntStream.rangeClosed(1, 3)
                .mapToDouble(camera -> lanes(records, camera, scheme))
                .toArray());
    }

    /** How many workers trace at the same time, on average. */
    private static double atOnce(Records records, int camera) {
        return octree(gpu(records).recordedBy(RAYS_WHY), camera)
                .with("tile", 8)
                .counting("workersAtOnce")
                .observed("thesis", "workersAtOnce");
    }

    private static double byLanesAndWorkers(Records records) {
        return overOthers(camera -> lanes(records, camera, "thesis")) * overOthers(camera -> atOnce(records, camera));
    }

    /** Whether lanes that do something, and workers that do, tell how much more is gained with camera 3. */
    private static boolean doLanesAndWorkersTell(Records records) {
        double told = byLanesAndWorkers(records);
        return ALONE_TILES.stream()
                .mapToDouble(tile -> moreThanOthers(records, tile))
                .allMatch(ratio -> told < SLACK * ratio && ratio < SLACK * told);
    }

    private static String lanesAndWorkers(Records records) {
        return "lanes do wait for each other with cameras 1 and 2: of 32 lanes " + lanes(records, "thesis")
                + " do something in an instruction with cameras 1, 2 and 3 (64 x 64, by the profiler; the hardware's "
                + lanes(records, "hardware") + "), "
                + Quantity.significant(overOthers(camera -> lanes(records, camera, "thesis")))
                + " times as many with camera 3. But a picture of so little work does not keep an H200 busy: on"
                + " average "
                + IntStream.rangeClosed(1, 3)
                        .mapToObj(camera -> Quantity.significant(atOnce(records, camera)))
                        .collect(Collectors.joining(", "))
                + " warps trace at the same time with cameras 1, 2 and 3 (8 x 8, --balance), "
                + Quantity.significant(overOthers(camera -> atOnce(records, camera)))
                + " times as many with camera 3. By both it would be "
                + Quantity.significant(byLanesAndWorkers(records)) + " times. The thesis's GPU had 256 of them.";
    }

    /** How many times the time of stealing a scheme takes on the CPU, by tiles. */
    private static double[] overStealingOnCpu(Records records, String scheme) {
        return CPU_TILES.stream()
                .mapToDouble(tile -> onCpu(records).with("tile", tile).ratio(scheme, "thesis"))
                .toArray();
    }

    private static String figures(double... values) {
        return DoubleStream.of(values).mapToObj(Quantity::significant).collect(Collectors.joining(", "));
    }

    // ---- figures 4.4 and B.1: what pixels are ----

    /** The same whatever the scheme, the tree and the device. */
    private static Rows counted(Records records, int camera) {
        return octree(gpu(records).recordedBy(RAYS_AGAIN), camera)
                .with("tile", 8)
                .counting("lanesWithRays");
    }

    private static double meanCalls(Records records, int camera) {
        return counted(records, camera).observed("static", "meanRaysOfAPixel");
    }

    private static double mostCalls(Records records, int camera) {
        return counted(records, camera).observed("static", "mostRaysOfAPixel");
    }

    private static double lanesWithRays(Records records, int camera) {
        return counted(records, camera).observed("static", "lanesWithRays");
    }

    private static String rounds(Records records, int camera) {
        return Quantity.significant(1 / lanesWithRays(records, camera));
    }

    private static double share(Records records, int camera, String of256) {
        return counted(records, camera).observed("static", "mostOverMeanOf256" + of256);
    }

    // ---- figures 4.6, 4.8 and 4.9: stealing beside the hardware ----

    /** What the profiler counted of launches with tiles that are the hardware's best on the octree. */
    private record Profile(Rows rows) {
        private static final String LANES = "smsp__thread_inst_executed_per_inst_executed.ratio";

        private static final String ISSUED = "smsp__issue_active.avg.pct_of_peak_sustained_active";

        double of(String scheme, String metric) {
            return rows.observed(scheme, metric);
        }

        /** {@return how many times the hardware's instructions stealing has} */
        double instructions() {
            return of("thesis", "smsp__inst_executed.sum") / of("hardware", "smsp__inst_executed.sum");
        }

        /** {@return how many times the hardware's time stealing takes by its instructions and how fast they come} */
        double byBoth() {
            return instructions() * of("hardware", ISSUED) / of("thesis", ISSUED);
        }

        /** {@return how many times the hardware's time stealing took in these launches} */
        double measured() {
            return rows.time("thesis") / rows.time("hardware");
        }

        /** {@return whether instructions and their pace tell that stealing takes longer, and by about how much} */
        boolean isTold() {
            return measured() > 1 && byBoth() < SLACK * measured() && measured() < SLACK * byBoth();
        }

        String both(String metric) {
            return Quantity.significant(of("thesis", metric)) + " and " + Quantity.significant(of("hardware", metric));
        }

        @Override
        public String toString() {
            return "stealing has " + Quantity.significant(instructions()) + " times as many instructions, of which one"
                    + " begins in " + both(ISSUED) + " of 100 cycles, and takes " + Quantity.significant(measured())
                    + " times as long";
        }
    }

    private static Profile profiled(Records records, int camera, String accelerator) {
        return new Profile(records.gpu("profile")
                .with("camera", camera)
                .with("accelerator", accelerator)
                .with("tile", camera == 3 ? 1 : 64));
    }

    private static double activeLanes(Records records, int camera) {
        return profiled(records, camera, "octree").of("hardware", Profile.LANES);
    }

    private static String behindHardware(Records records, int camera) {
        var octree = profiled(records, camera, "octree");
        var boxes = picture(allTiles(records), camera).with("accelerator", "bvh");
        double over = overHardware(records, camera);
        return (over <= LEVEL
                        ? "it is level with the hardware, " + Quantity.significant(over) + " times its time"
                                + overHardwareAgain(records, camera)
                        : "it is behind the hardware by " + Quantity.significant(100 * (over - 1)) + " %")
                + ", each with its best tiles. Of 32 lanes " + octree.both(Profile.LANES)
                + " do something in an instruction (stealing and the hardware, by the profiler). But on the octree its"
                + " instructions come more slowly, and the cache of a multiprocessor has "
                + octree.both("l1tex__t_sector_hit_rate.pct") + " % of what they read: " + octree
                + ", " + Quantity.significant(octree.byBoth()) + " times by these two. With as large tiles and our"
                + " hierarchy of boxes " + profiled(records, camera, "bvh") + "; each with its best tiles the schemes"
                + " take " + bests(boxes) + " there. The thesis has no such counts. Our own stealing takes "
                + Quantity.time(best(octree(allTiles(records), camera), "stealing")) + " on the octree.";
    }

    private static Rows again(Records records, int camera) {
        return octree(gpu(records).recordedBy(RAYS_AGAIN).at(AGAIN), camera);
    }

    /** {@return what it was when it was traced once more} */
    private static String overHardwareAgain(Records records, int camera) {
        var rows = again(records, camera);
        double over = bestOfLarge(rows, "thesis") / bestOfLarge(rows, "hardware");
        return ", and " + Quantity.significant(over) + " times in "
                + rows.newest("thesis").nanoseconds().repetitions()
                + " repetitions of another run";
    }

    /** With tiles of 8 x 8 and more. */
    private static double bestOfLarge(Rows rows, String scheme) {
        return rows.all(scheme).stream()
                .mapToDouble(row -> row.nanoseconds().median())
                .min()
                .orElseThrow();
    }

    private static String hardwareHasNoTiles(Records records, int camera) {
        var rows = octree(allTiles(records), camera);
        double[] hardware = FROM_LARGE_TO_SMALL.stream()
                .mapToDouble(tile -> rows.with("tile", tile).time("hardware"))
                .toArray();
        var large = rows.with("tile", 64);
        var again = again(records, camera);
        return "it is far ahead of static shares and the central pool, which take "
                + Quantity.significant(large.ratio("static", "thesis")) + " and "
                + Quantity.significant(large.ratio("central", "thesis"))
                + " times its time with 64 x 64. But the hardware starts a thread for each pixel wherever there is"
                + " room, so that large tiles do it no harm: its longest time with 8 x 8 to 64 x 64 is "
                + Quantity.significant(most(hardware) / least(hardware)) + " times its shortest."
                + " When it was traced once more, "
                + again.newest("thesis").nanoseconds().repetitions() + " times, stealing took "
                + Stream.of(32, 64)
                        .map(tile -> again.with("tile", tile))
                        .filter(tiles -> tiles.isMeasured("thesis") && tiles.isMeasured("hardware"))
                        .map(TracedRays::withLargeTiles)
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private static String withLargeTiles(Rows tiles) {
        double stealing = tiles.time("thesis");
        double hardware = tiles.time("hardware");
        int tile = Field.parameter("tile").whole(tiles.newest("thesis"));
        return Quantity.time(stealing) + " and the hardware " + Quantity.time(hardware) + " with " + tile + " x " + tile
                + beside(stealing, hardware);
    }

    private static String byTiles(Rows rows, String scheme) {
        return scheme + " "
                + FROM_LARGE_TO_SMALL.stream()
                        .map(tile -> Quantity.time(rows.with("tile", tile).time(scheme)))
                        .collect(Collectors.joining(", "));
    }

    /** Whether the time falls from each size of tiles to the next smaller one, by more than what is level. */
    private static boolean isShorterWithSmallTiles(Rows rows, String scheme) {
        return IntStream.range(1, FROM_LARGE_TO_SMALL.size())
                .allMatch(i -> rows.with("tile", FROM_LARGE_TO_SMALL.get(i)).time(scheme) * LEVEL
                        < rows.with("tile", FROM_LARGE_TO_SMALL.get(i - 1)).time(scheme));
    }

    /** Whether it is stealing alone that does not gain by small tiles, and is ahead of both others without them. */
    private static boolean isStealingAlone(Rows rows) {
        return Stream.of("static", "central")
                .allMatch(scheme -> isShorterWithSmallTiles(rows, scheme)
                        && rows.with("tile", 64).time("thesis") * LEVEL
                                < rows.with("tile", 8).time(scheme));
    }

    private static String shortestWithLargeTiles(Rows rows) {
        return "it is so of static shares and the central pool. Stealing hands rays of large tiles on to others, as the"
                + " thesis says, and has nothing left to gain: with 64 x 64 it takes "
                + Quantity.time(rows.with("tile", 64).time("thesis")) + ", "
                + Quantity.significant(rows.with("tile", 64).time("thesis")
                        / rows.with("tile", 8).time("thesis"))
                + " times what it takes with 8 x 8, and the other two "
                + Quantity.time(rows.with("tile", 8).time("static")) + " and "
                + Quantity.time(rows.with("tile", 8).time("central"))
                + " with 8 x 8. With fewer pixels than lanes static shares take "
                + Quantity.time(rows.with("tile", 4).time("static")) + " with 4 x 4 and "
                + Quantity.time(rows.with("tile", 1).time("static"))
                + " with 1 x 1; there the thesis does not go.";
    }

    private static boolean isAhead(Rows rows, String other) {
        return rows.time("thesis") * LEVEL < rows.time(other);
    }

    /** {@return where stealing is beside the hardware, in words} */
    private static String beside(double stealing, double hardware) {
        return stealing * LEVEL < hardware
                ? ""
                : stealing <= hardware * LEVEL ? ", level with the hardware" : ", behind the hardware";
    }

    private static String times(Rows rows) {
        return SCHEMES.stream()
                .map(scheme -> scheme + " " + Quantity.time(rows.time(scheme)))
                .collect(Collectors.joining(", "));
    }

    /** How many times the hardware's time stealing takes, each with its best tiles. */
    private static double overHardware(Records records, int camera) {
        var rows = octree(allTiles(records), camera);
        return best(rows, "thesis") / best(rows, "hardware");
    }

    // ---- figure 4.7: static shares on the CPU, and the GPU over the CPU ----

    /** {@return by tiles, something that was counted of static shares on the CPU} */
    private static double[] ofShares(Records records, String counted) {
        return CPU_TILES.stream()
                .mapToDouble(tile -> octree(cpu(records), 1)
                        .recordedBy(RAYS_CPU_WHY)
                        .with("tile", tile)
                        .counting(counted)
                        .observed("static", counted))
                .toArray();
    }

    /** Whether threads with static shares are busy for times that differ by what these shares take longer. */
    private static boolean areSharesUneven(Records records) {
        double[] busy = ofShares(records, "mostOverMeanBusy");
        double[] over = overStealingOnCpu(records, "static");
        return IntStream.range(0, busy.length).allMatch(i -> busy[i] * SLACK > over[i]);
    }

    private static String unevenShares(Records records) {
        double[] busy = ofShares(records, "mostOverMeanBusy");
        return "it is static shares alone: they take " + figures(overStealingOnCpu(records, "static"))
                + " times as long as stealing, the central pool " + figures(overStealingOnCpu(records, "central"))
                + " times. The thread that is busy longest is so for " + figures(busy)
                + " times the mean, and static shares wait for it. Shares have up to "
                + figures(ofShares(records, "mostOverMeanRays"))
                + " times the mean's rays, as rows have a multiple of 16 tiles and every 16th tile is a column of the"
                + " picture.";
    }

    private static double raysOverCpu(Records records, int tile) {
        return onCpu(records).with("tile", tile).time("thesis")
                / octree(allTiles(records), 1).with("tile", tile).time("thesis");
    }

    private static double raysOverCpu(Records records) {
        return most(CPU_TILES.stream()
                .mapToDouble(tile -> raysOverCpu(records, tile))
                .toArray());
    }

    /** How many times as much of something all threads of the GPU do as 16 of the CPU. */
    private static double yardstick(Records records, String what) {
        return gpu(records).recordedBy(RAYS_WHY).with("sweep", "yardsticks").rate(what)
                / cpu(records)
                        .recordedBy(RAYS_CPU_WHY)
                        .with("sweep", "yardsticks")
                        .rate(what);
    }

    /** Whether the GPU traces about as many times as fast as it reads. */
    private static boolean areRaysAsReads(Records records) {
        double reads = yardstick(records, "scattered reads");
        double rays = raysOverCpu(records);
        return reads * SLACK * SLACK > rays && rays * SLACK * SLACK > reads;
    }

    private static String asReads(Records records) {
        var byThreads = records.cpu("raytrace")
                .recordedBy(RAYS_CPU_THREADS)
                .with("camera", 1)
                .with("accelerator", "octree")
                .with("sweep", "workers")
                .with("depth", 8);
        return "to trace is to read nodes anywhere in memory, and of such reads, 32 bytes in a memory about as large as"
                + " the scene, an H200 makes " + Quantity.significant(yardstick(records, "scattered reads"))
                + " times as many as 16 threads of the Xeon with the same Java (bench raytrace --yardsticks);"
                + " multiply-adds of single numbers "
                + Quantity.significant(yardstick(records, "multiply-adds"))
                + " times. By its table 3.1 the thesis's M2090 has " + Quantity.significant(THESIS_BANDWIDTH)
                + " times the bandwidth of its CPU and " + Quantity.significant(THESIS_LANES)
                + " times the lanes times clock; scattered reads it does not have. The CPU's threads do work: 16 trace "
                + Quantity.significant(
                        Rows.inOneRun(byThreads.with("workers", 1), "thesis", byThreads.with("workers", 16), "thesis")
                                .ratio())
                + " times as fast as one. The thesis's CPU code tests triangles with vector instructions, ours does"
                + " not; what those would save was not measured.";
    }

    private static String bests(Rows rows) {
        return SCHEMES.stream()
                .map(scheme -> scheme + " " + Quantity.time(best(rows, scheme)))
                .collect(Collectors.joining(", "));
    }

    private static boolean isStealingAhead(Rows rows) {
        return Stream.of("static", "central", "hardware")
                .allMatch(scheme -> best(rows, "thesis") * LEVEL < best(rows, scheme));
    }

    private static double best(Rows rows, String scheme) {
        return TILES.stream()
                .mapToDouble(tile -> rows.with("tile", tile).time(scheme))
                .min()
                .orElseThrow();
    }
}
