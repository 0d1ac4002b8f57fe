/** Runs on a cluster of Apache Spark, and clusters on this machine for trials. */
package dev.warpbroker.cli.cluster;
