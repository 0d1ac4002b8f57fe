package dev.warpbroker.compiler.capture;

import dev.warpbroker.device.backend.GridShape;

/**
 * What code knows of the grid that it is for. Sizes are no part of it, so that code serves grids of all sizes.
 *
 * <p>In a direction that is not ragged all blocks are full, and the numbers that the machine keeps for a lane are right
 * as they are. Else the blocks at the edge are smaller, and the lanes of each are numbered anew.
 *
 * @param dimensions 1, 2 or 3
 */
public record GridForm(int dimensions, boolean raggedWidth, boolean raggedHeight, boolean raggedDepth) {
    /** Lanes in a row: code for it serves ragged grids and others. */
    public static final GridForm FLAT = new GridForm(1, true, false, false);

    /** {@return the form of a grid} */
    public static GridForm of(GridShape shape) {
        if (shape.isFlat()) {
            return FLAT;
        }
        return new GridForm(
                shape.depth() == 1 && shape.blockDepth() == 1 ? 2 : 3,
                shape.width() % shape.blockWidth() != 0,
                shape.height() % shape.blockHeight() != 0,
                shape.depth() % shape.blockDepth() != 0);
    }

    public boolean isFlat() {
        return dimensions == 1;
    }

    /** {@return whether a block may have lanes that do not exist} */
    public boolean isRagged() {
        return raggedWidth || raggedHeight || raggedDepth;
    }
}
