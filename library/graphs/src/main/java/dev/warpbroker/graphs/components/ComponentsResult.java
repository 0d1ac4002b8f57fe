package dev.warpbroker.graphs.components;

import java.util.Arrays;

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

    /** {@return the label of the component with the most vertices, the lowest of several; -1 if there are no vertices} */
    public int largest() {
        int[] sizes = sizes();
        int largest = -1;
        for (int label = 0; label < sizes.length; label++) {
            if (largest < 0 || sizes[label] > sizes[largest]) {
                largest = label;
            }
        }
        return largest;
    }

    /** {@return the numbers of vertices of all components, the largest first} */
    public int[] sizesDescending() {
        int[] ascending =
                Arrays.stream(sizes()).filter(size -> size > 0).sorted().toArray();
        int[] sizes = new int[ascending.length];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = ascending[sizes.length - 1 - i];
        }
        return sizes;
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
