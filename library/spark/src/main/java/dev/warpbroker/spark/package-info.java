/**
 * The devices of a cluster of Apache Spark: tasks that spawn tasks, and graphs, on more than one machine. What runs on
 * a device is the same as without Spark; what is scheduled, repeated after a failure or moved between machines is
 * Spark's.
 */
@NullMarked
package dev.warpbroker.spark;

import org.jspecify.annotations.NullMarked;
