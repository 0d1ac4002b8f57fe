package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Longs;
import java.util.Locale;

/**
 * One piece of memory, as large as asked for, that a kernel fills, uses and reads. Small in the self-test; to see more
 * elements than an int can number, run it on a device that has them: {@code LargeMemory --device cuda --bytes
 * 40000000000}.
 */
public final class LargeMemory {
    private static final int MAX_LANES = 1 << 17;
    private static final int ELEMENTS_PER_LANE = 64;
    private static final int LOOKED_AT = 1000;
    private static final long SCATTER = 0x9e37_79b9_7f4a_7c15L;

    private LargeMemory() {}

    /** Runs on the device, jvm or cuda, and with the bytes, that the options name. */
    public static void main(String[] arguments) {
        String name = "cuda";
        long bytes = 1L << 20;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--device" -> name = arguments[i + 1];
                case "--bytes" -> bytes = Long.parseLong(arguments[i + 1]);
                default ->
                    throw new IllegalArgumentException(arguments[i] + "; known are --device jvm|cuda and --bytes N");
            }
        }
        try (Device device = name.equals("jvm") ? Device.jvm() : Device.cuda(0)) {
            long start = System.nanoTime();
            check(device, bytes);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d bytes filled, used and read in %.2f s%n",
                    device,
                    bytes,
                    (System.nanoTime() - start) / 1e9);
        }
    }

    /** Every element becomes a number of its own, is changed, and is read again by its lane, and some by the host. */
    static void check(Device device, long bytes) {
        try (Longs memory = device.longs(bytes / Long.BYTES);
                Longs sums = device.longs(2)) {
            long length = memory.longLength();
            int lanes = Math.clamp(length / ELEMENTS_PER_LANE, 1, MAX_LANES);
            memory.fill(7);
            device.run(Grid.threads(lanes), lane -> {
                long sum = 0;
                for (long i = lane.id(); i < memory.longLength(); i += lane.count()) {
                    memory.set(i, memory.get(i) + i * SCATTER);
                }
                for (long i = lane.id(); i < memory.longLength(); i += lane.count()) {
                    sum += memory.getAndAddRelaxed(i, 1) + 1;
                }
                sums.getAndAddRelaxed(0, sum);
                sums.getAndAddRelaxed(1, memory.longLength() / lane.count());
            });
            long pairs = length % 2 == 0 ? length / 2 * (length - 1) : (length - 1) / 2 * length;
            long[] found = sums.copyOut();
            require("sum", found[0], 8 * length + SCATTER * pairs);
            require("lengths", found[1], lanes * (length / lanes));
            int count = (int) Math.min(LOOKED_AT, length);
            long last = length - count;
            for (long from : new long[] {0, last / 2, Math.min(Integer.MAX_VALUE, last), last}) {
                long[] part = memory.copyOut(from, count);
                for (int i = 0; i < count; i++) {
                    require("element " + (from + i), part[i], 8 + (from + i) * SCATTER);
                }
            }
        }
    }

    private static void require(String what, long found, long expected) {
        if (found != expected) {
            throw new Mismatch("%s is %d; must be %d".formatted(what, found, expected));
        }
    }
}
