package dev.warpbroker.examples.render;

/** What comes of a ray that has hit something, in kernel Java. */
interface RaySink {
    /** Adds light to the pixel. */
    void add(Vec light);

    /**
     * Another ray is to be traced for the pixel.
     *
     * @param weight what it contributes to the pixel
     * @param depth how many rays came before it
     */
    void follow(Vec origin, Vec direction, Vec weight, int depth);

    /**
     * Adds light to the pixel, as far as there is nothing between a point and a light.
     *
     * @param light number of the light
     * @param towards direction from the point to the light, with length 1
     * @param distance between them
     * @param colour what to add if nothing is between
     */
    void shine(int light, Vec point, Vec towards, float distance, Vec colour);
}
