package dev.warpbroker.apps.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import java.util.Arrays;

/** A sum or a maximum over all tasks, in many slots so that lanes do not wait for each other. */
final class Tally implements AutoCloseable {
    private static final int SLOTS = 1 << 14;

    /** Of 8-byte slots; on the JVM so many for each thread that two do not share cache lines. */
    private static final int APART_ON_JVM = 16;

    private final Longs slots;
    private final int apart;

    Tally(Device device) {
        slots = device.longs(SLOTS);
        apart = device.properties().warpSize() == 1 ? APART_ON_JVM : 1;
    }

    /** Adds to the sum. Kernel Java. */
    void add(long value) {
        slots.getAndAddRelaxed(slot(), value);
    }

    /** Raises the maximum. Kernel Java. */
    void raise(long value) {
        int slot = slot();
        if (slots.getOpaque(slot) < value) {
            slots.getAndMax(slot, value);
        }
    }

    private int slot() {
        return Lane.current().id() * apart & SLOTS - 1;
    }

    long sum() {
        return Arrays.stream(slots.copyOut()).sum();
    }

    long maximum() {
        return Arrays.stream(slots.copyOut()).max().orElse(0);
    }

    void clear() {
        slots.fill(0);
    }

    @Override
    public void close() {
        slots.close();
    }
}
