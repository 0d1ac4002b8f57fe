package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import java.util.List;
import java.util.SplittableRandom;

/** As many lanes as a device holds that wait for each other, whatever their kernel takes. */
final class ResidencyCases {
    private static final int BLOCK = 256;

    /** Lanes at the same place have the same in hand. */
    private static final int PLACES = 64;

    private static final int HELD = 24;

    private ResidencyCases() {}

    static List<Case> cases() {
        return List.of(
                new Case("all wait for all, with their hands full", "residency", false, ResidencyCases::fullDevice));
    }

    /** What a lane keeps while it waits: on a GPU two registers each. */
    private record Eight(long a, long b, long c, long d, long e, long f, long g, long h) {
        static Eight of(Longs from, int at) {
            return new Eight(
                    from.getOpaque(at),
                    from.getOpaque(at + 1),
                    from.getOpaque(at + 2),
                    from.getOpaque(at + 3),
                    from.getOpaque(at + 4),
                    from.getOpaque(at + 5),
                    from.getOpaque(at + 6),
                    from.getOpaque(at + 7));
        }

        /** {@return a sum that depends on which is which} */
        long sum() {
            return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
        }
    }

    /** More than a device has registers for, if it is to hold all lanes. */
    private static void fullDevice(Device device) {
        int lanes = scaled(device, 64, 4, device.properties().residentThreads());
        var random = new SplittableRandom(1);
        long[] numbers = random.longs(PLACES + HELD).toArray();
        try (var from = device.longs(numbers.length);
                var sums = device.longs(lanes);
                var arrived = device.ints(1)) {
            from.copyIn(numbers);
            Kernel kernel = lane -> {
                int place = lane.id() % PLACES;
                var first = Eight.of(from, place);
                var second = Eight.of(from, place + 8);
                var third = Eight.of(from, place + 16);
                arrived.getAndAddRelaxed(0, 1);
                var backoff = new Backoff();
                while (arrived.getOpaque(0) != lane.count()) {
                    backoff.pause("all lanes");
                }
                sums.set(lane.id(), first.sum() + 31 * second.sum() + 961 * third.sum());
            };
            if (scaled(device, 0, 0, device.residentThreads(kernel, BLOCK)) >= lanes) {
                throw new Mismatch("there are registers for " + lanes + " lanes: the case shows nothing");
            }
            device.run(new Grid(lanes, Math.min(lanes, BLOCK)), kernel);
            long[] found = sums.copyOut();
            for (int id = 0; id < lanes; id++) {
                long expected = expected(numbers, id % PLACES);
                if (found[id] != expected) {
                    throw new Mismatch("lane " + id + " of " + lanes + ": " + found[id] + " instead of " + expected);
                }
            }
        }
    }

    private static long expected(long[] numbers, int place) {
        long expected = 0;
        long factor = 1;
        for (int i = 0; i < HELD; i++) {
            expected += factor * (i % 8 + 1) * numbers[place + i];
            factor *= i % 8 == 7 ? 31 : 1;
        }
        return expected;
    }
}
