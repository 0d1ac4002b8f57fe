package dev.warpbroker.examples.render;

/**
 * Makes pictures as bright as a photographer would: by E. Reinhard, M. Stark, P. Shirley and J. Ferwerda,
 * <i>Photographic Tone Reproduction for Digital Images</i> (SIGGRAPH 2002), section 3.1. The mean brightness, as the
 * eye sees it, becomes that of a grey card; what is bright is drawn together instead of cut off. The same picture
 * always becomes the same picture.
 */
public final class ToneMapping {
    /** The brightness that the mean gets: that of a grey card. */
    private static final double KEY = 0.18;

    /** So that black pixels have a logarithm. */
    private static final double DARKEST = 1e-3;

    private static final int LEVELS = 256;

    private ToneMapping() {}

    /** {@return the picture as a photographer would show it} */
    public static Image photographic(Image image) {
        double[] light = new double[LEVELS];
        for (int level = 0; level < LEVELS; level++) {
            light[level] = level / 255.0 * (level / 255.0);
        }
        double logarithms = 0;
        double brightest = 0;
        for (int row = 0; row < image.height(); row++) {
            double sum = 0;
            for (int column = 0; column < image.width(); column++) {
                double luminance = luminance(image.pixel(column, row), light);
                sum += StrictMath.log(DARKEST + luminance);
                brightest = Math.max(brightest, luminance);
            }
            logarithms += sum;
        }
        double mean = StrictMath.exp(logarithms / ((double) image.width() * image.height()));
        double exposure = KEY / mean;
        double white = Math.max(1, exposure * brightest);
        int[] pixels = new int[image.width() * image.height()];
        for (int i = 0; i < pixels.length; i++) {
            int pixel = image.pixel(i % image.width(), i / image.width());
            double luminance = exposure * luminance(pixel, light);
            double factor = exposure * (1 + luminance / (white * white)) / (1 + luminance);
            pixels[i] = level(factor * light[pixel >> 16 & 0xff]) << 16
                    | level(factor * light[pixel >> 8 & 0xff]) << 8
                    | level(factor * light[pixel & 0xff]);
        }
        return new Image(image.width(), image.height(), pixels);
    }

    private static double luminance(int pixel, double[] light) {
        return 0.2126 * light[pixel >> 16 & 0xff] + 0.7152 * light[pixel >> 8 & 0xff] + 0.0722 * light[pixel & 0xff];
    }

    private static int level(double light) {
        return (int) (Math.sqrt(Math.min(1, light)) * 255 + 0.5);
    }
}
