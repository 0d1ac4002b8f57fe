package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;

/**
 * How many of something there are to be had. The count may be in parts, so that blocks do not all meet at one word: how
 * often one word can be added to is what limits a queue on a GPU. Nobody waits for anybody.
 */
final class Permits {
    /*
     * A permit that is there can be had from one part only, and a taker that was too late gives back what it took in
     * vain. Between the two the part is too low by one: whoever comes then may be refused although a permit has just
     * been given back. So a refusal says that all permits were taken, or were about to be.
     *
     * Access modes: relaxed. Permits say how many, never what was written before.
     */

    /** From one part to the next. */
    static final int PART = 24 * Ints.LINE;

    private final Ints counters;

    /** Where the first part is. */
    private final int origin;

    /** A power of two; if more than one, only lanes of a kernel can take or give. */
    private final int parts;

    Permits(Ints counters, int origin, int parts) {
        this.counters = counters;
        this.origin = origin;
        this.parts = parts;
    }

    /** Writes the words of {@code permits} into an image of the counters, from the host. */
    void begin(int[] image, int permits) {
        for (int part = 0; part < parts; part++) {
            image[word(part)] = (permits + part) / parts;
        }
    }

    private int word(int part) {
        return origin + part * PART;
    }

    private int ownPart() {
        return parts == 1 ? 0 : Lane.current().block().index() & (parts - 1);
    }

    /** {@return whether the caller has one now} Subtracts without a look, which is right unless few are left. */
    boolean tryTake() {
        int own = ownPart();
        if (counters.getAndAddRelaxed(word(own), -1) > 0) {
            return true;
        }
        counters.getAndAddRelaxed(word(own), 1);
        return tryTakeIfSeen();
    }

    /** {@return whether the caller has one now} Looks at every part before it subtracts. */
    boolean tryTakeIfSeen() {
        int own = ownPart();
        for (int step = 0; step < parts; step++) {
            int word = word((own + step) & (parts - 1));
            if (counters.getOpaque(word) > 0) {
                if (counters.getAndAddRelaxed(word, -1) > 0) {
                    return true;
                }
                counters.getAndAddRelaxed(word, 1);
            }
        }
        return false;
    }

    /**
     * {@return how many of {@code wanted} the caller has now, all of one part} Looks at every part before it subtracts.
     */
    int takeSeen(int wanted) {
        int own = ownPart();
        int taken = 0;
        for (int step = 0; step < parts && taken == 0; step++) {
            int word = word((own + step) & (parts - 1));
            if (counters.getOpaque(word) > 0) {
                taken = Math.max(0, Math.min(counters.getAndAddRelaxed(word, -wanted), wanted));
                if (taken < wanted) {
                    counters.getAndAddRelaxed(word, wanted - taken);
                }
            }
        }
        return taken;
    }

    /** Gives one, or gives one back. */
    void give() {
        counters.getAndAddRelaxed(word(ownPart()), 1);
    }

    /** Takes one that is there already, or will be. */
    void owe() {
        counters.getAndAddRelaxed(word(ownPart()), -1);
    }
}
