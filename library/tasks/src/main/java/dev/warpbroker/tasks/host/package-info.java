/**
 * The host and a kernel that runs: an executor whose tasks a resident kernel runs, and queues between threads of the
 * JVM and lanes.
 */
@org.jspecify.annotations.NullMarked
package dev.warpbroker.tasks.host;
