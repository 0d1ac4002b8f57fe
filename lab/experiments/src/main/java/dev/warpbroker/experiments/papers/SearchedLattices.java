package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.papers.Figures.least;
import static dev.warpbroker.experiments.papers.Figures.most;

import dev.warpbroker.experiments.page.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Figures 4.12 to 4.14 and table 4.2 of the thesis on work stealing: breadth-first search. */
final class SearchedLattices {
    private static final List<Integer> EXTENTS = List.of(40, 80, 180, 320);

    private static final List<Double> PROBABILITIES = List.of(0.25, 0.5, 1.0);

    private static final String SEARCH =
            "bench bfs --device jvm --variants stealing --source random --threads 1,2,4,8,16 --no-queues --graphs"
                + " lattice:40,lattice:80,lattice:180,lattice:320,lattice:40:p=0.25,lattice:40:p=0.5,"
                + "lattice:80:p=0.25,lattice:80:p=0.5,lattice:180:p=0.25,lattice:180:p=0.5,lattice:320:p=0.25,lattice:320:p=0.5"
                + " --reps 6 --warmup 2 --limit 60 --out bfs-cpu.jsonl";

    private SearchedLattices() {}

    static Exhibit searches() {
        return Exhibit.of("figure 4.12")
                .shows("Speed-up of breadth-first search by all processors, by L and p, on Xeon Phi and CPU.")
                .run(SEARCH)
                .remark("lattice:320 needs 12 GB of heap: WARPBROKER_JAVA_OPTIONS=-Xmx14g.")
                .claims(searchClaims())
                .claim(Claim.impossible("The Xeon Phi's part.", WorkStealingThesis.NO_XEON_PHI))
                .grid(speedUps(16));
    }

    static Exhibit searchesOnXeonPhi() {
        return Exhibit.of("figure 4.13")
                .shows("Speed-up of breadth-first search by processors, on the Xeon Phi.")
                .claim(Claim.impossible(
                        "Almost linear up to 240 processors for large graphs.", WorkStealingThesis.NO_XEON_PHI));
    }

    static Exhibit searchesOnCpu() {
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
                                    all < 1.2 * four);
                        })
                        .otherwise(records ->
                                "what ends the gain is the wait for each other at the end of each of the 20 levels."
                                        + " A level and that wait take "
                                        + Quantity.time(lattice(records, 40, 1)
                                                        .with("threads", 16)
                                                        .time("stealing")
                                                / 20)
                                        + " with 16 threads here, and 240 µs in the thesis, where it was 190 µs with"
                                        + " 4. Its processor has 8 cores for 16 threads. There is not much to gain"
                                        + " here either: "
                                        + Quantity.significant(speedUp(records, 40, 1, 8))
                                        + " with 8 threads."));
        for (double probability : PROBABILITIES) {
            exhibit = exhibit.grid(Grid.of(
                    "CPU: speed-up by threads, p = " + Quantity.plain(probability),
                    "L",
                    EXTENTS.stream().map(String::valueOf).toList(),
                    WorkStealingThesis.CPU_WORKERS,
                    (records, extent, threads) -> Cell.of(Quantity.significant(
                            speedUp(records, Integer.parseInt(extent), probability, ((Number) threads).intValue())))));
        }
        return exhibit;
    }

    static Exhibit searchTimes() {
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
                .claim(Claim.impossible("The Xeon Phi's columns.", WorkStealingThesis.NO_XEON_PHI))
                .grid(Grid.of(
                                "CPU: time (the thesis's), by threads",
                                "L",
                                List.of("40", "180", "320"),
                                WorkStealingThesis.CPU_WORKERS,
                                (records, extent, threads) -> lattice(records, Integer.parseInt(extent), 1)
                                        .with("threads", threads)
                                        .cell(threads.equals(1) ? "sequential" : "stealing"))
                        .beside((extent, column) ->
                                thesis.getOrDefault(extent, List.of()).get(column)));
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

    private static Claim cpuSpeedUp(int extent, double thesis, double least, double most) {
        return Claim.that(
                "L = " + extent + ": " + Quantity.plain(thesis) + " times as fast with 16 threads.", records -> {
                    double ours = speedUp(records, extent, 1, 16);
                    return Found.of(Quantity.significant(ours) + " times", ours >= least && ours <= most);
                });
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

    private static Rows lattice(Records records, int extent, double probability) {
        return records.cpu("bfs").with("extent", extent).with("probability", probability);
    }

    private static double speedUp(Records records, int extent, double probability, int threads) {
        var rows = lattice(records, extent, probability);
        return rows.with("threads", 1).time("sequential")
                / rows.with("threads", threads).time("stealing");
    }
}
