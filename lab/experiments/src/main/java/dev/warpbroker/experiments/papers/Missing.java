package dev.warpbroker.experiments.papers;

/**
 * A record that is missing.
 *
 * @param experiment whose it would be
 * @param device jvm or cuda
 * @param what it would be of
 */
public record Missing(String experiment, String device, String what) {}
