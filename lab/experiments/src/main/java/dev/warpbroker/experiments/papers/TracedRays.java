package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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

    private static final String RAYS_CPU_CAMERAS =
            "bench raytrace --device jvm --accelerator octree --size 1024 --cameras 2,3 --threads 16 --schemes stealing"
                    + " --tiles 64 --reps 2 --warmup 1 --limit 10 --out raytrace-cpu-cameras.jsonl";

    private TracedRays() {}

    static Exhibit cameras() {
        return Exhibit.of("table 4.1")
                .shows("Scene, lights, and three cameras.")
                .run("run render --device cuda --camera 1 --out treasure-1.png")
                .run(RAYS)
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
                                        .number(octree(records.gpu("raytrace"), 1)
                                                .newest("static")))))
                        .beside((_, _) -> "278,230"));
    }

    static Exhibit workMaps() {
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
                .claim(Claim.that(
                                "With camera 3 there is almost no potential for irregularities in the workload.",
                                records -> {
                                    double third = mostRays(records, 3) / raysPerPixel(records, 3);
                                    return Found.of(
                                            Stream.of(3, 1, 2)
                                                            .map(camera -> Quantity.significant(
                                                                            raysPerPixel(records, camera))
                                                                    + " rays for a pixel and "
                                                                    + Quantity.significant(mostRays(records, camera)
                                                                            / raysPerPixel(records, camera))
                                                                    + " times as many at most")
                                                            .collect(Collectors.joining("; "))
                                                    + " (cameras 3, 1, 2)",
                                            third < 2);
                                })
                        .unexplained(records -> "the scene is another one. There is the least work with camera 3, but"
                                + " single pixels stand out as much. Shares of it differ less: static ones take "
                                + Quantity.significant(overStealing(records, 3)) + " times as long as stealing, "
                                + Quantity.significant(overStealing(records, 1)) + " and "
                                + Quantity.significant(overStealing(records, 2)) + " times with cameras 1 and 2, each"
                                + " with its best tiles."));
    }

    static Exhibit rays(String number, int camera) {
        var exhibit = Exhibit.of(number)
                .shows("Time for a pixel by schemes and tiles, camera " + camera + ", 1024 x 1024, depth 8.")
                .run(RAYS)
                .remark("All schemes on the thesis's octree; tiles are squares, of 1 pixel upwards.")
                .remark(OURS)
                .claim(Claim.that(
                        "The smaller the tiles the shorter the time (static shares), down to the 32 pixels of a warp,"
                                + " below which the thesis does not go.",
                        records -> {
                            var rows = octree(records.gpu("raytrace"), camera);
                            double small = rows.with("tile", 8).time("static");
                            double large = rows.with("tile", 64).time("static");
                            return Found.of(
                                    Quantity.time(small) + " with 8 x 8, " + Quantity.time(large)
                                            + " with 64 x 64; with fewer pixels than lanes "
                                            + Quantity.time(rows.with("tile", 4).time("static")) + " with 4 x 4, "
                                            + Quantity.time(rows.with("tile", 1).time("static")) + " with 1 x 1",
                                    small < large);
                        }));
        exhibit = exhibit.claim(Claim.that(
                        "Work stealing is ahead of all other schemes, each with its best tiles.", records -> {
                            var rows = octree(records.gpu("raytrace"), camera);
                            return Found.of(bests(rows), isStealingAhead(rows));
                        })
                .unexplained(records -> {
                    var rows = octree(records.gpu("raytrace"), camera);
                    var boxes = picture(records.gpu("raytrace"), camera).with("accelerator", "bvh");
                    return "on the octree the hardware takes "
                            + Quantity.significant(best(rows, "hardware") / best(rows, "thesis"))
                            + " times the time of stealing. With our hierarchy of boxes the schemes take "
                            + bests(boxes)
                            + (isStealingAhead(boxes)
                                    ? ": there stealing is ahead. The GPU hands out blocks alike in both, so that alone"
                                            + " is not the reason, and no other was measured."
                                    : ": it is not the octree. What it is was not measured.")
                            + " Our own stealing takes " + Quantity.time(best(rows, "stealing")) + " on the octree.";
                }));
        if (camera == 3) {
            exhibit = exhibit.run(RAYS_CPU_CAMERAS)
                    .remark("16 threads of a Xeon take the Xeon Phi's place where what threads of a group cost each"
                            + " other is asked: they have no groups either. There cameras 2 and 3 were recorded with"
                            + " our stealing and tiles of 64 x 64 only, so that is what the GPU's scheme thesis with"
                            + " such tiles is compared with.")
                    .claim(Claim.that(
                                    "That threads of a group wait for each other costs a factor of 2 to 3: so much"
                                            + " more the GPU gains here than with cameras 1 and 2, over a processor"
                                            + " without groups.",
                                    records -> {
                                        double ratio = moreThanOthers(records, "thesis");
                                        return Found.beside(
                                                Quantity.significant(ratio) + ": over 16 threads of a Xeon "
                                                        + Quantity.significant(gain(records, camera, "thesis"))
                                                        + " times, "
                                                        + Quantity.significant(gain(records, 1, "thesis")) + " and "
                                                        + Quantity.significant(gain(records, 2, "thesis"))
                                                        + " with cameras 1 and 2",
                                                ratio > 1,
                                                ratio,
                                                2.5);
                                    })
                            .otherwise(TracedRays::wavefrontsAreFull))
                    .claim(Claim.that("With little work for a pixel stealing is on par with small tiles.", records -> {
                        var rows = octree(records.gpu("raytrace"), camera);
                        double ratio = best(rows, "thesis")
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
                                    double stealing = rows.time("thesis");
                                    return Found.of(
                                            Stream.of("static", "central", "thesis")
                                                            .map(scheme ->
                                                                    scheme + " " + Quantity.time(rows.time(scheme)))
                                                            .collect(Collectors.joining(", "))
                                                    + " with 32 x 32",
                                            Stream.of("static", "central")
                                                    .allMatch(scheme -> stealing < 0.95 * rows.time(scheme)));
                                })
                        .otherwise(records -> {
                            var rows = octree(records.gpu("raytrace"), camera);
                            return "there are but 1,024 tiles of 32 x 32 for the warps of 132 multiprocessors: most"
                                    + " warps have none, whoever hands them out, and the slowest tile decides. With 8 x"
                                    + " 8 stealing takes "
                                    + Quantity.time(rows.with("tile", 8).time("thesis")) + ", with 32 x 32 "
                                    + Quantity.time(rows.with("tile", 32).time("thesis")) + ", static shares "
                                    + Quantity.time(rows.with("tile", 8).time("static")) + " and "
                                    + Quantity.time(rows.with("tile", 32).time("static"))
                                    + ". The thesis's 256 workers had four such tiles each.";
                        }))
                .claim(Claim.impossible("The same on the Xeon Phi.", WorkStealingThesis.NO_XEON_PHI))
                .grid(pixelGrid("GPU, octree", camera, "octree"))
                .grid(pixelGrid("GPU, our hierarchy of boxes", camera, "bvh"));
    }

    static Exhibit raysOnCpu() {
        return Exhibit.of("figure 4.7")
                .shows("Time for a pixel by schemes and tiles, camera 1, 16 threads of the CPU.")
                .run(RAYS_CPU)
                .remark("Three of the seven tiles of figure 4.6, and 2 or 3 repetitions; the thesis has 6.")
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
                                    "slowest over fastest: " + figures(spreads) + " with 4 x 4, 16 x 16 and 64 x 64",
                                    most(spreads) < 1.25);
                        })
                        .unexplained(records -> "it is static shares alone: they take "
                                + figures(overStealingOnCpu(records, "static")) + " times as long as stealing, the"
                                + " central pool " + figures(overStealingOnCpu(records, "central"))
                                + " times. With 4 x 4 each thread has 4,096 tiles, so it is not that shares differ in"
                                + " their tiles alone; what else it is was not measured."))
                .claim(Claim.that("Stealing is level with the central pool.", records -> {
                    double[] ratios = overStealingOnCpu(records, "central");
                    return Found.of(
                            "the central pool takes " + figures(ratios)
                                    + " times as long with 4 x 4, 16 x 16 and 64 x 64",
                            least(ratios) > 1 / 1.15);
                }))
                .claim(Claim.that("The GPU is 6 to 8 times as fast.", records -> {
                            double[] ratios = CPU_TILES.stream()
                                    .mapToDouble(tile ->
                                            onCpu(records).with("tile", tile).time("thesis")
                                                    / octree(records.gpu("raytrace"), 1)
                                                            .with("tile", tile)
                                                            .time("thesis"))
                                    .toArray();
                            return Found.beside(
                                    figures(ratios) + " times with 4 x 4, 16 x 16 and 64 x 64",
                                    least(ratios) > 1,
                                    most(ratios),
                                    7);
                        })
                        .unexplained(records -> "the H200 is of 2024, the thesis's M2090 of 2011. Here the GPU traces "
                                + Quantity.rate(octree(records.gpu("raytrace"), 1)
                                        .with("tile", 16)
                                        .rate("thesis"))
                                + " rays, 16 threads of the Xeon "
                                + Quantity.rate(onCpu(records).with("tile", 16).rate("thesis"))
                                + "; the thesis has no rates. Its CPU code tests triangles with vector instructions,"
                                + " ours does not; what those would save was not measured."))
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
                    var rows = picture(records.gpu("raytrace"), camera);
                    var of = accelerator.equals("octree")
                            ? rows.preferring("accelerator", accelerator)
                            : rows.with("accelerator", accelerator);
                    return Cell.of(Quantity.significant(of.with("tile", tile).time(scheme) / (1024.0 * 1024)));
                });
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

    private static Rows onCpu(Records records) {
        return octree(records.cpu("raytrace"), 1);
    }

    /** How many times as fast as 16 threads of the CPU, by stealing, the GPU traces a camera's rays by a scheme. */
    private static double gain(Records records, int camera, String scheme) {
        var gpu = octree(records.gpu("raytrace"), camera);
        return octree(records.cpu("raytrace"), camera).with("tile", 64).time("stealing")
                / (scheme.equals("static")
                        ? best(gpu, scheme)
                        : gpu.with("tile", 64).time(scheme));
    }

    /** How many times what the GPU gains with cameras 1 and 2 it gains with camera 3. */
    private static double moreThanOthers(Records records, String scheme) {
        return 2 * gain(records, 3, scheme) / (gain(records, 1, scheme) + gain(records, 2, scheme));
    }

    private static String wavefrontsAreFull(Records records) {
        return "stealing fills wavefronts with rays of any pixel, so that lanes wait for each other less than where a"
                + " lane keeps to its pixel: static shares take "
                + Stream.of(1, 2, 3)
                        .map(camera -> Quantity.significant(overStealing(records, camera)))
                        .collect(Collectors.joining(", "))
                + " times its time with cameras 1, 2 and 3, each with its best tiles. With static shares the GPU gains "
                + Quantity.significant(moreThanOthers(records, "static")) + " times as much with camera 3.";
    }

    /** How many times the time of stealing static shares take, each with its best tiles. */
    private static double overStealing(Records records, int camera) {
        var rows = octree(records.gpu("raytrace"), camera);
        return best(rows, "static") / best(rows, "thesis");
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

    private static double raysPerPixel(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).newest("static").operations() / (1024.0 * 1024);
    }

    private static double mostRays(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).observed("static", "mostRaysOfAPixel");
    }

    private static String bests(Rows rows) {
        return SCHEMES.stream()
                .map(scheme -> scheme + " " + Quantity.time(best(rows, scheme)))
                .collect(Collectors.joining(", "));
    }

    private static boolean isStealingAhead(Rows rows) {
        return SCHEMES.stream().allMatch(scheme -> best(rows, "thesis") <= 1.02 * best(rows, scheme));
    }

    private static double best(Rows rows, String scheme) {
        return TILES.stream()
                .mapToDouble(tile -> rows.with("tile", tile).time(scheme))
                .min()
                .orElseThrow();
    }
}
