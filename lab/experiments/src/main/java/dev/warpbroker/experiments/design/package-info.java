/**
 * What an experiment is made of: options, contenders that take turns, checks apart from the timing, fields and columns
 * of the record, plots, and what a paper found.
 */
@NullMarked
package dev.warpbroker.experiments.design;

import org.jspecify.annotations.NullMarked;
