package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Values of vertices that only fall: a value and the weight of an edge are an offer to the edge's target. Distances
 * from a source are such values, and so are labels of components, with edges that weigh nothing. The order of offers
 * does not matter, nor how often one is made: a superstep may be run again, and on old values.
 */
final class Relaxation {
    /*
     * A superstep takes in the offers of other parts, and then runs some levels on the device: vertices whose value
     * fell in a level make offers in the next. What they offer to other parts is collected at the place of the target,
     * where the least is sent after the last level, if it is less than what was sent before. A part whose last level
     * was not the last goes on in the next superstep.
     */

    /** Value of a vertex that nothing has reached. */
    static final long NOTHING = Long.MAX_VALUE / 4;

    /** Levels in a superstep. */
    private static final int LEVELS = 64;

    private static final int BLOCK = 128;

    private Relaxation() {}

    /** What an edge adds to a value. */
    enum Weight {
        NONE,
        ONE,
        OWN
    }

    /**
     * A part between two supersteps.
     *
     * @param values of its places
     * @param front 1 for its vertices that are to make offers
     * @param offers values for vertices of other parts: vertex, value, vertex, value …, by part
     * @param active how many of its vertices are to make offers
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record State(long[] values, int[] front, Map<Integer, long[]> offers, int active) implements Serializable {
        long pending() {
            return active + (long) offers.size();
        }

        Iterator<Tuple2<Integer, long[]>> sent() {
            return offers.entrySet().stream()
                    .map(entry -> new Tuple2<>(entry.getKey(), entry.getValue()))
                    .iterator();
        }
    }

    /**
     * {@return the state before the first superstep}
     *
     * @param source the vertex with value 0; if null, the value of every vertex is its number
     */
    static State begin(GraphPart part, @Nullable Long source) {
        long[] values = new long[part.places()];
        int[] front = new int[Math.max(1, part.own.length)];
        int active = 0;
        for (int i = 0; i < values.length; i++) {
            boolean own = i < part.own.length;
            long vertex = own ? part.own[i] : part.others[i - part.own.length];
            boolean begins = source == null || vertex == source;
            values[i] = !own || !begins ? NOTHING : source == null ? vertex : 0;
            if (own && begins) {
                front[i] = 1;
                active++;
            }
        }
        return new State(values, front, new TreeMap<>(), active);
    }

    /** {@return the state after a superstep} */
    static State step(
            Device device,
            int threads,
            GraphPart part,
            State before,
            Iterator<Tuple2<Integer, long[]>> offers,
            Weight weight,
            int parts) {
        long[] values = before.values.clone();
        int[] front = before.front.clone();
        int active = before.active + accept(part, offers, values, front);
        if (active == 0) {
            return new State(values, front, new TreeMap<>(), 0);
        }
        try (var memory = new Memory(device, part, values, front, weight)) {
            boolean again = memory.run(device, threads);
            long[] after = memory.values.copyOut(0, values.length);
            int[] left = memory.fronts[LEVELS % 2].copyOut();
            int stillActive =
                    again ? (int) Arrays.stream(left).filter(flag -> flag != 0).count() : 0;
            return new State(after, left, offers(part, values, after, parts), stillActive);
        }
    }

    /** {@return how many vertices have become active} */
    private static int accept(GraphPart part, Iterator<Tuple2<Integer, long[]>> offers, long[] values, int[] front) {
        int active = 0;
        while (offers.hasNext()) {
            long[] pairs = offers.next()._2();
            for (int i = 0; i < pairs.length; i += 2) {
                int place = part.place(pairs[i]);
                if (pairs[i + 1] < values[place]) {
                    values[place] = pairs[i + 1];
                    active += 1 - front[place];
                    front[place] = 1;
                }
            }
        }
        return active;
    }

    private static Map<Integer, long[]> offers(GraphPart part, long[] before, long[] after, int parts) {
        var byPart = new TreeMap<Integer, LongStream.Builder>();
        for (int place = part.own.length; place < after.length; place++) {
            if (after[place] < before[place]) {
                long vertex = part.others[place - part.own.length];
                byPart.computeIfAbsent(GraphPart.part(vertex, parts), _ -> LongStream.builder())
                        .add(vertex)
                        .add(after[place]);
            }
        }
        var offers = new TreeMap<Integer, long[]>();
        byPart.forEach((to, pairs) -> offers.put(to, pairs.build().toArray()));
        return offers;
    }

    /** A part in the memory of a device. */
    private static final class Memory implements AutoCloseable {
        private final int vertices;
        private final Weight weight;
        private final Ints offsets;
        private final Ints targets;
        private final Ints weights;
        private final Longs values;

        /** Which vertices make offers in this level, and which in the next. */
        private final Ints[] fronts;

        /** Whether there is a next level. */
        private final Ints again;

        Memory(Device device, GraphPart part, long[] values, int[] front, Weight weight) {
            vertices = part.own.length;
            this.weight = weight;
            offsets = ints(device, part.offsets);
            targets = ints(device, part.targets);
            weights = ints(device, weight == Weight.OWN ? part.weights : new int[1]);
            this.values = device.longs(Math.max(1, values.length));
            this.values.copyIn(values);
            fronts = new Ints[] {ints(device, front), ints(device, new int[front.length])};
            again = ints(device, new int[1]);
        }

        private Ints ints(Device device, int[] content) {
            var memory = device.ints(Math.max(1, content.length));
            memory.copyIn(content);
            return memory;
        }

        /** {@return whether there are vertices that are to make offers} */
        boolean run(Device device, int threads) {
            for (int level = 0; level < LEVELS; level++) {
                again.fill(0);
                level(device, threads, fronts[level % 2], fronts[(level + 1) % 2]);
                if (again.copyOut()[0] == 0) {
                    return false;
                }
            }
            return true;
        }

        private void level(Device device, int threads, Ints front, Ints next) {
            int count = vertices;
            int fixed = weight == Weight.ONE ? 1 : 0;
            boolean own = weight == Weight.OWN;
            var rows = offsets;
            var ends = targets;
            var lengths = weights;
            var best = values;
            var more = again;
            device.run(device.properties().workerGrid(threads, BLOCK), lane -> {
                for (int vertex = lane.id(); vertex < count; vertex += lane.count()) {
                    if (front.get(vertex) != 0) {
                        front.set(vertex, 0);
                        long value = best.getOpaque(vertex);
                        int end = rows.get(vertex + 1);
                        for (int edge = rows.get(vertex); edge < end; edge++) {
                            int target = ends.get(edge);
                            long offer = value + (own ? lengths.get(edge) : fixed);
                            if (offer < best.getOpaque(target) && offer < best.getAndMinRelaxed(target, offer)) {
                                if (target < count) {
                                    next.setOpaque(target, 1);
                                    more.setOpaque(0, 1);
                                }
                            }
                        }
                    }
                }
            });
        }

        @Override
        public void close() {
            offsets.close();
            targets.close();
            weights.close();
            values.close();
            fronts[0].close();
            fronts[1].close();
            again.close();
        }
    }
}
