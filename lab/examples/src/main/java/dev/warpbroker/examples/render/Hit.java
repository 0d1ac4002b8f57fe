package dev.warpbroker.examples.render;

/** Where a ray hits a triangle, and the weights of the triangle's second and third corner there. */
record Hit(int triangle, float distance, float u, float v) {
    static final int NO_TRIANGLE = -1;

    boolean isPresent() {
        return triangle != NO_TRIANGLE;
    }
}
