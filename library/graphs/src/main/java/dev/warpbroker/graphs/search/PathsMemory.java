package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.time.Duration;

/** What a search for shortest paths knows of vertices, and what it says of itself in the end, in memory of a device. */
final class PathsMemory implements AutoCloseable {
    private static final int TOO_LONG = 0;
    private static final int ROUNDS = 1;

    /** A {@link PathWord} for each vertex. */
    private final Longs words;

    private final Ints distances;
    private final Ints predecessors;
    private final Longs expansions;
    private final Ints notes;

    PathsMemory(Device device, int vertices) {
        words = device.longs(vertices);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
        expansions = device.longs(1);
        notes = device.ints(2);
    }

    /** {@return the bytes that it takes} */
    static long bytes(long vertices) {
        return (Long.BYTES + 2L * Integer.BYTES) * vertices;
    }

    /** Forgets what the last search said of itself. From the host. */
    void clear() {
        expansions.fill(0);
        notes.fill(0);
    }

    Longs words() {
        return words;
    }

    /** What is known of a vertex before a search from a source. Kernel Java. */
    void begin(long vertex, int source) {
        words.set(vertex, vertex == source ? PathWord.of(0, source) : PathWord.UNKNOWN);
    }

    /** What was found for a vertex. Kernel Java. */
    void end(long vertex, long word) {
        int distance = PathWord.distance(word);
        distances.set(vertex, distance > PathsResult.MAX_DISTANCE ? PathsResult.UNREACHED : distance);
        predecessors.set(vertex, PathWord.predecessor(word));
    }

    /** Some way that was found is longer than a distance can be. Kernel Java. */
    void noteTooLong() {
        notes.setOpaque(TOO_LONG, 1);
    }

    /** A worker has looked at so many vertices. Kernel Java. */
    void addExpansions(long count) {
        expansions.getAndAddRelaxed(0, count);
    }

    /** Workers have waited so often for each other. Kernel Java. */
    void noteRounds(int rounds) {
        notes.setOpaque(ROUNDS, rounds);
    }

    boolean isTooLong() {
        return notes.copyOut()[TOO_LONG] != 0;
    }

    ShortestPaths.Run run(Duration elapsed) {
        return new ShortestPaths.Run(elapsed, expansions.copyOut()[0], notes.copyOut()[ROUNDS]);
    }

    PathsResult result() {
        return new PathsResult(distances.copyOut(), predecessors.copyOut());
    }

    @Override
    public void close() {
        words.close();
        distances.close();
        predecessors.close();
        expansions.close();
        notes.close();
    }
}
