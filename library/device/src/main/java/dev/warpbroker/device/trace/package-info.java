/**
 * Time lines: what devices and the workers on them did, and when; written for Perfetto, Flight Recorder and browsers.
 */
@org.jspecify.annotations.NullMarked
package dev.warpbroker.device.trace;
