package dev.warpbroker.graphs;

import dev.warpbroker.device.Device;

/**
 * What an engine takes of the memory of a device, computed before any of it is taken.
 *
 * <pre>{@code
 * var plan = Bfs.plan(device, graph.size(), BfsOptions.defaults());
 * System.out.println(plan.needed() + " of " + plan.available() + " bytes");
 * plan.require();
 * }</pre>
 *
 * <p>Engines check their plan themselves: a graph that is too large is refused and nothing is left on the device. What
 * others hold of the memory is not known here. If that is too much, the device refuses what does not fit.
 *
 * @param engine what takes the memory
 * @param size of the graph
 * @param rows bytes of the rows of the graph
 * @param work bytes that the engine takes besides
 * @param device where
 * @param available bytes that the device has
 */
public record MemoryPlan(String engine, GraphSize size, long rows, long work, String device, long available) {
    /** {@return the plan of an engine on a device} */
    public static MemoryPlan of(String engine, GraphSize size, long rows, long work, Device device) {
        return new MemoryPlan(
                engine, size, rows, work, device.toString(), device.properties().memoryBytes());
    }

    /** {@return all bytes} */
    public long needed() {
        return rows + work;
    }

    /** {@return whether the device has so much memory} */
    public boolean fits() {
        return needed() <= available;
    }

    /** {@return how many vertices a graph with as many edges per vertex can have} */
    public long verticesThatFit() {
        return (long) ((double) size.vertices() * available / Math.max(needed(), 1));
    }

    /**
     * Checks that the device has so much memory.
     *
     * @throws Graph.TooLargeException if it has not; it says what would fit
     */
    public void require() {
        if (!fits()) {
            throw new Graph.TooLargeException(engine + " of " + Rows.sized(size.name(), size.vertices(), size.edges())
                    + " needs " + needed() + " bytes on " + device + " (" + rows + " for the graph, " + work
                    + " besides), which has " + available + "; a graph with as many edges per vertex fits with about "
                    + verticesThatFit() + " vertices");
        }
    }
}
