/** Clusters of Apache Spark, as the command line sees them: nothing here needs a class of Spark. */
package dev.warpbroker.experiments.cluster;
