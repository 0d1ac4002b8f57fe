/** What all engines keep to when they are run. */
@NullMarked
package dev.warpbroker.graphs.run;

import org.jspecify.annotations.NullMarked;
