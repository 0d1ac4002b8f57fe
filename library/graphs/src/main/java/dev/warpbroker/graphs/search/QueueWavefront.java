package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/** A level is one array; workers put vertices in at its tail, and in the next level take them by number. */
final class QueueWavefront implements Wavefront {
    /*
     * Tail and claims of a level are RoundCounters. In level k the tail k + 1 grows and the claims k do, while those of
     * k + 2 are set to 0. The barrier between levels also orders the plain writes of the array before the reads, and
     * makes relaxed counters exact.
     *
     * Two levels fit one array, so that one has at most 2^30 vertices; claims go beyond that by one batch of each
     * worker at most.
     */

    private static final int TAIL = 0;
    private static final int CLAIMS = ROUNDS * APART;

    /** Every worker is to have about this many batches, so that they end together. */
    private static final int BATCHES = 2;

    private final Ints counters;

    /** Levels with even numbers, then those with odd ones. */
    private final Ints vertices;

    private final int capacity;
    private final int least;
    private final int most;

    /**
     * @param capacity vertices of the graph
     * @param least vertices in a batch, unless fewer are left
     * @param most vertices in a batch
     */
    QueueWavefront(Device device, int capacity, int least, int most) {
        this.capacity = capacity;
        this.least = least;
        this.most = most;
        counters = device.ints(2 * ROUNDS * APART);
        vertices = device.ints(Math.multiplyExact(2, capacity));
    }

    @Override
    public void begin(int source) {
        counters.fill(0);
        counters.copyIn(new int[] {1}, TAIL);
        vertices.copyIn(new int[] {source});
    }

    @Override
    public int size(int level) {
        return counters.getOpaque(counter(TAIL, level));
    }

    private int batch(int size, int workers) {
        return Math.clamp(size / (workers * BATCHES), least, most);
    }

    /** {@return how many workers, the first ones, get something in their first turn} */
    int takers(int size, int workers) {
        return Math.min(Math.ceilDiv(size, batch(size, workers)), workers);
    }

    @Override
    public Batch take(WarpWorker worker, int level, int size, int turn) {
        int workers = worker.count();
        int batch = batch(size, workers);
        int from;
        if (turn == 0) {
            if (worker.lane().id() == 0) {
                counters.setOpaque(counter(TAIL, level + 2), 0);
                counters.setOpaque(counter(CLAIMS, level + 2), 0);
            }
            from = worker.number() * batch;
        } else if (workers * batch >= size) {
            from = size;
        } else {
            int claimed = 0;
            if (worker.isFirst()) {
                claimed = counters.getAndAddRelaxed(counter(CLAIMS, level), batch);
            }
            from = workers * batch + worker.fromFirst(claimed);
        }
        int begin = Math.min(from, size);
        return new Batch((level & 1) * capacity + begin, Math.min(batch, size - begin));
    }

    @Override
    public void put(WarpWorker worker, int level, Outbox outbox, int count) {
        int at = 0;
        if (worker.isFirst()) {
            at = counters.getAndAddRelaxed(counter(TAIL, level + 1), count);
        }
        int begin = (level + 1 & 1) * capacity + worker.fromFirst(at);
        outbox.moveTo(worker, vertices, begin, count);
    }

    @Override
    public Ints vertices() {
        return vertices;
    }

    @Override
    public void close() {
        counters.close();
        vertices.close();
    }
}
