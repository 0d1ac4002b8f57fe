package dev.warpbroker.structures.queue;

/**
 * Device addresses of the parts of a broker queue.
 *
 * @param ring the elements; with their tickets, where the two are fused
 * @param tickets the tickets; the ring, where the two are fused
 * @param count the broker's Count, an int
 * @param head Head, an int on a line of its own whose other words are not used
 */
public record BrokerMemory(long ring, long tickets, long count, long head) {}
