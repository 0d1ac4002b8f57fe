package dev.warpbroker.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is allocated on a device, for the message that there is no memory left. Handles of the JVM device are not kept
 * alive by it: what nobody reaches any more is not held. Memory of other devices is, until it is closed.
 */
final class Holdings {
    private static final int SHOWN = 6;
    private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB"};
    private static final double THOUSAND = 1000;

    private record Holding(String what, long bytes) {}

    private final Map<Long, Holding> remote = new ConcurrentHashMap<>();
    private final Set<DeviceMemory> onHeap =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    void add(long address, String what, long bytes) {
        remote.put(address, new Holding(what, bytes));
    }

    void add(DeviceMemory memory) {
        onHeap.add(memory);
    }

    void remove(DeviceMemory memory) {
        remote.remove(memory.address());
        onHeap.remove(memory);
    }

    /** {@return bytes of everything that is held} */
    long bytes() {
        long sum = remote.values().stream().mapToLong(Holding::bytes).sum();
        synchronized (onHeap) {
            return sum
                    + onHeap.stream()
                            .filter(DeviceMemory::isOpen)
                            .mapToLong(DeviceMemory::bytes)
                            .sum();
        }
    }

    /** {@return who holds how much, the largest first: "held: 4.40 GB in 3 pieces (Ints[1000000000] 4.00 GB, …)"} */
    String describe() {
        var all = new ArrayList<>(remote.values());
        synchronized (onHeap) {
            onHeap.stream()
                    .filter(DeviceMemory::isOpen)
                    .map(memory -> new Holding(memory.describe(), memory.bytes()))
                    .forEach(all::add);
        }
        if (all.isEmpty()) {
            return "held: nothing";
        }
        var bytes = new HashMap<String, Long>();
        var pieces = new HashMap<String, Integer>();
        for (var holding : all) {
            bytes.merge(holding.what(), holding.bytes(), Long::sum);
            pieces.merge(holding.what(), 1, Integer::sum);
        }
        List<String> largest = bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .map(each ->
                        times(pieces.getOrDefault(each.getKey(), 1)) + each.getKey() + " " + amount(each.getValue()))
                .toList();
        long total = all.stream().mapToLong(Holding::bytes).sum();
        return "held: " + amount(total) + " in " + all.size() + (all.size() == 1 ? " piece (" : " pieces (")
                + String.join(", ", largest) + (bytes.size() > SHOWN ? ", …)" : ")");
    }

    private static String times(int pieces) {
        return pieces == 1 ? "" : pieces + " x ";
    }

    /** {@return bytes in a unit that keeps the number short} */
    static String amount(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= THOUSAND && unit < UNITS.length - 1) {
            amount /= THOUSAND;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.2f %s", amount, UNITS[unit]);
    }
}
