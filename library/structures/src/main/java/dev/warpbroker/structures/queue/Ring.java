package dev.warpbroker.structures.queue;

/** The cells of a queue in an array. Position i belongs to cell i modulo the capacity. */
sealed interface Ring permits TurnRing, CountedCells {
    /** Empties the cells from the host; the next enqueue is at position 0. */
    void clear();

    void close();
}
