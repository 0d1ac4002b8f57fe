/** Pages of tables and plots, made from recorded results. */
@NullMarked
package dev.warpbroker.cli.report;

import org.jspecify.annotations.NullMarked;
