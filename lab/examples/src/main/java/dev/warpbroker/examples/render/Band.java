package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * Some rows of a picture.
 *
 * @param first the first of them
 * @param colours of their pixels, row by row, each {@code red << 16 | green << 8 | blue}
 * @param work what each pixel took, for a {@link WorkMap}
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Band(int first, int[] colours, int[] work) implements Serializable {}
