package dev.warpbroker.experiments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.deque.WorkDeques;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Experiment {@code deque} of the thesis on work stealing (section 3.4.3): workers with a deque each, filled at the
 * beginning, acquire all elements of all deques. They begin together.
 */
public final class Stealing implements AutoCloseable {
    private static final int ACQUIRED = 0;
    private static final int ATTEMPTS = 1;
    private static final int STOLEN = 2;
    private static final int SUM = 3;
    private static final int SQUARES = 4;
    private static final int COUNTS = 5;

    private static final int BEGUN = 0;
    private static final int EMPTIED = 1;

    /** The multiplier and increment of a linear congruential generator, of which each worker has one. */
    private static final int MULTIPLIER = 1_664_525;

    private static final int INCREMENT = 1_013_904_223;

    private final Device device;
    private final Users users;
    private final int workers;
    private final Load load;

    /** What each worker did, in columns. */
    private final Longs counts;

    /** How many workers have begun, and how many have emptied their deques for good. */
    private final Ints progress;

    /** What workers do. */
    public enum Setup {
        /** They empty their own deques. */
        I,
        /** They empty their own deques, then those of others. */
        II,
        /** They also push elements; whether to push or to pop is decided at random, evenly. */
        III;

        boolean steals() {
            return this != I;
        }

