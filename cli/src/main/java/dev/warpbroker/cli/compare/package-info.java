/** The command {@code compare}: the same measurements before and after. */
package dev.warpbroker.cli.compare;
