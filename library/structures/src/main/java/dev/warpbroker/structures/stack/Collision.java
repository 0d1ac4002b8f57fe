package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/**
 * How one operation looks for a partner in a collision array. Its attempts end after a while, with a partner or
 * without.
 */
final class Collision implements Detour {
    /*
     * Invariants
     * - A place is FREE, or somebody waits there: GIVING with its value, or TAKING. Whoever comes and wants the
     *   opposite makes that TAKEN, or GIVEN with the value, by compare-and-swap: this is the meeting. Only whoever
     *   waits makes the place FREE again, once met or out of patience.
     * - Between two FREE a place belongs to the one that waits, so its compare-and-swap to withdraw fails only if it
     *   was met. Whoever meets takes whatever offer there is at that instant; whether it is the one that was read first
     *   does not matter, if it is the same word.
     *
     * Access modes: to offer, to meet and to find out about it acquire and release, since what was written before the
     * push must be visible after the pop. Reads that only decide what is attempted are opaque, and FREE hands on
     * nothing.
     */

    static final long FREE = 0;
    private static final long TAKING = 1;
    private static final long TAKEN = 2;
    private static final int GIVING = 3;
    private static final int GIVEN = 4;

    /** How often one looks whether a partner has come: altogether about as long as a crowd's compare-and-swap takes. */
    private static final int PATIENCE = 8;

    private final Longs places;
    private final int id;

    /** How many of the places are used: a power of two. */
    private int width;

    private int attempts;

    /**
     * Tells those apart who look for a partner: of a class each, so that kernels know which also of one of many stacks.
     */
    sealed interface Callers {
        int current();

        record Lanes() implements Callers {
            @Override
            public int current() {
                return Lane.current().id();
            }
        }

        record Threads() implements Callers {
            @Override
            public int current() {
                return (int) Thread.currentThread().threadId();
            }
        }
    }

    Collision(Longs places, Callers callers) {
        this.places = places;
        width = places.length();
        id = callers.current();
    }

    private static long word(int value, int state) {
        return (long) value << Integer.SIZE | state;
    }

    private static boolean isGiving(long word) {
        return (int) word == GIVING;
    }

    private static int value(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    @Override
    public boolean tryGive(int value) {
        int place = nextPlace();
        long seen = places.getOpaque(place);
        if (seen == TAKING && places.compareAndSetAcqRel(place, TAKING, word(value, GIVEN))) {
            return true;
        }
        if (seen == FREE && places.compareAndSetAcqRel(place, FREE, word(value, GIVING))) {
            awaitChange(place, word(value, GIVING));
            if (places.compareAndSetAcqRel(place, word(value, GIVING), FREE)) {
                return alone();
            }
            places.setOpaque(place, FREE);
            return true;
        }
        return crowded();
    }

    @Override
    public TakenInt tryTake() {
        int place = nextPlace();
        long seen = places.getOpaque(place);
        if (isGiving(seen) && places.compareAndSetAcqRel(place, seen, TAKEN)) {
            return TakenInt.of(value(seen));
        }
        if (seen == FREE && places.compareAndSetAcqRel(place, FREE, TAKING)) {
            awaitChange(place, TAKING);
            long found = places.compareAndExchangeAcqRel(place, TAKING, FREE);
            if (found == TAKING) {
                return new TakenInt(alone(), 0);
            }
            places.setOpaque(place, FREE);
            return TakenInt.of(value(found));
        }
        return new TakenInt(crowded(), 0);
    }

    private void awaitChange(int place, long offer) {
        var backoff = new Backoff();
        for (int i = 0; i < PATIENCE && places.getOpaque(place) == offer; i++) {
            backoff.pause("a partner at the stack");
        }
    }

    /** Nobody came: where there are fewer places, there is more company. */
    private boolean alone() {
        width = Math.max(1, width / 2);
        return false;
    }

    /** The place was taken, or somebody else was faster. */
    private boolean crowded() {
        width = Math.min(2 * width, places.length());
        return false;
    }

    private int nextPlace() {
        attempts++;
        int mixed = (31 * id + attempts) * 0x9e3779b9;
        return mixed >>> 16 & width - 1;
    }
}
