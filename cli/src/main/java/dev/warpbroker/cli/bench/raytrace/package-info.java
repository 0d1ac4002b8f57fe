/** Experiment {@code raytrace}: ways to share the pixels of a picture. */
@NullMarked
package dev.warpbroker.cli.bench.raytrace;

import org.jspecify.annotations.NullMarked;
