package dev.warpbroker.tasks.host;

import java.util.concurrent.atomic.AtomicLong;

/** A ring of a {@link QueueToDevice}, into which any thread puts. */
final class OutgoingRing {
    /** In the tail: no more elements come. The position stays below it. */
    private static final long ENDED = 1L << 62;

    private final int number;
    private final RingMemory memory;

    /** Moved by compare-and-set, as far as lanes have taken; the last place is for the end. */
    private final AtomicLong tail = new AtomicLong();

    /** What is known of how many elements lanes have taken: each look costs a line that the device has written. */
    private volatile long known;

    OutgoingRing(int number, RingMemory memory) {
        this.number = number;
        this.memory = memory;
    }

    /** {@return whether there was room for an element} */
    boolean offer(int[] words) {
        while (true) {
            long position = tail.get();
            if ((position & ENDED) != 0) {
                throw new IllegalStateException("an element came after finish; put all elements in before");
            }
            if (position - known >= memory.shape().slots() - 1) {
                known = taken();
                if (position - known >= memory.shape().slots() - 1) {
                    return false;
                }
            }
            if (tail.compareAndSet(position, position + 1)) {
                write(position, words, 0);
                return true;
            }
        }
    }

    void end() {
        long position = tail.getAndUpdate(old -> old | ENDED);
        if ((position & ENDED) == 0) {
            write(position, new int[memory.shape().words()], RingLayout.END);
        }
    }

    int size() {
        return (int) ((tail.get() & ~ENDED) - taken());
    }

    private long taken() {
        return memory.taken().getAcquire(number * RingLayout.LINE);
    }

    private void write(long position, int[] words, int kind) {
        var shape = memory.shape();
        int lap = shape.lapAt(position);
        for (int i = words.length - 1; i >= 0; i--) {
            memory.entries()
                    .setRelease(shape.at(number, position, i), RingLayout.marked(words[i], i == 0 ? lap | kind : lap));
        }
    }
}
