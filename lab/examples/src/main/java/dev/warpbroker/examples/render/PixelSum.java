package dev.warpbroker.examples.render;

/**
 * Light and work of a pixel, or a part of it, as whole numbers: their sum is the same in whatever order they are added.
 *
 * @param red in units, see {@link Tracer#units}, as are the others
 * @param work rays, and above {@link Canvas#CALL_BITS}, rays to lights
 */
record PixelSum(int red, int green, int blue, int work) {
    /**
     * {@return light in units} What is less than 0 becomes 0 and what is more than 1 becomes 1: a pixel shows no more.
     */
    static PixelSum of(Vec light, float units, int work) {
        return new PixelSum(rounded(light.x(), units), rounded(light.y(), units), rounded(light.z(), units), work);
    }

    private static int rounded(float light, float units) {
        float shown = light < 1 ? light : 1;
        return (int) ((shown > 0 ? shown : 0) * units + 0.5f);
    }

    PixelSum plus(PixelSum other) {
        return new PixelSum(red + other.red, green + other.green, blue + other.blue, work + other.work);
    }
}
