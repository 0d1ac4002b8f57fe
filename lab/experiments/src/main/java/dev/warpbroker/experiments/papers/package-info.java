/** Every figure and table of the papers, what they say, and what our records say of it. */
@NullMarked
package dev.warpbroker.experiments.papers;

import org.jspecify.annotations.NullMarked;
