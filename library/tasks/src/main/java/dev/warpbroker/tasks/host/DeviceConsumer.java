package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Taken;

/**
 * The lanes' end of a {@link QueueToDevice}. Kernel Java.
 *
 * <p>Lanes of a warp that make a call together take what is there with one read for each word. What the host copied to
 * device memory before it put an element in is visible to the lane that takes it.
 *
 * @param <E> the elements
 */
public final class DeviceConsumer<E> extends RingEnd<E> {
    /*
     * Per ring: lanes take turns. Turn, in device memory, is the head of the ring, or TAKEN while lanes have it. They
     * read the entries from the head on, a lane one of them, and take those that are there up to the first that is not;
     * then they tell the host how many were taken (Taken), and put the new head back. So few lanes look at the memory
     * of the host at a time, however many want elements, and none waits inside. The last entry of a ring says that no
     * more come; those that find it at the head note that in Ended, and it stays.
     *
     * Access modes: words are marked with their lap, and Turn carries the head itself, so opaque accesses suffice for
     * both. The first word of an entry is read last and acquires what the host did before. The host may write slots
     * that Taken has passed: it is released after all lanes have read them.
     */
    private static final int TURN = 0;
    private static final int ENDED = 1;

    private static final long TAKEN = -1;

    DeviceConsumer(Layout<E> layout, RingMemory memory) {
        super(layout, memory);
    }

    /**
     * {@return an element, or nothing if the host has said that no more come and all were taken} Waits while there is
     * none.
     */
    public Taken<E> take(Lane lane) {
        var backoff = new Backoff();
        while (true) {
            var element = poll(lane);
            if (element.present() || hasEnded()) {
                return element;
            }
            backoff.pause("an element of the host");
        }
    }

    /**
     * {@return an element if one is there for the calling lane, else nothing} There may be elements that others are
     * just taking, or that the host is just putting in.
     */
    public Taken<E> poll(Lane lane) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        int rank = warp.rank(mask);
        int first = ringOf(lane);
        int[] words = new int[shape.words()];
        boolean got = false;
        for (int i = 0; i < rings && !warp.any(mask, got); i++) {
            int ring = first + i < rings ? first + i : first + i - rings;
            int at = ring * RingLayout.LINE;
            long head = warp.isLeader(mask) ? counters.getAndSetRelaxed(at + TURN, TAKEN) : TAKEN;
            head = warp.shuffle(mask, head, warp.leader(mask));
            if (head != TAKEN) {
                int mark = read(ring, head + rank, words);
                int lap = shape.lapAt(head + rank);
                int missing = warp.ballot(mask, mark != lap);
                int count = missing == 0
                        ? Integer.bitCount(mask)
                        : Integer.bitCount(mask & (1 << Integer.numberOfTrailingZeros(missing)) - 1);
                got = rank < count;
                warp.synchronize(mask);
                if (warp.isLeader(mask)) {
                    if (count > 0) {
                        taken.setRelease(at, head + count);
                    } else if (mark == (lap | RingLayout.END)) {
                        counters.setOpaque(at + ENDED, 1);
                    }
                    counters.setOpaque(at + TURN, head + count);
                }
            }
        }
        return new Taken<>(got, got ? layout.decode(words) : layout.zero());
    }

    /** {@return whether the host has said that no more elements come, and all were taken} */
    public boolean hasEnded() {
        boolean ended = true;
        for (int ring = 0; ring < rings; ring++) {
            ended &= counters.getOpaque(ring * RingLayout.LINE + ENDED) != 0;
        }
        return ended;
    }

    /** Copies the words of an entry. {@return their mark, or 0 if they have not the same} */
    private int read(int ring, long position, int[] words) {
        int lap = shape.lapAt(position);
        boolean whole = true;
        for (int i = shape.words() - 1; i > 0; i--) {
            long marked = entries.getOpaque(shape.at(ring, position, i));
            words[i] = RingLayout.word(marked);
            whole &= RingLayout.mark(marked) == lap;
        }
        long marked = entries.getAcquire(shape.at(ring, position, 0));
        words[0] = RingLayout.word(marked);
        return whole ? RingLayout.mark(marked) : 0;
    }
}
