package dev.warpbroker.experiments.papers;

/**
 * A record that is missing.
 *
 * @param experiment whose it would be
 * @param device jvm or cuda
 * @param what it would be of
 * @param command that makes it, without the program's name; empty if it is one of the exhibit's that fit
 */
public record Missing(String experiment, String device, String what, String command) {}
