package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/**
 * Keeps the books on values 0 to n - 1, each of which is offered to a queue once: which went in, and which came out.
 */
public final class Ledger implements AutoCloseable {
    private static final int FULL = 0;
    private static final int EMPTY = 1;
    private static final int INVENTED = 2;

    /** 1 for each value that the queue accepted. */
    private final Ints accepted;

    /** For each value, how often it came out. */
    private final Ints seen;

    /** How often the queue was full, was empty, or gave back something that is no value. */
    private final Ints counts;

    public Ledger(Device device, int values) {
        accepted = device.ints(values);
        seen = device.ints(values);
        counts = device.ints(3);
    }

    public void enqueued(int value, boolean success) {
        if (success) {
            accepted.set(value, 1);
        } else {
            counts.getAndAddRelaxed(FULL, 1);
        }
    }

    public void dequeued(TakenInt result) {
        if (!result.present()) {
            counts.getAndAddRelaxed(EMPTY, 1);
        } else if (result.value() < 0 || result.value() >= seen.length()) {
            counts.getAndAddRelaxed(INVENTED, 1);
        } else {
            seen.getAndAddRelaxed(result.value(), 1);
        }
    }

    /**
     * {@return the balance, once no kernel is running}
     *
     * @param drained values that came out on the host
     */
    public Conservation balance(int... drained) {
        int[] in = accepted.copyOut();
        int[] out = seen.copyOut();
        int[] count = counts.copyOut();
        for (int value : drained) {
            if (value < 0 || value >= out.length) {
                count[INVENTED]++;
            } else {
                out[value]++;
            }
        }
        long total = 0;
        long lost = 0;
        long duplicated = 0;
        for (int value = 0; value < in.length; value++) {
            total += in[value];
            lost += Math.max(0, in[value] - out[value]);
            duplicated += Math.max(0, out[value] - in[value]);
        }
        return new Conservation(total, count[FULL], count[EMPTY], lost, duplicated, count[INVENTED]);
    }

    @Override
    public void close() {
        accepted.close();
        seen.close();
        counts.close();
    }
}
