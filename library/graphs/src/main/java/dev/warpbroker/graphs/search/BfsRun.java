package dev.warpbroker.graphs.search;

import java.time.Duration;

/**
 * What a run of a search took.
 *
 * @param elapsed time on the device, that to forget the search before included
 * @param expansions how often the edges of a vertex were looked at: once for every vertex that was reached, or more
 *     often in the asynchronous variant
 */
public record BfsRun(Duration elapsed, long expansions) {}
