package dev.warpbroker.experiments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;

/**
 * The experiment of figure 1 of the Broker Queue paper: all threads change one word, each as often as the others, and
 * every thread begins an access only when it has the result of the one before.
 */
public final class Contention implements AutoCloseable {
    /**
     * Words between those of two threads that use distinct ones: a cache line, twice. The first is as far from the
     * array's beginning: there, on the JVM, is its length, which every access reads.
     */
    private static final int DISTANCE = 2 * Ints.LINE;

    /** What no word ever is. */
    private static final int NEVER = -1;

    /** Failures after which a compare-and-swap loop looks whether the launch was cancelled. */
    private static final int PATIENCE = 256;

    /** What a thread does. */
    public enum Access {
        /** Reads a word that nobody changes; not atomic: what the others are measured against. */
        READ("uncontended read") {
            @Override
            int once(Ints words, int index, Lane lane) {
                return words.getOpaque(index);
            }
        },

        /** Adds with one atomic instruction. */
        FETCH_ADD("fetch-add") {
            @Override
            int once(Ints words, int index, Lane lane) {
                return words.getAndAddRelaxed(index, 1);
            }
        },

        /** Adds with one atomic instruction for all lanes of a warp. */
        AGGREGATED("warp-aggregated fetch-add") {
            @Override
            int once(Ints words, int index, Lane lane) {
                return lane.warp().aggregatedAdd(words, index, 1);
            }
        },

        /** Reads, and swaps if nobody else came between, until that succeeds. */
        CAS_LOOP("CAS loop") {
            @Override
            int once(Ints words, int index, Lane lane) {
                var backoff = new Backoff();
                int failures = 0;
                int seen = words.getOpaque(index);
                while (true) {
                    int found = words.compareAndExchangeRelaxed(index, seen, seen + 1);
                    if (found == seen) {
                        return found;
                    }
                    seen = found;
                    failures++;
                    if (failures % PATIENCE == 0) {
                        backoff.pause("a compare-and-swap that no other thread disturbs");
                    }
                }
            }
        },

        /** Tries to swap a value that the word never has. */
        CAS_IN_VAIN("swap in vain") {
            @Override
            int once(Ints words, int index, Lane lane) {
                return words.compareAndExchangeRelaxed(index, NEVER, 1);
            }
        },

        /** Adds with an atomic instruction, each thread to a word of its own. */
        DISTINCT("fetch-add, distinct words") {
            @Override
            int once(Ints words, int index, Lane lane) {
                return words.getAndAddRelaxed(index, 1);
            }
        };

        private final String text;

        Access(String text) {
            this.text = text;
        }

        abstract int once(Ints words, int index, Lane lane);

        @Override
        public String toString() {
            return text;
        }
    }

    private final Device device;
    private final Grid grid;
    private final Access access;
    private final int rounds;

    /** Words that every thread changes in turn. */
    private final int spread;

    private final Ints words;

    /** For each thread, what its last access gave. */
    private final Ints last;

    /** @param rounds accesses per thread */
    public Contention(Device device, Grid grid, Access access, int rounds) {
        this(device, grid, access, rounds, 1);
    }

    /**
     * @param rounds accesses per thread
     * @param spread words that all threads change, each of them one after the other; if each thread has a word of its
     *     own, it must be 1
     */
    public Contention(Device device, Grid grid, Access access, int rounds, int spread) {
        if (rounds < 1) {
            throw new IllegalArgumentException(rounds + " accesses per thread; the least is 1");
        }
        if (spread < 1 || spread > 1 && access == Access.DISTINCT) {
            throw new IllegalArgumentException(
                    spread + " words for " + access + "; the least is 1, the most for " + Access.DISTINCT + " is 1");
        }
        this.spread = spread;
        this.device = device;
        this.grid = grid;
        this.access = access;
        this.rounds = rounds;
        words = device.ints(Math.multiplyExact(1 + (access == Access.DISTINCT ? grid.threads() : spread), DISTANCE));
        last = device.ints(grid.threads());
    }

    /** Sets all words to 0, as they must be before each launch. */
    public void clear() {
        words.fill(0);
    }

    /** {@return what is launched} */
    public Kernel kernel() {
        var how = access;
        int times = rounds;
        var memory = words;
        var results = last;
        int distance = access == Access.DISTINCT ? DISTANCE : 0;
        int inTurn = spread;
        return lane -> {
            int index = DISTANCE + lane.id() * distance;
            int value = 0;
            for (int i = 0; i < times; i++) {
                // Counts never reach the sign; but only a reader of this line knows, so that an access waits for the
                // last.
                int word = inTurn == 1 ? index : (1 + (i + lane.id() / 32) % inTurn) * DISTANCE;
                value = how.once(memory, word + (value >>> 31), lane);
            }
            results.set(lane.id(), value);
        };
    }

    /** {@return what the words must add up to after one launch} */
    public long expected() {
        return access == Access.READ || access == Access.CAS_IN_VAIN
                ? 0
                : Math.multiplyExact((long) grid.threads(), rounds);
    }

    /** {@return what the words add up to} */
    public long sum() {
        long sum = 0;
        for (int value : words.copyOut()) {
            sum += value;
        }
        return sum;
    }

    @Override
    public void close() {
        words.close();
        last.close();
    }

    @Override
    public String toString() {
        return access + ", " + grid.threads() + " threads on " + device;
    }
}
