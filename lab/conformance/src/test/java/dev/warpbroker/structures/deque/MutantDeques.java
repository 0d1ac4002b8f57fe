package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.Taken;
import java.lang.invoke.VarHandle;

/** {@link AbpDeques} in which thieves take one element at a time, with a bug planted for tests that must find it. */
final class MutantDeques implements WorkDeques<Stamped> {
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int ENDS = 2;

    private final Device device;
    private final Bug bug;
    private final int count;
    private final int capacity;
    private final Rings<Stamped> rings;
    private final Longs ends;

    /** What is wrong. */
    enum Bug {
        NONE,
        /** The owner may look at Head before thieves can see that it has moved Tail. */
        NO_FENCE_IN_POP,
        /** A thief may see a Tail that is older than the Head it saw. */
        NO_FENCE_IN_STEAL,
        /** As in listing A.2: the thief looks at Tail first. */
        TAIL_READ_BEFORE_HEAD,
        /** Thieves may see Tail moved before they see the element. */
        NO_RELEASE_IN_PUSH,
        /** The deque begins anew at the same index with the same tag. */
        NO_TAG,
        /** A tag of two bits, which soon comes round. */
        TAG_TOO_SMALL,
        /** The owner takes the last element without asking whether a thief has it. */
        LAST_WITHOUT_COMPARE_AND_SWAP,
        /** A thief claims with a store what it has seen. */
        STEAL_WITHOUT_COMPARE_AND_SWAP,
        /** A thief reads the element after its claim, when the owner may already have written over it. */
        READ_AFTER_THE_CLAIM,
        /** As in listing A.2: thieves claim many, and the owner pops as if they claimed one. */
        MANY_CLAIMED_BEHIND_THE_OWNERS_BACK,
        /** The owner writes over the oldest element. */
        FULL_ONE_TOO_LATE
    }

    MutantDeques(Device device, int count, int capacity, Bug bug) {
        this.device = device;
        this.bug = bug;
        this.count = count;
        this.capacity = capacity;
        rings = new Rings<>(device, DequeOptions.of(count, capacity), Stamped.LAYOUT);
        ends = device.longs(count * ENDS);
    }

    @Override
    public boolean push(int deque, Stamped element) {
        int at = deque * ENDS;
        long tail = ends.get(at + TAIL);
        int room = bug == Bug.FULL_ONE_TOO_LATE ? capacity + 1 : capacity;
        if (tail - ends.getAndAdd(at + HEAD, 0) >= room) {
            return false;
        }
        rings.write(deque, tail, element);
        if (bug != Bug.NO_RELEASE_IN_PUSH) {
            VarHandle.releaseFence();
        }
        ends.setOpaque(at + TAIL, tail + 1);
        return true;
    }

    @Override
    public Taken<Stamped> pop(int deque) {
        int at = deque * ENDS;
        long tail = ends.get(at + TAIL);
        long newest = tail - 1;
        ends.setOpaque(at + TAIL, newest);
        if (bug != Bug.NO_FENCE_IN_POP) {
            VarHandle.fullFence();
        }
        long head = ends.getOpaque(at + HEAD);
        if (newest - head > 0) {
            return rings.takenIf(true, deque, newest);
        }
        long next = afterReset(tail);
        boolean unasked = bug == Bug.LAST_WITHOUT_COMPARE_AND_SWAP;
        boolean mine = newest == head && (unasked || ends.compareAndExchange(at + HEAD, head, next) == head);
        if (!mine || unasked) {
            ends.setOpaque(at + HEAD, next);
        }
        ends.setOpaque(at + TAIL, next);
        return rings.takenIf(mine, deque, newest);
    }

    private long afterReset(long tail) {
        long next = (tail | capacity - 1) + 1;
        return switch (bug) {
            case NO_TAG -> 0;
            case TAG_TOO_SMALL -> next & 4 * capacity - 1;
            default -> next;
        };
    }

    @Override
    public Taken<Stamped> steal(int deque) {
        return steal(deque, deque, 1);
    }

    @Override
    public Taken<Stamped> stealHalf(int victim, int own, int most) {
        return steal(victim, own, bug == Bug.MANY_CLAIMED_BEHIND_THE_OWNERS_BACK ? 2 : 1);
    }

    private Taken<Stamped> steal(int victim, int own, int most) {
        int at = victim * ENDS;
        long early = bug == Bug.TAIL_READ_BEFORE_HEAD ? ends.getAcquire(at + TAIL) : 0;
        long head = ends.getOpaque(at + HEAD);
        if (bug != Bug.NO_FENCE_IN_STEAL) {
            VarHandle.fullFence();
        }
        long size = (bug == Bug.TAIL_READ_BEFORE_HEAD ? early : ends.getAcquire(at + TAIL)) - head;
        if (size <= 0 || size > capacity) {
            return rings.none();
        }
        int[] words = rings.copy(victim, head);
        int claimed = (int) Math.min(most, size);
        if (claimed == 2) {
            words = rings.copy(victim, head + 1);
        }
        if (bug == Bug.STEAL_WITHOUT_COMPARE_AND_SWAP) {
            ends.setRelease(at + HEAD, head + 1);
        } else if (ends.compareAndExchange(at + HEAD, head, head + claimed) != head) {
            return rings.none();
        }
        if (claimed == 2) {
            push(own, rings.read(victim, head));
        }
        return bug == Bug.READ_AFTER_THE_CLAIM ? rings.takenIf(true, victim, head) : rings.taken(words);
    }

    @Override
    public Taken<Stamped> popWarp(Lane lane, int deque) {
        throw new UnsupportedOperationException("a mutant is no warp's");
    }

    @Override
    public Taken<Stamped> stealWarp(Lane lane, int deque) {
        throw new UnsupportedOperationException("a mutant is no warp's");
    }

    @Override
    public int size(int deque) {
        return (int) (ends.getOpaque(deque * ENDS + TAIL) - ends.getOpaque(deque * ENDS + HEAD));
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public void clear() {
        ends.fill(0);
    }

    @Override
    public void close() {
        ends.close();
        rings.close();
    }
}
