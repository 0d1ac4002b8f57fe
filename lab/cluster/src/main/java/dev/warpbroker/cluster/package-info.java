/** The examples on a cluster of Apache Spark: trees in slices, pictures in bands, graphs in parts. */
@NullMarked
package dev.warpbroker.cluster;

import org.jspecify.annotations.NullMarked;
