package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.stack.IntStack;

/**
 * The experiment of the Scan Stack paper: a number of operations, made by all threads of a grid together. Thread t
 * makes operations t, t + threads and so on; what an operation is, and the value that it pushes, its number says, so
 * that all stacks get the same.
 */
public final class StackMix implements AutoCloseable {
    /** The most operations. */
    public static final int MAX_OPERATIONS = 1 << 30;

    private static final int COUNTS = 0;
    private static final int VALUES = 1;
    private static final int SQUARES = 2;
    private static final int TALLIES = 3;

    /** Pushes are counted above pops. */
    private static final int PUSH_SHIFT = 32;

    private static final long ONE_PUSH = 1L << PUSH_SHIFT;

    private static final int MAX_ADDERS = 1 << 12;

    /** What operations are. */
    public enum Work {
        /** A push or a pop with the same probability. */
        RANDOM("random"),
        /** Pushes only. */
        PUSH("push"),
        /** Pops only. */
        POP("pop");

        private final String text;

        Work(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * What launches have done to a stack.
     *
     * @param pushes that succeeded
     * @param pops that succeeded
     * @param values the sum of what was pushed, less that of what was popped
     * @param squares the same of their squares, modulo 2^64
     */
    public record Tally(long pushes, long pops, long values, long squares) {
        /** Nothing was done yet. */
        public static final Tally NONE = new Tally(0, 0, 0, 0);

        /** {@return what this and {@code other} have done together} */
        public Tally plus(Tally other) {
            return new Tally(pushes + other.pushes, pops + other.pops, values + other.values, squares + other.squares);
        }

        /** {@return what pushes of {@code values} do} */
        public static Tally pushes(int... values) {
            long sum = 0;
            long squares = 0;
            for (int value : values) {
                sum += value;
                squares += (long) value * value;
            }
            return new Tally(values.length, 0, sum, squares);
        }

        /** {@return whether {@code left} is what was pushed and not popped, by number, sum and sum of squares} */
        public boolean leaves(int... left) {
            return pushes(left).equals(new Tally(pushes - pops, 0, values, squares));
        }
    }

    private final Device device;
    private final Granularity form;
    private final int seed;

    /** How many operations there are, and their seed: not captured as numbers, so that one kernel serves for all. */
    private final Ints operations;

    /** Of each thread. */
    private final Longs tallies;

    private final int threads;
    private final int ballast;
    private final int alike;

    /**
     * @param seed the same seed makes the same operations
     * @param threads the most that a launch will have
     */
    public StackMix(Device device, Granularity form, int seed, int threads) {
        this(device, form, seed, threads, 0, 1);
    }

    /**
     * @param ballast bytes of shared memory that each block takes for nothing
     * @param alike how many operations in a row are the same, pushes or pops, if they are random
     */
    public StackMix(Device device, Granularity form, int seed, int threads, int ballast, int alike) {
        this.device = device;
        this.form = form;
        this.seed = seed;
        this.threads = threads;
        this.ballast = ballast;
        this.alike = alike;
        operations = device.ints(2);
        tallies = device.longs(TALLIES * threads);
    }

    /**
     * Says how many operations the next launches make, and forgets what was done.
     *
     * @param count at most {@link #MAX_OPERATIONS}
     */
    public void prepare(int count) {
        prepare(count, 0);
    }

    /**
     * The same with other operations.
     *
     * @param further what is added to the seed
     */
    public void prepare(int count, int further) {
        if (count < 1 || count > MAX_OPERATIONS) {
            throw new IllegalArgumentException(
                    count + " operations; the least is 1, the most are " + MAX_OPERATIONS + " (2^30)");
        }
        operations.copyIn(new int[] {count, seed + further});
        tallies.fill(0);
    }

    /** {@return what is launched, on full blocks} */
    public Kernel kernel(IntStack stack, Work work) {
        int half = Chance.threshold(0.5);
        var how = form;
        var total = operations;
        var tallyOfThread = tallies;
        int taken = ballast / Integer.BYTES;
        int inARow = alike;
        return lane -> {
            if (taken > 0) {
                lane.block().sharedInts(taken).set(0, 0);
            }
            int count = total.get(0);
            int from = total.get(1);
            long counts = 0;
            long values = 0;
            long squares = 0;
            for (int first = 0; first < count; first += lane.count()) {
                int i = first + lane.id();
                boolean pushes = work == Work.PUSH
                        || work == Work.RANDOM && Chance.happens(Chance.bits(from, i / inARow, 0), half);
                var operation = i >= count
                        ? IntStack.Operation.NONE
                        : pushes ? IntStack.Operation.PUSH : IntStack.Operation.POP;
                var result = Operations.operate(how, stack, lane, operation, i);
                if (result.present()) {
                    long value = pushes ? i : result.value();
                    long square = value * value;
                    counts += pushes ? ONE_PUSH : 1;
                    values += pushes ? value : -value;
                    squares += pushes ? square : -square;
                }
            }
            int mine = lane.id() * TALLIES;
            tallyOfThread.set(mine + COUNTS, counts);
            tallyOfThread.set(mine + VALUES, values);
            tallyOfThread.set(mine + SQUARES, squares);
        };
    }

    /** {@return what the last launch since {@link #prepare} has done; added up on the device, where it is} */
    public Tally tally() {
        int count = threads;
        var tallyOfThread = tallies;
        try (var sums = device.longs(TALLIES)) {
            int adders = device.properties().lanesPerWorker() == 1 ? 1 : Math.min(threads, MAX_ADDERS);
            device.run(Grid.threads(adders), lane -> {
                for (int which = 0; which < TALLIES; which++) {
                    long sum = 0;
                    for (int thread = lane.id(); thread < count; thread += lane.count()) {
                        sum += tallyOfThread.get(thread * TALLIES + which);
                    }
                    sums.getAndAddRelaxed(which, sum);
                }
            });
            long[] all = sums.copyOut();
            return new Tally(all[COUNTS] >>> PUSH_SHIFT, all[COUNTS] & ONE_PUSH - 1, all[VALUES], all[SQUARES]);
        }
    }

    @Override
    public void close() {
        operations.close();
        tallies.close();
    }
}
