/**
 * A ray tracer whose pixels cost very different amounts of work: scenes, two trees of triangles, and five ways to share
 * pixels and rays.
 */
@NullMarked
package dev.warpbroker.examples.render;

import org.jspecify.annotations.NullMarked;
