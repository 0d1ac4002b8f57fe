package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Shorts;

/**
 * The lossy half of JPEG (ITU-T T.81, annex A and K.1) for a grey picture, and back: cosine transform of blocks of 8 x
 * 8 pixels, quantisation, zigzag order, a lane for each block. Plain Java that goes through the blocks one by one says
 * what must come out.
 */
final class JpegBlocks implements KernelExample {
    private static final int N = 8;

    /** Luminance at quality 50. */
    private static final int[][] QUANTA = {
        {16, 11, 10, 16, 24, 40, 51, 61},
        {12, 12, 14, 19, 26, 58, 60, 55},
        {14, 13, 16, 24, 40, 57, 69, 56},
        {14, 17, 22, 29, 51, 87, 80, 62},
        {18, 22, 37, 56, 68, 109, 103, 77},
        {24, 35, 55, 64, 81, 104, 113, 92},
        {49, 64, 78, 87, 103, 121, 120, 101},
        {72, 92, 95, 98, 112, 100, 103, 99}
    };

    /** Row and column of the k-th coefficient. */
    private record Place(int row, int column) {}

    private static final Place[] ZIGZAG = zigzag();

    /** The matrix of the transform: row u holds the cosine of frequency u. */
    private static final double[][] COSINES = cosines();

    private static Place[] zigzag() {
        var places = new Place[N * N];
        int row = 0;
        int column = 0;
        for (int k = 0; k < places.length; k++) {
            places[k] = new Place(row, column);
            boolean upwards = (row + column) % 2 == 0;
            if (upwards && column == N - 1 || !upwards && row < N - 1 && column == 0) {
                row++;
            } else if (upwards && row == 0 || !upwards && row == N - 1) {
                column++;
            } else {
                row += upwards ? -1 : 1;
                column += upwards ? 1 : -1;
            }
        }
        return places;
    }

    private static double[][] cosines() {
        double[][] cosines = new double[N][N];
        for (int u = 0; u < N; u++) {
            double scale = u == 0 ? StrictMath.sqrt(1.0 / N) : StrictMath.sqrt(2.0 / N);
            for (int x = 0; x < N; x++) {
                cosines[u][x] = scale * StrictMath.cos((2 * x + 1) * u * StrictMath.PI / (2 * N));
            }
        }
        return cosines;
    }

    private static double[][] product(double[][] a, double[][] b) {
        double[][] product = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++) {
                    sum += a[i][k] * b[k][j];
                }
                product[i][j] = sum;
            }
        }
        return product;
    }

    private static double[][] transposed(double[][] a) {
        double[][] result = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                result[j][i] = a[i][j];
            }
        }
        return result;
    }

    private static short[] encode(double[][] pixels) {
        double[][] frequencies = product(product(COSINES, pixels), transposed(COSINES));
        short[] coefficients = new short[N * N];
        for (int k = 0; k < coefficients.length; k++) {
            Place place = ZIGZAG[k];
            double exact = frequencies[place.row][place.column] / QUANTA[place.row][place.column];
            coefficients[k] = (short) Math.round(exact);
        }
        return coefficients;
    }

    private static double[][] decode(short[] coefficients) {
        double[][] frequencies = new double[N][N];
        int k = 0;
        for (Place place : ZIGZAG) {
            frequencies[place.row][place.column] = coefficients[k++] * QUANTA[place.row][place.column];
        }
        return product(product(transposed(COSINES), frequencies), COSINES);
    }

    private static byte toPixel(double level) {
        return (byte) Math.clamp(Math.round(level + 128), 0, 255);
    }

    @Override
    public String name() {
        return "JPEG blocks";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(5, 40, 200);
    }

    @Override
    public Object run(Device device, int side) {
        int width = side * N;
        try (Bytes picture = device.bytes((long) width * width);
                Shorts coefficients = device.shorts((long) width * width);
                Bytes decoded = device.bytes((long) width * width)) {
            picture.copyIn(picture(width));
            device.run(Grid.threads(side * side), lane -> {
                int top = lane.id() / side * N;
                int left = lane.id() % side * N;
                double[][] pixels = new double[N][N];
                for (int y = 0; y < N; y++) {
                    for (int x = 0; x < N; x++) {
                        pixels[y][x] = picture.getUnsigned((top + y) * width + left + x) - 128;
                    }
                }
                short[] encoded = encode(pixels);
                for (int k = 0; k < encoded.length; k++) {
                    coefficients.set(lane.id() * encoded.length + k, encoded[k]);
                }
            });
            device.run(Grid.threads(side * side), lane -> {
                short[] encoded = new short[N * N];
                for (int k = 0; k < encoded.length; k++) {
                    encoded[k] = coefficients.get(lane.id() * encoded.length + k);
                }
                int top = lane.id() / side * N;
                int left = lane.id() % side * N;
                double[][] pixels = decode(encoded);
                for (int y = 0; y < N; y++) {
                    for (int x = 0; x < N; x++) {
                        decoded.set((top + y) * width + left + x, toPixel(pixels[y][x]));
                    }
                }
            });
            return new Object[] {coefficients.copyOut(), decoded.copyOut()};
        }
    }

    @Override
    public Object expected(int side) {
        int width = side * N;
        byte[] picture = picture(width);
        short[] coefficients = new short[width * width];
        byte[] decoded = new byte[width * width];
        for (int block = 0; block < side * side; block++) {
            int corner = block / side * N * width + block % side * N;
            double[][] pixels = new double[N][N];
            for (int i = 0; i < N * N; i++) {
                pixels[i / N][i % N] = (picture[corner + i / N * width + i % N] & 0xFF) - 128;
            }
            short[] encoded = encode(pixels);
            System.arraycopy(encoded, 0, coefficients, block * N * N, N * N);
            double[][] again = decode(encoded);
            for (int i = 0; i < N * N; i++) {
                decoded[corner + i / N * width + i % N] = toPixel(again[i / N][i % N]);
            }
        }
        return new Object[] {coefficients, decoded};
    }

    /** Waves with an edge across them. */
    private static byte[] picture(int width) {
        byte[] picture = new byte[width * width];
        for (int y = 0; y < width; y++) {
            for (int x = 0; x < width; x++) {
                double wave = StrictMath.sin(x * 0.31) * StrictMath.cos(y * 0.17 + x * 0.05);
                picture[y * width + x] = (byte) (x + 2 * y > width ? 120 + 100 * wave : 60 + 40 * wave);
            }
        }
        return picture;
    }
}
