/**
 * Graphs: in compressed rows on the host and on devices, from files and generators, and what a search of them must
 * fulfil.
 */
@NullMarked
package dev.warpbroker.graphs;

import org.jspecify.annotations.NullMarked;
