package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.papers.Paper.Illustration;
import java.util.List;

/** Dynamic Load Balancing on Massively Parallel Computer Architectures, 2013. */
final class WorkStealingThesis {
    static final List<Integer> CPU_WORKERS = List.of(1, 2, 4, 8, 16);

    static final String NO_XEON_PHI =
            "there is no Xeon Phi to be had: Intel gave it up in 2020. 16 threads of a Xeon take its place where a CPU"
                    + " can.";

    static final Paper PAPER = new Paper(
            "Thesis on work stealing",
            "F. Wende: Dynamic Load Balancing on Massively Parallel Computer Architectures, Freie Universität Berlin,"
                    + " 2013",
            "an NVIDIA Tesla M2090 (16 multiprocessors), an Intel Xeon E5-2670 (8 cores, 16 threads) and an Intel Xeon"
                    + " Phi",
            List.of(
                    StealingDeques.deques("figure 3.4", "ABP", "non-blocking"),
                    StealingDeques.deques("figure 3.5", "locked", "blocking"),
                    StealingDeques.dequeTable(),
                    SpawnedThreads.recursion(),
                    SpawnedThreads.imbalance(),
                    SpawnedThreads.pool(),
                    TracedRays.cameras(),
                    TracedRays.workMaps(),
                    TracedRays.rays("figure 4.6", 1),
                    TracedRays.raysOnCpu(),
                    TracedRays.rays("figure 4.8", 2),
                    TracedRays.rays("figure 4.9", 3),
                    SearchedLattices.searches(),
                    SearchedLattices.searchesOnXeonPhi(),
                    SearchedLattices.searchesOnCpu(),
                    SearchedLattices.searchTimes()),
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

    static Rows machine(Records records, String machine, String experiment) {
        return machine.equals("GPU") ? records.gpu(experiment) : records.cpu(experiment);
    }
}
