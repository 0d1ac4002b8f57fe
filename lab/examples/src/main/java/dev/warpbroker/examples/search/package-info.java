/** Searches by tasks whose width follows the work. */
@NullMarked
package dev.warpbroker.examples.search;

import org.jspecify.annotations.NullMarked;
