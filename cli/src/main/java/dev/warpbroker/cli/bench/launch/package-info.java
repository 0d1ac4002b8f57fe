/** Experiment {@code launch}: what a launch and a compilation cost the host. */
@NullMarked
package dev.warpbroker.cli.bench.launch;

import org.jspecify.annotations.NullMarked;
