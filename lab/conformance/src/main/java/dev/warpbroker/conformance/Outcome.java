package dev.warpbroker.conformance;

import java.time.Duration;

/**
 * How a case went on a device.
 *
 * @param name the case
 * @param passed whether the device did what it must
 * @param detail what it did instead; empty if it passed
 * @param time how long the case took, compilation included
 */
public record Outcome(String name, boolean passed, String detail, Duration time) {}
