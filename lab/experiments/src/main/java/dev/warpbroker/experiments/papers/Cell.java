package dev.warpbroker.experiments.papers;

/**
 * What stands in a table of ours.
 *
 * @param text a figure, or a dash
 * @param reason why there is no figure, or what else is to be said of it; empty if nothing is
 */
record Cell(String text, String reason) {
    static Cell of(String text) {
        return new Cell(text, "");
    }
}
