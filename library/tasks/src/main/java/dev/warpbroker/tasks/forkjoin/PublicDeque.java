package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WorkerTrace;

/** The tasks that a {@link Worker} has made public, and its way to take those of others. */
final class PublicDeque<T> {
    /*
     * The word of a deque has a tag, a tail and a head. The owner alone moves the tail and, when it takes tasks back,
     * adds to the tag: a thief that read tasks before that fails, even if the tail has come back to where it was. What
     * a thief copied before its exchange failed is above the top of its stack, where nobody looks.
     *
     * Access modes: published tasks are written and read opaquely, since a thief may read what is being overwritten.
     * The addition that moves the tail releases them (and all that their parents wrote), the look that found them
     * acquires; warp.synchronize passes both on between the lane that did it and the others. How many tasks
     * are left in the own deque is a hint, so it is read opaquely.
     */
    private static final int HALF_BITS = Plan.DEQUE_BITS;
    private static final int HALF_MASK = (1 << HALF_BITS) - 1;

    private final WarpMemory<T> memory;
    private final Plan plan;
    private final TaskStack<T> stack;
    private final Lending lending;
    private final WorkerTrace<T> trace;
    private final Longs words;
    private final Ints published;

    // The same in all lanes.
    private int tail;

    /** Tasks that the own deque has at most: those at the last look, and what was made public since. */
    private int ownSize;

    /** Whether others took tasks that this worker was about to take: there may be more. */
    private boolean outrun;

    private int random;

    PublicDeque(WarpMemory<T> memory, TaskStack<T> stack, Lending lending, WorkerTrace<T> trace) {
        this.memory = memory;
        this.stack = stack;
        this.lending = lending;
        this.trace = trace;
        plan = memory.plan();
        words = memory.device().deques();
        published = memory.device().published();
        random = (memory.warp().lane().id() + 1) * 0x9E3779B9;
        tail = tailOf(words.getOpaque(wordOf(memory.worker())));
    }

    private static int wordOf(int worker) {
        return worker * (Plan.LINE / 2);
    }

    private static int headOf(long deque) {
        return (int) deque & HALF_MASK;
    }

    private static int tailOf(long deque) {
        return (int) (deque >>> HALF_BITS) & HALF_MASK;
    }

    private static int sizeOf(long deque) {
        return tailOf(deque) - headOf(deque) & HALF_MASK;
    }

    private int publishedAt(int owner, int index) {
        return (owner * plan.publicTasks() + (index & plan.publicTasks() - 1)) * plan.entryWords();
    }

    /** {@return how many tasks are in the own deque now} */
    int size() {
        if (ownSize > 0) {
            ownSize = sizeOf(memory.warp().fromFirst(words.getOpaque(wordOf(memory.worker()))));
        }
        return ownSize;
    }

    boolean wasOutrun() {
        return outrun;
    }

    void forgetOutrun() {
        outrun = false;
    }

    /** Makes the oldest tasks of the stack public, as many as may be. {@return whether there were some} */
    boolean publish(int most) {
        int count = Math.min(most, lending.room());
        if (count <= 0) {
            return false;
        }
        int children = 0;
        for (int first = 0; first < count; first += memory.lanes()) {
            int i = first + memory.lane();
            boolean own = false;
            if (i < count) {
                own = memory.isOwnChild(
                        stack.copyTo(stack.bottom() + i, published, publishedAt(memory.worker(), tail + i)));
            }
            children += Integer.bitCount(memory.warp().ballot(own));
        }
        lending.lend(count, children);
        memory.warp().synchronize();
        append(count);
        stack.removeOldest(count);
        memory.warp().synchronize();
        return true;
    }

    /** Makes {@code count} tasks public that are in the own deque behind its tail. */
    private void append(int count) {
        if (memory.warp().isFirst()) {
            words.getAndAddAcqRel(wordOf(memory.worker()), (long) count << HALF_BITS);
        }
        tail = tail + count & HALF_MASK;
        ownSize += count;
    }

    /** {@return whether tasks were taken back from the own deque, newest first} */
    boolean reclaim(int most) {
        if (ownSize == 0) {
            return false;
        }
        int deque = wordOf(memory.worker());
        long word = memory.warp().fromFirst(words.getAcquire(deque));
        int size = sizeOf(word);
        ownSize = size;
        if (size == 0) {
            return false;
        }
        int count = Math.min(size, most);
        int from = tail - count & HALF_MASK;
        long taken = ((word >>> 2 * HALF_BITS) + 1) << 2 * HALF_BITS | (long) from << HALF_BITS | headOf(word);
        if (!exchange(deque, word, taken)) {
            return false;
        }
        int children = copyToStack(memory.worker(), from, count);
        tail = from;
        ownSize -= count;
        lending.take(count, children);
        stack.addCopied(count);
        memory.warp().synchronize();
        return true;
    }

