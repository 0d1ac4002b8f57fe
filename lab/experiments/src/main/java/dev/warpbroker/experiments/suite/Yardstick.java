package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.results.CheckResult;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The elementary operations of rays, one at a time: the rate at which all lanes of a device execute each of them. */
enum Yardstick {
    /** Multiply-adds of single numbers, in chains that do not wait for each other. */
    MULTIPLY_ADDS(8) {
        @Override
        long once(Longs words, int start, int rounds) {
            float a = start;
            float b = start + 1;
            float c = start + 2;
            float d = start + 3;
            float e = start + 4;
            float f = start + 5;
            float g = start + 6;
            float h = start + 7;
            for (int i = 0; i < rounds; i++) {
                a = Math.fma(a, 0.5f, 1);
                b = Math.fma(b, 0.5f, 2);
                c = Math.fma(c, 0.5f, 3);
                d = Math.fma(d, 0.5f, 4);
                e = Math.fma(e, 0.5f, 5);
                f = Math.fma(f, 0.5f, 6);
                g = Math.fma(g, 0.5f, 7);
                h = Math.fma(h, 0.5f, 8);
            }
            return Float.floatToRawIntBits(a + b + c + d + (e + f + g + h));
        }
    },

    /** Reads of nodes of 32 bytes anywhere in a memory, each of which says where the next one is. */
    SCATTERED_READS(1) {
        @Override
        long once(Longs words, int start, int rounds) {
            int nodes = words.length() / LONGS_PER_NODE;
            long found = start;
            for (int i = 0; i < rounds; i++) {
                int node = (int) ((found >>> Integer.SIZE ^ start) & nodes - 1) * LONGS_PER_NODE;
                found = words.get(node) + words.get(node + 1) + words.get(node + 2) + words.get(node + 3);
            }
            return found;
        }
    };

    /** As many as a node of the octree has. */
    private static final int LONGS_PER_NODE = 4;

    private static final long SEED = 1;

    private final int perRound;

    Yardstick(int perRound) {
        this.perRound = perRound;
    }

    abstract long once(Longs words, int start, int rounds);

    /** {@return how many of it a lane does} */
    long operations(int rounds) {
        return (long) perRound * rounds;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("multiply adds", "multiply-adds");
    }

    private record Measured(Yardstick yardstick, Longs words, Longs found, int rounds) implements Kernel {
        @Override
        public void run(Lane lane) {
            found.set(lane.id(), yardstick.once(words, lane.id(), rounds));
        }
    }

    /**
     * {@return all lanes of a grid, each of which does as much}
     *
     * @param bytes of the memory that is read, of which the largest power of two is used
     */
    Contender contender(Device device, Grid grid, int rounds, long bytes) {
        var words = device.longs((int) Long.highestOneBit(bytes / Long.BYTES));
        words.copyIn(new SplittableRandom(SEED).longs(words.length()).toArray());
        var found = device.longs(grid.threads());
        Contender.Run run = limit -> Contender.launch(device, grid, new Measured(this, words, found, rounds), limit);
        return new Contender(
                run,
                limit -> {
                    run.within(limit);
                    return checked(words, found.copyOut(), rounds);
                },
                () -> {
                    words.close();
                    found.close();
                });
    }

    /** The host does what the first and the last lane do. */
    private Checked checked(Longs words, long[] found, int rounds) {
        try (var host = Device.jvm();
                var same = host.longs(words.length())) {
            same.copyIn(words.copyOut());
            boolean right = found[0] == once(same, 0, rounds)
                    && found[found.length - 1] == once(same, found.length - 1, rounds);
            return new Checked(List.of(new CheckResult(
                    "value", right, right ? "" : "the first or the last lane has not what the host has")));
        }
    }
}
