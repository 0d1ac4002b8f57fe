package dev.warpbroker.verify;

import java.util.SplittableRandom;

/**
 * Long histories that are linearizable because they happened: one operation after the other, each stretched to both
 * sides. Thread after thread, as logs of a device are.
 */
final class ManyOperations {
    /** The stamps of a device that counts nanoseconds since 1970, in steps of 32. */
    private static final long ORIGIN = 1_750_000_000_000_000_000L;

    private static final int STEP = 32;
    private static final int LONGEST = 4_000;

    private final SplittableRandom random = new SplittableRandom(7);
    private final int operations;
    private final int threads;
    private final long[] content;
    private final History.Builder builder;

    private ManyOperations(Discipline discipline, int operations, int threads, int capacity) {
        this.operations = operations;
        this.threads = threads;
        this.content = new long[capacity];
        this.builder = History.builder(discipline).reserve(operations).description("made up");
    }

    /** {@return the history of a queue that is now full, now empty} */
    static History queue(int operations, int threads, int capacity) {
        var many = new ManyOperations(Discipline.FIFO, operations, threads, capacity);
        many.builder.capacity(capacity);
        return many.make(Discipline.FIFO);
    }

    /** {@return the history of a stack that is never full} */
    static History stack(int operations, int threads) {
        return new ManyOperations(Discipline.LIFO, operations, threads, operations).make(Discipline.LIFO);
    }

    private History make(Discipline discipline) {
        int[] results = new int[operations];
        int[] values = new int[operations];
        long first = 0;
        long behind = 0;
        int bias = 50;
        for (int i = 0; i < operations; i++) {
            if (i % 20_000 == 0) {
                bias = 20 + random.nextInt(60);
            }
            long size = behind - first;
            if (random.nextInt(100) < bias) {
                values[i] = i;
                results[i] = (size == content.length ? Result.FULL : Result.INSERTED).code();
                if (size < content.length) {
                    content[(int) (behind++ % content.length)] = i;
                }
            } else if (size == 0) {
                results[i] = Result.EMPTY.code();
            } else {
                long at = discipline == Discipline.FIFO ? first++ : --behind;
                values[i] = (int) content[(int) (at % content.length)];
                results[i] = Result.REMOVED.code();
            }
        }
        for (int thread = 0; thread < threads; thread++) {
            for (int i = thread; i < operations; i += threads) {
                long now = ORIGIN + 20L * i;
                builder.add(
                        thread,
                        results[i],
                        coarse(now - random.nextInt(LONGEST)),
                        coarse(now + random.nextInt(LONGEST)),
                        values[i]);
            }
        }
        return builder.build();
    }

    /** Rounding keeps the order, so that the history stays linearizable. */
    private static long coarse(long stamp) {
        return stamp / STEP * STEP;
    }
}
