package dev.warpbroker.experiments.properties;

/** The rows of table 1 of the Broker Queue paper, and what decides each of them here. */
public enum Property {
    HIGHLY_SCALABLE(
            "highly scalable",
            "pairs at the most threads: at least 1/10 of the throughput of the best queue (partly: 1/50)"),
    FAIR_ORDERING(
            "fair ordering",
            "the most threads enqueue and dequeue for a while, half of them in this order, half in the other, on a"
                + " queue that is nearly empty: Jain's index of what they got done is at least 0.9 (partly: 0.5; 1 is"
                + " all alike), and no round took longer than a quarter of the time (partly: all of it)"),
    LINEARIZABILITY(
            "linearizability",
            "no history of a few threads on a tiny queue, recorded on the simulator, that no order of operations"
                    + " explains"),
    LOW_FOOTPRINT(
            "low resource footprint",
            "the kernel of pairs needs at most 32 registers, so that an SM can hold all its threads, and no local"
                    + " memory"),
    STATIC_MEMORY(
            "static memory only",
            "a queue for the most threads takes at most 20 bytes per element of 4 (partly: 64), and of 64 times as many"
                    + " pairs as there are elements of capacity none fails although the queue is never full"),
    ALL_PARADIGMS(
            "all execution paradigms",
            "pairs by one lane, by diverged lanes, by warps and by blocks all end; lanes of a warp that find nothing"
                    + " do not keep the others from adding something"),
    MULTI_QUEUE("multi-queue support", "a dequeue from an empty queue returns"),
    MULTI_ELEMENT(
            "multi-element dequeue",
            "the queue claims to take several elements at once, and a batch comes out whole and in order");

    private final String title;
    private final String criterion;

    Property(String title, String criterion) {
        this.title = title;
        this.criterion = criterion;
    }

    /** {@return the criterion that decides it here} */
    public String criterion() {
        return criterion;
    }

    /** The paper's name of it. */
    @Override
    public String toString() {
        return title;
    }
}
