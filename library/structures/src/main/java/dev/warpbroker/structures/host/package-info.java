/** How the host gets at what is in a structure. Inside the library, not exported. */
@NullMarked
package dev.warpbroker.structures.host;

import org.jspecify.annotations.NullMarked;
