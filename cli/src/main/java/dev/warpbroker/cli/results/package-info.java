/** What a measurement leaves behind: statistics, versions, JSON lines. */
@NullMarked
package dev.warpbroker.cli.results;

import org.jspecify.annotations.NullMarked;