    /** Copies tasks of a deque to above the top of the stack. {@return how many of them are own children} */
    private int copyToStack(int owner, int from, int count) {
        int children = 0;
        for (int first = 0; first < count; first += memory.lanes()) {
            int i = first + memory.lane();
            boolean own = i < count && memory.isOwnChild(stack.copyFrom(published, publishedAt(owner, from + i), i));
            children += Integer.bitCount(memory.warp().ballot(own));
        }
        return children;
    }

    /** {@return whether tasks of another worker were taken, oldest first} */
    boolean steal(int most) {
        var warp = memory.warp();
        int victim = victim();
        long word = words.getAcquire(wordOf(victim));
        int available = victim == memory.worker() ? 0 : sizeOf(word);
        int rich = warp.ballot(available > 0);
        if (rich == 0) {
            return false;
        }
        int finder = warp.warp().leader(plan.longTasks() ? warp.ballot(available == greatest(available)) : rich);
        warp.synchronize(); // what the finder acquired, all lanes may read
        word = warp.warp().shuffle(warp.mask(), word, finder);
        victim = warp.warp().shuffle(warp.mask(), victim, finder);
        int size = sizeOf(word);
        int lanes = memory.lanes();
        int kept = Math.min(size > lanes || plan.longTasks() ? size : (size + 1) / 2, Math.min(most, lanes));
        int passedOn = plan.longTasks() ? passedOn(size, kept) : 0;
        int children = copyToStack(victim, headOf(word), kept);
        for (int i = memory.lane(); i < passedOn; i += lanes) {
            int from = publishedAt(victim, headOf(word) + kept + i);
            int to = publishedAt(memory.worker(), tail + i);
            for (int each = 0; each < plan.entryWords(); each++) {
                published.setOpaque(to + each, published.getOpaque(from + each));
            }
        }
        warp.synchronize();
        long taken = word & ~(long) HALF_MASK | headOf(word) + kept + passedOn & HALF_MASK;
        if (!exchange(wordOf(victim), word, taken)) {
            return false;
        }
        lending.take(kept + passedOn, children);
        if (passedOn > 0) {
            lending.lend(passedOn, 0);
            append(passedOn);
        }
        stack.addCopied(kept);
        memory.count(EngineMemory.STOLEN, kept + passedOn);
        memory.count(EngineMemory.STEALS, 1);
        trace.stole(victim, kept + passedOn);
        return true;
    }

    /**
     * {@return how many tasks a thief makes public again, besides those it keeps: up to half of what there is, in
     * warps' worths, so that not everybody has to come to the same deque} None unless its own deque is empty.
     */
    private int passedOn(int size, int kept) {
        int half = Math.min(size, plan.fastTasks()) / 2;
        return ownSize == 0 ? Math.max(0, (half - kept) & -memory.lanes()) : 0;
    }

    /**
     * {@return the worker whose deque the lane looks at: any; where tasks are long the lanes look at a row of workers,
     * to leave none out} Of these they take from the one that has most, which is where the oldest tasks are, with most
     * to come from them.
     */
    private int victim() {
        int workers = memory.warp().count();
        random = random * 1664525 + 1013904223;
        int chosen = (int) (Integer.toUnsignedLong(random) * workers >>> Integer.SIZE);
        return plan.longTasks() ? (memory.warp().fromFirst(chosen) + memory.lane()) % workers : chosen;
    }

    /** {@return the greatest number that a lane of the warp has} */
    private int greatest(int number) {
        var warp = memory.warp();
        int greatest = number;
        for (int distance = memory.lanes() / 2; distance > 0; distance /= 2) {
            greatest = Math.max(greatest, warp.warp().shuffle(warp.mask(), greatest, memory.lane() ^ distance));
        }
        return greatest;
    }

    private boolean exchange(int deque, long expected, long replacement) {
        int success = 0;
        if (memory.warp().isFirst()) {
            success = words.compareAndExchangeAcqRel(deque, expected, replacement) == expected ? 1 : 0;
        }
        outrun = memory.warp().fromFirst(success) == 0;
        return !outrun;
    }
}
