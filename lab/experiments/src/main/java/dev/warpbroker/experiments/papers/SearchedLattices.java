package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures 4.12 to 4.14 and table 4.2 of the thesis on work stealing: breadth-first search. */
final class SearchedLattices {
    private static final List<Integer> EXTENTS = List.of(40, 80, 180, 320);

    private static final List<Integer> LARGE_EXTENTS = List.of(180, 320);

    private static final List<Double> PROBABILITIES = List.of(0.25, 0.5, 1.0);

    private static final List<Integer> SEVERAL_THREADS = List.of(2, 4, 8, 16);

    /** As often as the thesis repeats a search. The middle of six lies outside of them in 1 of 32 cases. */
    private static final int ENOUGH = 6;

    private static final String SEARCH =
            "bench bfs --device jvm --variants stealing --source random --threads 2,4,8,16 --no-queues --graphs ";

    private static final String OUT = " --out lattices/1.jsonl";

    private static final String SMALLEST =
            SEARCH + "lattice:40,lattice:40:p=0.5,lattice:40:p=0.25 --reps 20 --warmup 100 --limit 20" + OUT;

    private static final String SMALL =
            SEARCH + "lattice:80,lattice:80:p=0.5,lattice:80:p=0.25 --reps 6 --warmup 20 --limit 20" + OUT;

    private static final String MEDIUM =
            SEARCH + "lattice:180,lattice:180:p=0.5,lattice:180:p=0.25 --reps 2 --warmup 1 --limit 20" + OUT;

    private static final String LARGE = SEARCH + "lattice:320 --reps 1 --warmup 1 --limit 40" + OUT;

    private static final String LARGE_WITH_FEWER_EDGES =
            SEARCH + "lattice:320:p=0.5,lattice:320:p=0.25 --reps 2 --warmup 1 --limit 40" + OUT;

    private static final String ONE_PROCESS =
            "The sequential and the parallel search are of one process, from the same vertex. It was chosen at random,"
                    + " as in the thesis. \"source 0\" marks what was only recorded from vertex 0.";

    private static final String SIX =
            "Each command but the last was run six times, in turn with the others, on 16 cores with nothing of ours"
                + " beside, into a file each: lattices/1.jsonl to lattices/6.jsonl; the sixth search of lattice:320,"
                + " and those with fewer edges, 13 minutes after the rest. In the first four rounds some searches by"
                + " 16 threads took up to nine times as long as in the last two; why is not known. A figure is the"
                + " median of these processes, with the least and the most in brackets; \"(once)\" marks what was"
                + " searched by one.";

    private static final String QUEUES =
            "On the CPU the thesis has a blocking queue, from which vertices are taken 32 at"
                    + " a time; here it is lists of chunks without locks.";

    private static final String OVERLAP =
            "processes differ by more than that, or there are fewer than six, so that it is not known.";

    private static final String HEAP = "lattice:320 needs 12 GB of heap: WARPBROKER_JAVA_OPTIONS=-Xmx20g.";

    private SearchedLattices() {}

    static Exhibit searches() {
        return commands(Exhibit.of("figure 4.12"))
                .shows("Speed-up of breadth-first search by all processors, by L and p, on Xeon Phi and CPU.")
                .remark("The thesis has L in {40, 80, ..., 320}, and 40, 180 and 320 in its table 4.2; that 40, 80,"
                        + " 180 and 320 are meant is our reading.")
                .remark(ONE_PROCESS)
                .remark(HEAP)
                .remark(SIX)
                .remark(QUEUES)
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
        var exhibit = commands(Exhibit.of("figure 4.14"))
                .shows("Speed-up of breadth-first search by processors, on the CPU.")
                .remark(ONE_PROCESS)
                .remark(HEAP)
                .remark(SIX)
                .remark(QUEUES)
                .claim(Claim.that(
                        "Almost linear for large graphs with p = 1 (L = 320: 7.7 with 8 threads, 9.9 with 16).",
                        records -> Found.of(
                                LARGE_EXTENTS.stream()
                                                .map(extent -> "L = " + extent + ": "
                                                        + SEVERAL_THREADS.stream()
                                                                .map(threads -> search(records, extent, 1, threads)
                                                                        .withSpread())
                                                                .collect(Collectors.joining(", ")))
                                                .collect(Collectors.joining("; "))
                                        + " with 2, 4, 8 and 16 threads",
                                LARGE_EXTENTS.stream()
                                        .allMatch(extent -> speedUp(records, extent, 1, 8) > 6
                                                && speedUp(records, extent, 1, 16) > 9))))
                .claim(Claim.that(
                        "Small graphs gain little (L = 40: 4(2), 4(2) and 3(2) times as fast with 4, 8 and 16 threads,"
                                + " where 4(2) is 4 ± 2).",
                        records -> {
                            double four = speedUp(records, 40, 1, 4);
                            double eight = speedUp(records, 40, 1, 8);
                            double all = speedUp(records, 40, 1, 16);
                            boolean within =
                                    Math.abs(four - 4) <= 2 && Math.abs(eight - 4) <= 2 && Math.abs(all - 3) <= 2;
                            return Found.of(
                                    Quantity.significant(four) + ", " + Quantity.significant(eight) + " and "
                                            + Quantity.significant(all)
                                            + (within ? ", all within the thesis's errors" : "")
                                            + "; other than its mean values ours do not fall",
                                    within);
                        }));
        for (double probability : PROBABILITIES) {
            exhibit = exhibit.grid(Grid.of(
                    "CPU: speed-up by threads, p = " + Quantity.plain(probability),
                    "L",
                    EXTENTS.stream().map(String::valueOf).toList(),
                    SEVERAL_THREADS,
                    (records, extent, threads) -> Cell.of(
                            search(records, Integer.parseInt(extent), probability, ((Number) threads).intValue())
                                    .toString())));
        }
        return exhibit;
    }

