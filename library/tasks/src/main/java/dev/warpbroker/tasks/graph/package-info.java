/** Tasks that wait for others: a graph that is known before the run, and run as often as wanted. */
@NullMarked
package dev.warpbroker.tasks.graph;

import org.jspecify.annotations.NullMarked;
