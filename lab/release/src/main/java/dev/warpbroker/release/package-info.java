/** What is handed to users: the staging folder and what it must hold. */
@NullMarked
package dev.warpbroker.release;

import org.jspecify.annotations.NullMarked;
