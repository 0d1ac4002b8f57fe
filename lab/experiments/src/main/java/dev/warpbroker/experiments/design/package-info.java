/**
 * The parts of an experiment: options, contenders that take turns, checks apart from the timing, fields and columns of
 * records, plots, and the findings of papers.
 */
@NullMarked
package dev.warpbroker.experiments.design;

import org.jspecify.annotations.NullMarked;