        boolean pushes() {
            return this == III;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An element. */
    public record Item(int number) {
        /** How it lies in memory. */
        public static final Layout<Item> LAYOUT = Layout.of(Item.class);
    }

    /**
     * How much there is to do.
     *
     * @param setup what workers do
     * @param elements in each deque at the beginning
     * @param added elements that each worker pushes in setup iii
     * @param chunk elements that a thief takes at most; 1 for the deque's plain steal
     * @param seed of the workers' decisions
     */
    public record Load(Setup setup, int elements, int added, int chunk, int seed) {
        public Load {
            requireAtLeast(1, "elements in a deque", elements);
            requireAtLeast(0, "elements that a worker adds", added);
            requireAtLeast(1, "elements in a chunk", chunk);
        }

        private static void requireAtLeast(int least, String what, int value) {
            if (value < least) {
                throw new IllegalArgumentException(value + " " + what + "; the least is " + least);
            }
        }

        /** {@return how many elements there are in all for each worker} */
        public int perWorker() {
            return setup.pushes() ? Math.addExact(elements, added) : elements;
        }
    }

    /**
     * What workers did.
     *
     * @param acquired elements that each worker acquired
     * @param attempts to steal, in all
     * @param stolen attempts that got something
     * @param complete whether each element was acquired once, as far as number, sum and sum of squares tell
     */
    public record Balance(List<Long> acquired, long attempts, long stolen, boolean complete) {
        public Balance {
            acquired = List.copyOf(acquired);
        }
    }

    /**
     * @param users which lanes of {@code grid} are workers
     * @param load how much they have to do
     */
    public Stealing(Device device, Grid grid, Users users, Load load) {
        this.device = device;
        this.users = users;
        this.load = load;
        workers = users.count(grid, device.properties());
        if ((long) workers * load.perWorker() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(workers + " workers with " + load.perWorker()
                    + " elements each; the most elements in all are " + Integer.MAX_VALUE);
        }
        counts = device.longs(workers * COUNTS);
        progress = device.ints(2);
    }

    /** {@return how many workers there are, and deques must be} */
    public int workers() {
        return workers;
    }

    /** {@return how many elements are acquired in all} */
    public long elements() {
        return (long) workers * load.perWorker();
    }

    /** {@return how large deques must be for the load never to fill them} */
    public static int capacity(Load load) {
        return Math.max(2, Integer.highestOneBit(2 * load.perWorker() - 1));
    }

    /** Fills {@code deques}, which must be empty, and makes ready for another run. */
    public void prepare(WorkDeques<Item> deques) {
        int each = load.elements();
        int perWorker = load.perWorker();
        progress.fill(0);
        device.run(Grid.threads(workers), lane -> {
            for (int i = 0; i < each; i++) {
                if (!deques.push(lane.id(), new Item(lane.id() * perWorker + i))) {
                    throw new IllegalStateException("a deque is too small for its first elements");
                }
            }
        });
    }

    /** {@return what the lanes of the grid do, once, after {@link #prepare}} */
    public Kernel kernel(WorkDeques<Item> deques) {
        var chosen = users;
        var results = counts;
        var reached = progress;
        int all = workers;
        int lanesPerWorker =
                chosen == Users.EVERY_LANE ? 1 : device.properties().lanesPerWorker();
        boolean steals = load.setup().steals() && all > 1;
        int toAdd = load.setup().pushes() ? load.added() : 0;
        int first = load.elements();
        int perWorker = load.perWorker();
        int chunk = load.chunk();
        int seed = load.seed();
        return lane -> {
            if (chosen.includes(lane)) {
                int own = lane.id() / lanesPerWorker;
                int random = Chance.bits(seed, own, 0);
                int added = 0;
                boolean finished = false;
                boolean running = true;
                long acquired = 0;
                long attempts = 0;
                long stolen = 0;
                long sum = 0;
                long squares = 0;
                reached.getAndAddRelaxed(BEGUN, 1);
                var start = new Backoff();
                while (reached.getOpaque(BEGUN) < all) {
                    start.pause("others to begin");
                }
                var backoff = new Backoff();
                while (running) {
                    random = random * MULTIPLIER + INCREMENT;
                    // The upper bits are the random ones.
                    boolean push = added < toAdd && random < 0;
                    if (push && deques.push(own, new Item(own * perWorker + first + added))) {
                        added++;
                    } else {
                        boolean present = false;
                        int number = 0;
                        // Without chunks there is nothing in it again once the worker has finished it.
                        if (!finished || chunk > 1) {
                            var popped = deques.pop(own);
                            present = popped.present();
                            number = popped.value().number();
                        }
                        if (!present && added == toAdd && !finished) {
                            finished = true;
                            reached.getAndAddRelaxed(EMPTIED, 1);
                        }
                        if (!present && steals) {
                            random = random * MULTIPLIER + INCREMENT;
                            int victim = (own + Chance.upTo(all - 1, random >>> 8)) % all;
                            var theft = chunk > 1 ? deques.stealChunk(victim, own, chunk) : deques.steal(victim);
                            present = theft.present();
                            number = theft.value().number();
                            attempts++;
                            stolen += present ? 1 : 0;
                        }
                        if (present) {
                            acquired++;
                            sum += number;
                            squares += (long) number * number;
                        } else if (finished) {
                            running = steals && reached.getOpaque(EMPTIED) < all;
                            if (running) {
                                backoff.pause("others to have emptied their deques");
                            }
                        }
                    }
                }
                results.set(own * COUNTS + ACQUIRED, acquired);
                results.set(own * COUNTS + ATTEMPTS, attempts);
                results.set(own * COUNTS + STOLEN, stolen);
                results.set(own * COUNTS + SUM, sum);
                results.set(own * COUNTS + SQUARES, squares);
            }
        };
    }

    /** {@return what workers did in the latest run} */
    public Balance balance() {
        long[] columns = counts.copyOut();
        var acquired = new ArrayList<Long>();
        long[] totals = new long[COUNTS];
        for (int worker = 0; worker < workers; worker++) {
            acquired.add(columns[worker * COUNTS + ACQUIRED]);
            for (int column = 0; column < COUNTS; column++) {
                totals[column] += columns[worker * COUNTS + column];
            }
        }
        // Elements are numbered from 0, so sums are known; they wrap as those of the workers do.
        long count = elements();
        long sum = count * (count - 1) / 2;
        long squares = BigInteger.valueOf(count)
                .multiply(BigInteger.valueOf(count - 1))
                .multiply(BigInteger.valueOf(2 * count - 1))
                .divide(BigInteger.valueOf(6))
                .longValue();
        boolean complete = totals[ACQUIRED] == count && totals[SUM] == sum && totals[SQUARES] == squares;
        return new Balance(acquired, totals[ATTEMPTS], totals[STOLEN], complete);
    }

    @Override
    public void close() {
        counts.close();
        progress.close();
    }
}
