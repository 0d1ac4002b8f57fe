package dev.warpbroker.graphs.components;

/** The components of a graph. The array is not copied: do not write to it. */
public final class ComponentsResult {
    private final int[] labels;

    /** Takes the array as it is. */
    ComponentsResult(int[] labels) {
        this.labels = labels;
    }

    /** {@return for each vertex the lowest vertex of its component} */
    public int[] labels() {
        return labels;
    }

    /** {@return the number of components} */
    public int count() {
        int count = 0;
        for (int vertex = 0; vertex < labels.length; vertex++) {
            count += labels[vertex] == vertex ? 1 : 0;
        }
        return count;
    }

    /** {@return for each vertex that labels a component the number of its vertices, 0 for others} */
    public int[] sizes() {
        int[] sizes = new int[labels.length];
        for (int label : labels) {
            sizes[label]++;
        }
        return sizes;
    }
}