    static Exhibit searchTimes() {
        Map<String, List<String>> thesis = Map.of(
                "40", List.of("15 ms", "7.81 ms", "3.8 ms", "4.1 ms", "4.8 ms"),
                "180", List.of("1.18 s", "603 ms", "319 ms", "177 ms", "119 ms"),
                "320", List.of("7.91 s", "3.91 s", "1.93 s", "1.03 s", "800 ms"));
        return commands(Exhibit.of("table 4.2"))
                .shows("Execution times and speed-ups of breadth-first search, p = 1, by L and processors.")
                .remark(ONE_PROCESS)
                .remark(HEAP)
                .remark(SIX)
                .remark(QUEUES)
                .remark("With one processor the search without atomics and deques, here as there.")
                .claims(List.of(cpuSpeedUp(40, 3), cpuSpeedUp(180, 9.9), cpuSpeedUp(320, 9.9)))
                .claim(Claim.impossible("The Xeon Phi's columns.", WorkStealingThesis.NO_XEON_PHI))
                .grid(Grid.of(
                                "CPU: time (the thesis's), by threads",
                                "L",
                                List.of("40", "180", "320"),
                                WorkStealingThesis.CPU_WORKERS,
                                (records, extent, threads) -> {
                                    int number = ((Number) threads).intValue();
                                    var search = search(records, Integer.parseInt(extent), 1, Math.max(2, number));
                                    return Cell.of(Quantity.time(number == 1 ? search.sequential() : search.parallel())
                                            + search.how());
                                })
                        .beside((extent, column) ->
                                thesis.getOrDefault(extent, List.of()).get(column)));
    }

    private static List<Claim> searchClaims() {
        return List.of(
                Claim.that(
                                "Small graphs gain less, p = 1 (table 4.2: 3(2) times as fast with L = 40, 9.90(3) and"
                                        + " 9.9(6) with 180 and 320).",
                                records -> {
                                    var small = search(records, EXTENTS.getFirst(), 1, 16);
                                    var larger = EXTENTS.stream()
                                            .skip(1)
                                            .map(extent -> search(records, extent, 1, 16))
                                            .toList();
                                    return new Found(
                                            Stream.concat(Stream.of(small), larger.stream())
                                                            .map(Search::withSpread)
                                                            .collect(Collectors.joining(", "))
                                                    + " with L = 40, 80, 180, 320",
                                            gainsLess(small, larger));
                                })
                        .unexplained(_ -> OVERLAP),
                Claim.that("With few edges (p = 0.25 instead of 1) small graphs gain less, too.", records -> {
                            var byEdges = PROBABILITIES.stream()
                                    .map(probability -> search(records, 40, probability, 16))
                                    .toList();
                            return new Found(
                                    byEdges.stream().map(Search::withSpread).collect(Collectors.joining(", "))
                                            + " for p = 0.25, 0.5, 1",
                                    gainsLess(byEdges.getFirst(), List.of(byEdges.getLast())));
                        })
                        .unexplained(_ -> OVERLAP));
    }

    private static Claim cpuSpeedUp(int extent, double thesis) {
        return Claim.that(
                "L = " + extent + ": " + Quantity.plain(thesis) + " times as fast with 16 threads.", records -> {
                    var ours = search(records, extent, 1, 16);
                    return Found.beside(
                            ours.withSpread() + " times" + earlier(records, extent),
                            ours.speedUp() > 1,
                            ours.speedUp(),
                            thesis);
                });
    }

