/** Time lines: what devices and the workers on them did, and when; written for Perfetto and Flight Recorder. */
@org.jspecify.annotations.NullMarked
package dev.warpbroker.device.trace;
