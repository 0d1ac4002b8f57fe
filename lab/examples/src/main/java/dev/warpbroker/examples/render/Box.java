package dev.warpbroker.examples.render;

import java.io.Serializable;

/** A box along the axes. */
public record Box(Vec low, Vec high) implements Serializable {
    public Vec centre() {
        return low.plus(high).times(0.5f);
    }

    public Vec size() {
        return high.minus(low);
    }
}
