/** What a measurement leaves behind: statistics, versions, JSON lines. */
@NullMarked
package dev.warpbroker.experiments.results;

import org.jspecify.annotations.NullMarked;
