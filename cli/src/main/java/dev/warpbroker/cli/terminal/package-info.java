/** What commands show: tables, progress, messages. */
@NullMarked
package dev.warpbroker.cli.terminal;

import org.jspecify.annotations.NullMarked;
