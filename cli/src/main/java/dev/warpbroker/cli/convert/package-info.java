/** The command {@code convert}: a graph in another format. */
package dev.warpbroker.cli.convert;
