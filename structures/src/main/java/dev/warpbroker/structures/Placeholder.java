package dev.warpbroker.structures;

/** Keeps the exported package from being empty; goes away with the first structure. */
final class Placeholder {
    private Placeholder() {}
}