    /** {@return what older commits found, if there are records of them} */
    private static String earlier(Records records, int extent) {
        var all = searched(records, extent, 1);
        var newest = fromAnywhere(all).newest("sequential").versions();
        return all.runs("sequential").stream()
                .filter(run -> run.with("threads", 16).isMeasured("stealing")
                        && !run.newest("sequential").versions().equals(newest))
                .map(run -> "; "
                        + Quantity.significant(
                                run.time("sequential") / run.with("threads", 16).time("stealing"))
                        + " times in an earlier process"
                        + (run.with("source", 0).isMeasured("sequential") ? " from vertex 0" : "") + ", "
                        + run.newest("sequential").nanoseconds().repetitions() + " repetitions")
                .collect(Collectors.joining());
    }

    /**
     * By what single processes found: it is less than all others in all of them, or more than one of the others in all,
     * or it cannot be told.
     */
    private static Outcome gainsLess(Search less, List<Search> more) {
        var all = Stream.concat(Stream.of(less), more.stream());
        if (all.anyMatch(search -> search.processes() < ENOUGH)) {
            return Outcome.UNDECIDED;
        }
        if (more.stream().allMatch(search -> less.most() < search.least())) {
            return Outcome.REPRODUCED;
        }
        return more.stream().anyMatch(search -> search.most() < less.least())
                ? Outcome.TURNED_AROUND
                : Outcome.UNDECIDED;
    }

    private static Grid speedUps(int threads) {
        return Grid.of(
                "CPU: times as fast as the sequential search with " + threads + " threads, by L",
                "p",
                PROBABILITIES.stream().map(Quantity::plain).toList(),
                EXTENTS,
                (records, probability, extent) ->
                        Cell.of(search(records, ((Number) extent).intValue(), Double.parseDouble(probability), threads)
                                .toString()));
    }

    private static Exhibit commands(Exhibit exhibit) {
        return exhibit.run(SMALLEST).run(SMALL).run(MEDIUM).run(LARGE).run(LARGE_WITH_FEWER_EDGES);
    }

    /**
     * Parallel searches beside sequential ones.
     *
     * @param sequential the median over processes, in nanoseconds
     * @param parallel the same
     * @param processes that searched
     * @param speedUp the median over processes
     * @param least of a process
     * @param most of a process
     * @param random whether they begin at a vertex that was chosen at random, as in the thesis
     */
    private record Search(
            double sequential,
            double parallel,
            int processes,
            double speedUp,
            double least,
            double most,
            boolean random) {
        String how() {
            return (processes == 1 ? " (once)" : "") + (random ? "" : ", source 0");
        }

        String withSpread() {
            return this + (processes == 1 ? "" : " (" + Figures.range(least, most) + ")");
        }

        @Override
        public String toString() {
            return Quantity.significant(speedUp) + how();
        }
    }

    /** Those from a random vertex as in the thesis; those from vertex 0 only where nobody has recorded that. */
    private static Rows fromAnywhere(Rows rows) {
        var random = rows.except("source", 0);
        return random.isMeasured("sequential") ? random : rows;
    }

    private static Search search(Records records, int extent, double probability, int threads) {
        var rows = fromAnywhere(searched(records, extent, probability));
        var processes = rows.newestCommit("sequential").runs("sequential").stream()
                .filter(one -> one.with("threads", threads).isMeasured("stealing"))
                .toList();
        if (processes.isEmpty()) {
            throw rows.with("threads", threads).missing("stealing in one run with sequential");
        }
        double[] sequential = times(processes, 1, "sequential");
        double[] parallel = times(processes, threads, "stealing");
        double[] speedUps = IntStream.range(0, processes.size())
                .mapToDouble(i -> sequential[i] / parallel[i])
                .toArray();
        return new Search(
                Figures.median(sequential),
                Figures.median(parallel),
                processes.size(),
                Figures.median(speedUps),
                Figures.least(speedUps),
                Figures.most(speedUps),
                !rows.with("source", 0).isMeasured("sequential"));
    }

    private static Rows searched(Records records, int extent, double probability) {
        return records.cpu("bfs")
                .recordedBy(command(extent, probability))
                .with("extent", extent)
                .with("probability", probability);
    }

    private static double[] times(List<Rows> processes, int threads, String structure) {
        return processes.stream()
                .mapToDouble(one -> one.with("threads", threads).time(structure))
                .toArray();
    }

    private static String command(int extent, double probability) {
        return switch (extent) {
            case 40 -> SMALLEST;
            case 80 -> SMALL;
            case 180 -> MEDIUM;
            default -> probability == 1 ? LARGE : LARGE_WITH_FEWER_EDGES;
        };
    }

    private static double speedUp(Records records, int extent, double probability, int threads) {
        return search(records, extent, probability, threads).speedUp();
    }
}
