package dev.warpbroker.device.trace;

/**
 * A kind of tasks.
 *
 * @param name the record that such a task is
 * @param source file and line where that is declared, such as {@code Fib.java:32}; empty if that is not known
 */
public record TaskKind(String name, String source) {}
