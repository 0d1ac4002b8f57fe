package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Figures 4.4, 4.6 to 4.9 and B.1 and table 4.1 of the thesis on work stealing: ray tracing. */
final class TracedRays {
    private static final List<Integer> TILES = List.of(1, 2, 4, 8, 16, 32, 64);

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
        if (camera != 3) {
            exhibit = exhibit.claim(Claim.that(
                            "Work stealing is ahead of all other schemes, each with its best tiles.", records -> {
                                var rows = octree(records.gpu("raytrace"), camera);
                                return Found.of(
                                        SCHEMES.stream()
                                                .map(scheme -> scheme + " " + Quantity.time(best(rows, scheme)))
                                                .collect(Collectors.joining(", ")),
                                        SCHEMES.stream()
                                                .allMatch(scheme -> best(rows, "thesis") <= 1.02 * best(rows, scheme)));
                            })
                    .otherwise(records -> {
                        var rows = octree(records.gpu("raytrace"), camera);
                        return "the hardware begins a new block as soon as one has ended, and an H200 holds up to 32"
                                + " blocks on each of 132 multiprocessors where the M2090 held 8 on each of 16: a"
                                + " block that takes long leaves little idle. With tiles of 4 x 4 it takes "
                                + Quantity.time(rows.with("tile", 4).time("hardware")) + ", with 64 x 64 "
                                + Quantity.time(rows.with("tile", 64).time("hardware"))
                                + ": tiles do not matter to it. Stealing takes "
                                + Quantity.time(best(rows, "thesis")) + ", "
                                + Quantity.significant(best(rows, "static") / best(rows, "thesis"))
                                + " times as fast as static shares; our own takes "
                                + Quantity.time(best(rows, "stealing")) + ".";
                    }));
        } else {
            exhibit = exhibit.run(RAYS_CPU_CAMERAS)
                    .remark("16 threads of a Xeon take the Xeon Phi's place where what threads of a group cost each"
                            + " other is asked: they have no groups either.")
                    .claim(Claim.that(
                                    "That threads of a group wait for each other costs a factor of 2 to 3: so much"
                                            + " more the GPU gains here than with cameras 1 and 2, over a processor"
                                            + " without groups.",
                                    records -> {
                                        double others = (gain(records, 1) + gain(records, 2)) / 2;
                                        double ratio = gain(records, camera) / others;
                                        return Found.beside(
                                                Quantity.significant(ratio) + ": over 16 threads of a Xeon "
                                                        + Quantity.significant(gain(records, camera)) + " times, "
                                                        + Quantity.significant(gain(records, 1)) + " and "
                                                        + Quantity.significant(gain(records, 2))
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
        var tiles = List.of(4, 16, 64);
        return Exhibit.of("figure 4.7")
                .shows("Time for a pixel by schemes and tiles, camera 1, 16 threads of the CPU.")
                .run(RAYS_CPU)
                .remark("Three of the seven tiles of figure 4.6, and 2 or 3 repetitions; the thesis has 6.")
                .remark(OURS)
                .claim(Claim.that("All schemes are nearly alike.", records -> {
                    var rows = onCpu(records).with("tile", 4);
                    double[] times = Stream.of("static", "central", "thesis")
                            .mapToDouble(rows::time)
                            .toArray();
                    double spread = most(times) / least(times);
                    return Found.of("slowest over fastest: " + Quantity.significant(spread), spread < 1.25);
                }))
                .claim(Claim.that("Stealing is level with the central pool.", records -> {
                    double ratio = onCpu(records).with("tile", 16).ratio("thesis", "central");
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
                        List.of("static", "central", "thesis", "stealing", "scheduler"),
                        tiles,
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

    /** How many times as fast as 16 threads of the CPU the GPU traces a camera's rays, by stealing. */
    private static double gain(Records records, int camera) {
        return octree(records.cpu("raytrace"), camera).with("tile", 64).time("stealing")
                / best(octree(records.gpu("raytrace"), camera), "stealing");
    }

    private static String wavefrontsAreFull(Records records) {
        return "stealing fills wavefronts with rays of any pixel, so that lanes wait for each other less than where a"
                + " lane keeps to its pixel: static shares take "
                + Stream.of(1, 2, 3)
                        .map(camera -> {
                            var rows = octree(records.gpu("raytrace"), camera);
                            return Quantity.significant(best(rows, "static") / best(rows, "stealing"));
                        })
                        .collect(Collectors.joining(", "))
                + " times its time with cameras 1, 2 and 3.";
    }

    private static double raysPerPixel(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).newest("static").operations() / (1024.0 * 1024);
    }

    private static double mostRays(Records records, int camera) {
        return octree(records.gpu("raytrace"), camera).observed("static", "mostRaysOfAPixel");
    }

    private static double best(Rows rows, String scheme) {
        return TILES.stream()
                .mapToDouble(tile -> rows.with("tile", tile).time(scheme))
                .min()
                .orElseThrow();
    }
}
