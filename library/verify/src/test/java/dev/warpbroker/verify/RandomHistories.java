package dev.warpbroker.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Histories made up at random: the same seed makes the same ones. */
final class RandomHistories {
    private final Random random;
    private final Discipline discipline;

    RandomHistories(long seed, Discipline discipline) {
        this.random = new Random(seed);
        this.discipline = discipline;
    }

    /**
     * {@return a history that is linearizable because the operations happened one by one, at instants that are
     * {@code overlap} times closer to each other than the operations are long}
     */
    History linearizable(int operations, int threads, int capacity, int overlap) {
        return of(capacity, happened(operations, threads, capacity, overlap));
    }

    /** {@return a short history with few stamps, which may be linearizable or not} */
    History small(int capacity) {
        int operations = 1 + random.nextInt(8);
        var list = new ArrayList<>(
                switch (random.nextInt(4)) {
                    case 0 -> anything(operations);
                    case 1 -> happened(operations, 3, capacity, random.nextInt(4));
                    default -> pairs(operations);
                });
        for (int mutations = random.nextInt(3) - 1; mutations > 0; mutations--) {
            mutate(list);
        }
        return of(capacity, distinct(list));
    }

    private List<Operation> happened(int operations, int threads, int capacity, int overlap) {
        Deque<Long> content = new ArrayDeque<>();
        var list = new ArrayList<Operation>();
        long value = 0;
        int bias = 2;
        for (int i = 0; i < operations; i++) {
            if (i % Math.max(4, 3 * capacity) == 0) {
                bias = 1 + random.nextInt(3); // rather remove, both alike, rather insert
            }
            long now = 4L * i;
            long call = now - random.nextInt(4 * overlap + 1);
            long returned = now + random.nextInt(4 * overlap + 1);
            int thread = random.nextInt(threads);
            if (random.nextInt(4) < bias) {
                boolean full = content.size() == capacity;
                list.add(new Operation(thread, full ? Result.FULL : Result.INSERTED, call, returned, ++value));
                if (!full) {
                    content.addLast(value);
                }
            } else if (content.isEmpty()) {
                list.add(new Operation(thread, Result.EMPTY, call, returned, 0));
            } else {
                long removed = discipline == Discipline.FIFO ? content.removeFirst() : content.removeLast();
                list.add(new Operation(thread, Result.REMOVED, call, returned, removed));
            }
        }
        Collections.shuffle(list, random);
        return list;
    }

    /** Every value is inserted and most are removed later, in any order. */
    private List<Operation> pairs(int operations) {
        var list = new ArrayList<Operation>();
        for (int value = 1; list.size() < operations; value++) {
            long call = random.nextInt(12);
            long returned = call + random.nextInt(4);
            long removal = call + random.nextInt(8);
            list.add(new Operation(random.nextInt(3), Result.INSERTED, call, returned, value));
            if (random.nextInt(8) > 0) {
                list.add(new Operation(random.nextInt(3), Result.REMOVED, removal, removal + random.nextInt(4), value));
            }
            if (random.nextInt(4) == 0) {
                boolean full = random.nextBoolean();
                list.add(new Operation(
                        random.nextInt(3),
                        full ? Result.FULL : Result.EMPTY,
                        removal,
                        removal + random.nextInt(3),
                        99));
            }
        }
        return list;
    }

    private List<Operation> anything(int operations) {
        var list = new ArrayList<Operation>();
        var results = Result.values();
        for (int i = 0; i < operations; i++) {
            long call = random.nextInt(10);
            list.add(new Operation(
                    random.nextInt(3),
                    results[random.nextInt(results.length)],
                    call,
                    call + random.nextInt(5),
                    1 + random.nextInt(4)));
        }
        return list;
    }

    private void mutate(List<Operation> list) {
        int i = random.nextInt(list.size());
        var old = list.get(i);
        var other = list.get(random.nextInt(list.size()));
        long call = old.call() + random.nextInt(13) - 6;
        list.set(
                i,
                switch (random.nextInt(3)) {
                    case 0 -> new Operation(old.thread(), old.result(), old.call(), old.returned(), other.value());
                    case 1 -> new Operation(old.thread(), other.result(), old.call(), old.returned(), old.value());
                    default -> new Operation(old.thread(), old.result(), call, call + random.nextInt(8), old.value());
                });
    }

    /** Inserted values have to be distinct. */
    private static List<Operation> distinct(List<Operation> list) {
        var seen = new ArrayList<Long>();
        var kept = new ArrayList<Operation>();
        for (var operation : list) {
            if (operation.result() != Result.INSERTED || !seen.contains(operation.value())) {
                kept.add(operation);
            }
            if (operation.result() == Result.INSERTED) {
                seen.add(operation.value());
            }
        }
        return kept;
    }

    private History of(int capacity, List<Operation> operations) {
        return TestHistories.of(discipline, capacity, operations);
    }
}
