package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;

/**
 * Scans over the lanes of a block, warp by warp as in Sengupta, Harris, Zhang and Owens (2007), and what is made of
 * them: a scan of a whole array, sums of segments, and an array without its unwanted elements. Loops over arrays say
 * what must come out.
 */
final class BlockScans implements KernelExample {
    private static final int BLOCK = 128;

    /** What a library of such functions would hold: every lane of the block calls, in the same order. */
    private static final class Scan {
        private final Warp warp;
        private final Block block;

        Scan(Lane lane) {
            warp = lane.warp();
            block = lane.block();
        }

        /** {@return the values of the lanes up to this one, combined} */
        int inclusive(int value, int neutral, IntBinaryOperator operator) {
            int inWarp = overWarp(value, operator);
            Ints totals = block.sharedInts(32);
            int number = block.lane() / warp.size();
            block.barrier();
            if (warp.lane() == Integer.bitCount(warp.allLanes()) - 1) {
                totals.set(number, inWarp);
            }
            block.barrier();
            int before = neutral;
            for (int i = 0; i < number; i++) {
                before = operator.applyAsInt(before, totals.get(i));
            }
            return operator.applyAsInt(before, inWarp);
        }

        /** {@return the sum of the lanes before this one} */
        int exclusiveSum(int value) {
            return inclusive(value, 0, Integer::sum) - value;
        }

        /** {@return the values of all lanes, combined} */
        int reduce(int value, int neutral, IntBinaryOperator operator) {
            Ints result = block.sharedInts(1);
            int scanned = inclusive(value, neutral, operator);
            if (block.lane() == block.size() - 1) {
                result.set(0, scanned);
            }
            block.barrier();
            int reduced = result.get(0);
            block.barrier();
            return reduced;
        }

        private int overWarp(int value, IntBinaryOperator operator) {
            int sum = value;
            for (int distance = 1; distance < warp.size(); distance *= 2) {
                int other = warp.shuffle(-1, sum, Math.max(0, warp.lane() - distance));
                if (warp.lane() >= distance) {
                    sum = operator.applyAsInt(other, sum);
                }
            }
            return sum;
        }

        /** {@return the sum of the values from the last head up to this lane, and whether there was one} */
        Segment segmented(Segment own) {
            Segment sum = own;
            for (int distance = 1; distance < warp.size(); distance *= 2) {
                int source = Math.max(0, warp.lane() - distance);
                var other = new Segment(
                        warp.shuffle(-1, sum.headed ? 1 : 0, source) != 0, warp.shuffle(-1, sum.value, source));
                if (warp.lane() >= distance) {
                    sum = other.then(sum);
                }
            }
            Segment[] before = new Segment[BLOCK / 32];
            Ints values = block.sharedInts(BLOCK / 32);
            Ints heads = block.sharedInts(BLOCK / 32);
            int number = block.lane() / warp.size();
            if (warp.lane() == Integer.bitCount(warp.allLanes()) - 1) {
                values.set(number, sum.value);
                heads.set(number, sum.headed ? 1 : 0);
            }
            block.barrier();
            for (int i = 0; i < number; i++) {
                before[i] = new Segment(heads.get(i) != 0, values.get(i));
            }
            for (int i = number - 1; i >= 0; i--) {
                sum = before[i].then(sum);
            }
            return sum;
        }
    }

    /** A run of values: their sum since the last head of a segment. */
    private record Segment(boolean headed, int value) {
        Segment then(Segment next) {
            return new Segment(headed || next.headed, next.headed ? next.value : value + next.value);
        }
    }

    @Override
    public String name() {
        return "block scans";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(700, 3_000, 1_000_000);
    }

    @Override
    public Object run(Device device, int n) {
        var grid = new Grid(n, BLOCK);
        try (Ints values = device.ints(n);
                Ints scanned = device.ints(n);
                Ints maxima = device.ints(grid.blocks());
                Ints segments = device.ints(n);
                Ints counts = device.ints(grid.blocks());
                Ints kept = device.ints(n)) {
            values.copyIn(values(n));
            device.run(grid, lane -> {
                var scan = new Scan(lane);
                int value = values.get(lane.id());
                scanned.set(lane.id(), scan.inclusive(value, 0, (a, b) -> a + b));
                maxima.set(lane.block().index(), scan.reduce(value, Integer.MIN_VALUE, Math::max));
                segments.set(
                        lane.id(),
                        scan.segmented(new Segment(isHead(value), value)).value());
                counts.set(lane.block().index(), scan.reduce(isWanted(value) ? 1 : 0, 0, Integer::sum));
            });
            int[] totals = scanTotals(device, counts);
            device.run(grid, lane -> {
                int value = values.get(lane.id());
                int place = new Scan(lane).exclusiveSum(isWanted(value) ? 1 : 0);
                if (isWanted(value)) {
                    kept.set(counts.get(lane.block().index()) + place, value);
                }
            });
            return new int[][] {scanned.copyOut(), maxima.copyOut(), segments.copyOut(), kept.copyOut(0, totals[0])};
        }
    }

    /** Replaces counts by the sums of those before them, in one block that goes through them; {@return the total} */
    private static int[] scanTotals(Device device, Ints counts) {
        try (Ints total = device.ints(1)) {
            device.run(new Grid(BLOCK, BLOCK), lane -> {
                var scan = new Scan(lane);
                int carried = 0;
                for (int from = 0; from < counts.length(); from += BLOCK) {
                    int at = from + lane.id();
                    int count = at < counts.length() ? counts.get(at) : 0;
                    int before = scan.exclusiveSum(count);
                    if (at < counts.length()) {
                        counts.set(at, carried + before);
                    }
                    carried += scan.reduce(count, 0, Integer::sum);
                }
                total.set(0, carried);
            });
            return total.copyOut();
        }
    }

    private static boolean isHead(int value) {
        return value % 7 == 0;
    }

    private static boolean isWanted(int value) {
        return value % 3 == 0;
    }

    @Override
    public Object expected(int n) {
        int[] values = values(n);
        int[] scanned = new int[n];
        int[] maxima = new int[Math.ceilDiv(n, BLOCK)];
        Arrays.fill(maxima, Integer.MIN_VALUE);
        int[] segments = new int[n];
        for (int i = 0; i < n; i++) {
            boolean first = i % BLOCK == 0;
            scanned[i] = first ? values[i] : scanned[i - 1] + values[i];
            segments[i] = first || isHead(values[i]) ? values[i] : segments[i - 1] + values[i];
            maxima[i / BLOCK] = Math.max(maxima[i / BLOCK], values[i]);
        }
        int[] kept = Arrays.stream(values).filter(BlockScans::isWanted).toArray();
        return new int[][] {scanned, maxima, segments, kept};
    }

    private static int[] values(int n) {
        return new SplittableRandom(n).ints(n, -1000, 1000).toArray();
    }
}
