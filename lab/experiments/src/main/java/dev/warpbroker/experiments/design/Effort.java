package dev.warpbroker.experiments.design;

/**
 * How often and how long to measure unless the user says otherwise.
 *
 * @param repetitions timed runs
 * @param warmUps runs before those
 * @param seconds for the timed runs of a row
 */
public record Effort(int repetitions, int warmUps, double seconds) {}
