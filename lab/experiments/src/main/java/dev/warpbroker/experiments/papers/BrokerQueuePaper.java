package dev.warpbroker.experiments.papers;

import java.util.List;

/** The Broker Queue, ICS 2018. */
final class BrokerQueuePaper {
    /** The numbers of threads that we measure with. */
    static final List<Integer> THREADS = List.of(1024, 8192, 65_536, 131_072, 270_336);

    /** As many as an H200 holds. */
    static final int ALL_THREADS = 270_336;

    /** As many as are on the paper's GPU at once. */
    static final int PAPER_THREADS = 57_344;

    /** Queues that take part where queues run empty. */
    static final List<String> THAT_RETURN =
            List.of("BQ", "BQ-fused", "OVQ", "BWD", "BSQ", "GQ", "LCRQ", "WFQ", "G-LFQ", "G-WFQ");

    static final Paper PAPER = new Paper(
            "Broker Queue",
            "B. Kerbl, M. Kenzel, J. H. Mueller, D. Schmalstieg, M. Steinberger: The Broker Queue: A Fast, Linearizable"
                    + " FIFO Queue for Fine-Granular Work Distribution on the GPU, ICS 2018",
            "an NVIDIA GTX Titan X (Pascal), 28 multiprocessors, at most 57,344 threads at once; ours has 132 and"
                    + " 270,336",
            List.of(
                    BrokerQueueProperties.properties(),
                    BrokerQueuePairs.contention(),
                    BrokerQueuePairs.pairs(),
                    BrokerQueuePairs.pairsPerWarp(),
                    BrokerQueueLoads.moreEnqueues(),
                    BrokerQueueLoads.moreDequeues(),
                    BrokerQueueLoads.prefilled(),
                    BrokerQueueRanks.pageRank(
                            "figure 3d",
                            "p2p-Gnutella31.txt",
                            new BrokerQueueRanks.AtLeast("LCRQ", 60),
                            new BrokerQueueRanks.AtLeast("WFQ", 6)),
                    BrokerQueueRanks.pageRank(
                            "figure 3e",
                            "web-NotreDame.txt",
                            new BrokerQueueRanks.AtLeast("LCRQ", 95),
                            new BrokerQueueRanks.AtLeast("WFQ", 400)),
                    BrokerQueueLoads.variants("figure 4a", 0),
                    BrokerQueueLoads.variants("figure 4b", 320)),
            List.of());

    private BrokerQueuePaper() {}
}
