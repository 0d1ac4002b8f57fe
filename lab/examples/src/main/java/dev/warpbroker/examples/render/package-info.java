/**
 * A ray tracer whose pixels cost very different amounts of work: scenes, an octree, and four ways to share the pixels.
 */
@NullMarked
package dev.warpbroker.examples.render;

import org.jspecify.annotations.NullMarked;
