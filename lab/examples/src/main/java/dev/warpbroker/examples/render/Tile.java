package dev.warpbroker.examples.render;

import dev.warpbroker.device.Layout;

/** A square part of a picture. */
record Tile(int number) {
    static final Layout<Tile> LAYOUT = Layout.of(Tile.class);
}
