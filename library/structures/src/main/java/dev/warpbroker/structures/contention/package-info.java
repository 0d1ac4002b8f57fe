/** What keeps threads out of each other's way: lines of the cache and locks. Inside the library, not exported. */
@NullMarked
package dev.warpbroker.structures.contention;

import org.jspecify.annotations.NullMarked;
