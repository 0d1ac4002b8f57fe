/** Command {@code run}: applications of the library, with the user's own parameters. */
@NullMarked
package dev.warpbroker.cli.run;

import org.jspecify.annotations.NullMarked;
