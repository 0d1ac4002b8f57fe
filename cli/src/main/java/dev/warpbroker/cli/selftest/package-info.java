/** Conformance of devices. */
@NullMarked
package dev.warpbroker.cli.selftest;

import org.jspecify.annotations.NullMarked;
