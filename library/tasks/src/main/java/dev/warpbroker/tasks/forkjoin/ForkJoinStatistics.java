package dev.warpbroker.tasks.forkjoin;

/**
 * What the workers of a run did.
 *
 * @param workers how many there were
 * @param stolen tasks that a worker took from another
 * @param steals how often it took some
 * @param messages results that went from one worker to another
 * @param spilled spawned tasks that went to device memory because fast memory was full
 */
public record ForkJoinStatistics(int workers, long stolen, long steals, long messages, long spilled) {}
