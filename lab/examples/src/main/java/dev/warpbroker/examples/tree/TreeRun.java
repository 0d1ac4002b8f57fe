package dev.warpbroker.examples.tree;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How a run went.
 *
 * @param tasks how many tasks there were, if somebody counted
 * @param elapsed how long it took, on a GPU the kernel alone
 */
public record TreeRun<R>(R result, OptionalLong tasks, Duration elapsed) {}
