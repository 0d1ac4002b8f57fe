/** What is handed to users: the staging folder and what it must hold, the documentation site. */
@NullMarked
package dev.warpbroker.release;

import org.jspecify.annotations.NullMarked;
