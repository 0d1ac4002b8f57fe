/** Whether recorded histories are linearizable. */
@NullMarked
package dev.warpbroker.cli.check;

import org.jspecify.annotations.NullMarked;
