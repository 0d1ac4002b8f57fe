package dev.warpbroker.examples.render;

/**
 * A ray that waits to be traced.
 *
 * @param direction with length 1
 * @param weight what it contributes to the pixel
 * @param depth how many rays came before it
 */
record Ray(Vec origin, Vec direction, Vec weight, int pixel, int depth) {}
