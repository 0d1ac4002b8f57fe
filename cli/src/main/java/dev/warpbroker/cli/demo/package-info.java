/** The main job in one go. */
@NullMarked
package dev.warpbroker.cli.demo;

import org.jspecify.annotations.NullMarked;
