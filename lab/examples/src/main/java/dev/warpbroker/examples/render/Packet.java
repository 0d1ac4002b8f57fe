package dev.warpbroker.examples.render;

import dev.warpbroker.device.Layout;

/**
 * Work that changes hands: a tile, of which all pixels are to be traced, or a bundle of rays.
 *
 * @param number of the tile; negative for a bundle
 */
record Packet(int number) {
    static final Layout<Packet> LAYOUT = Layout.of(Packet.class);

    /** Below it, the number of rays less one. */
    private static final int COUNT_BITS = 5;

    /** A bundle of 1 to 32 rays. */
    static Packet bundle(int place, int rays) {
        return new Packet(~(place << COUNT_BITS | rays - 1));
    }

    boolean isTile() {
        return number >= 0;
    }

    /** {@return where the rays of a bundle are kept} */
    int place() {
        return ~number >>> COUNT_BITS;
    }

    int rays() {
        return (~number & (1 << COUNT_BITS) - 1) + 1;
    }
}
