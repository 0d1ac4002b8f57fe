package dev.warpbroker.examples.render;

/**
 * How far a picture is, about.
 *
 * @param pixels that are done
 * @param ofPixels all pixels
 * @param rays traced so far, those to lights included
 */
public record Progress(long pixels, long ofPixels, long rays) {}
