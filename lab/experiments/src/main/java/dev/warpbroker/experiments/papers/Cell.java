package dev.warpbroker.experiments.papers;

/**
 * What stands in a table of ours.
 *
 * @param text a figure, or a dash
 * @param reason why there is no figure; empty if there is one
 */
record Cell(String text, String reason) {
    static Cell of(String text) {
        return new Cell(text, "");
    }
}
