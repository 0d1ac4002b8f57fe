package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Launch;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.structures.stack.StackOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * A stack that takes part.
 *
 * @param kind which it is
 * @param scan how it searches if it is the Scan Stack; any interval but 0 stands for the one that is measured
 */
record StackEntry(StackKind kind, StackOptions.Scan scan) {
    /** {@return all that can take part: the paper's variants, mended and as listed, then the others} */
    static List<StackEntry> all() {
        var entries = new ArrayList<StackEntry>();
        for (boolean listed : new boolean[] {false, true}) {
            for (boolean invalidates : new boolean[] {false, true}) {
                for (int interval : new int[] {0, 1}) {
                    entries.add(scan(interval, invalidates, false, false, listed));
                    entries.add(scan(interval, invalidates, true, false, listed));
                    entries.add(scan(interval, invalidates, true, true, listed));
                }
            }
        }
        Arrays.stream(StackKind.values())
                .filter(kind -> kind != StackKind.SCAN)
                .forEach(kind -> entries.add(new StackEntry(kind, StackOptions.Scan.plain())));
        return entries;
    }

    /** {@return those of the paper that {@code shown} accepts, and the others} */
    static List<StackEntry> those(Predicate<StackEntry> shown) {
        return all().stream()
                .filter(entry -> !entry.isScan() || shown.test(entry))
                .toList();
    }

    /** {@return whether {@code name} is that of a variant of the Scan Stack} */
    static boolean isScan(String name) {
        return all().stream()
                .anyMatch(entry -> entry.isScan() && entry.toString().equals(name));
    }

    private static StackEntry scan(
            int interval, boolean invalidates, boolean eliminates, boolean proxies, boolean listed) {
        return new StackEntry(
                StackKind.SCAN, new StackOptions.Scan(interval, invalidates, eliminates, proxies, listed, false));
    }

    boolean isScan() {
        return kind == StackKind.SCAN;
    }

    boolean hasLowestArea() {
        return scan.interval() > 0;
    }

    /**
     * Waits for a launch that uses it. One of a Scan Stack cannot be cancelled, as it never waits for another thread:
     * it ends by itself, whenever that is.
     */
    void await(Launch launch, Duration limit) {
        if (isScan()) {
            launch.join();
        } else {
            launch.join(limit);
        }
    }

    /** {@return whether a final stack must be right} */
    boolean isRight() {
        return kind.claims(Claim.LINEARIZABLE);
    }

    /** {@return a stack that looks for its lowest area, if it does, by {@code interval}} */
    IntStack create(Device device, StackLoad load, int interval) {
        return create(device, load, interval, StackOptions.Statistics.off());
    }

    /** {@return the same that counts what it does, if it is the Scan Stack} */
    IntStack create(Device device, StackLoad load, int interval, StackOptions.Statistics statistics) {
        var options = scan.withInterval(hasLowestArea() ? interval : 0);
        return kind.create(
                device,
                StackOptions.capacity(load.capacity())
                        .with(load.fresh() ? options.readingFresh() : options)
                        .with(statistics));
    }

    /** The name on the command line and on plots. */
    @Override
    public String toString() {
        return isScan() ? scan.toString() : kind.toString();
    }
}
