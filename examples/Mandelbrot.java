import dev.warpbroker.device.*;
import dev.warpbroker.structures.queue.*;
import java.awt.Color;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;

/*
 * Draws the Mandelbrot set into mandelbrot.png, by Mariani and Silver's method: the work appears while it is done. The
 * lanes of one kernel take squares from a queue of records. If all points on the border of a square take the same
 * number of iterations, so do those inside. Otherwise the lane puts the four quarters into the queue, down to 4 x 4
 * points, for any lane to take. The kernel ends when no square is left. The host computes every point and compares.
 *
 * Run it with: ./warpbroker java examples/Mandelbrot.java 1024
 * The number is the width of the picture, a multiple of 16; without one it is 128.
 */

static final int LANES = 256;
static final int LARGEST = 16;
static final int SMALLEST = 4;
static final int MAX_ITERATIONS = 64;

record Square(int left, int top, int size) {
    Square quarter(int number) {
        int half = size / 2;
        return new Square(left + number % 2 * half, top + number / 2 * half, half);
    }
}

/** The plane, of which the picture shows a square. */
record Plane(int size) {
    int iterations(int x, int y) {
        double re = 3.0 * x / size - 2.2;
        double im = 3.0 * y / size - 1.5;
        double a = 0;
        double b = 0;
        int count = 0;
        while (count < MAX_ITERATIONS && a * a + b * b < 4) {
            double next = a * a - b * b + re;
            b = 2 * a * b + im;
            a = next;
            count++;
        }
        return count;
    }

    boolean isUniform(Square square, int iterations) {
        int right = square.left() + square.size() - 1;
        int bottom = square.top() + square.size() - 1;
        for (int i = 0; i < square.size(); i++) {
            if (iterations(square.left() + i, square.top()) != iterations
                    || iterations(square.left() + i, bottom) != iterations
                    || iterations(square.left(), square.top() + i) != iterations
                    || iterations(right, square.top() + i) != iterations) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether the square was drawn; if not, its quarters must be} */
    boolean draw(Square square, Ints picture) {
        int first = iterations(square.left(), square.top());
        boolean uniform = isUniform(square, first);
        if (!uniform && square.size() > SMALLEST) {
            return false;
        }
        for (int y = square.top(); y < square.top() + square.size(); y++) {
            for (int x = square.left(); x < square.left() + square.size(); x++) {
                picture.set(y * size + x, uniform ? first : iterations(x, y));
            }
        }
        return true;
    }
}

void main(String[] arguments) throws IOException {
    int size = arguments.length == 0 ? 128 : Integer.parseInt(arguments[0]);
    var plane = new Plane(size);
    var squares = new ArrayList<Square>();
    for (int top = 0; top < size; top += LARGEST) {
        for (int left = 0; left < size; left += LARGEST) {
            squares.add(new Square(left, top, LARGEST));
        }
    }
    try (var device = Device.open();
            var queue = ElementQueue.of(QueueKind.BQ, device, 1 << 16, Layout.of(Square.class));
            var left = device.ints(1); // squares in the queue or in the hands of a lane
            var picture = device.ints(size * size)) {
        queue.fill(squares);
        left.fill(squares.size());
        device.run(Grid.threads(LANES), lane -> {
            var backoff = new Backoff();
            while (left.getOpaque(0) > 0) {
                var taken = queue.dequeue();
                if (!taken.present()) {
                    backoff.pause("a square");
                    continue;
                }
                backoff = new Backoff();
                if (!plane.draw(taken.value(), picture)) {
                    left.getAndAdd(0, 4); // before other lanes can take them
                    for (int i = 0; i < 4; i++) {
                        if (!queue.enqueue(taken.value().quarter(i))) {
                            throw new IllegalStateException("the queue is full");
                        }
                    }
                }
                left.getAndAdd(0, -1);
            }
        });
        int[] iterations = picture.copyOut();
        var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        int different = 0;
        for (int i = 0; i < iterations.length; i++) {
            float level = (float) iterations[i] / MAX_ITERATIONS;
            image.setRGB(i % size, i / size, Color.HSBtoRGB(0.6f + level, 1, level < 1 ? 1 : 0));
            different += iterations[i] == plane.iterations(i % size, i / size) ? 0 : 1;
        }
        if (different > iterations.length / 10_000) { // a filament may cross a border between two points
            throw new AssertionError(different + " of " + iterations.length + " points are wrong");
        }
        ImageIO.write(image, "png", new File("mandelbrot.png"));
        IO.println("on " + device + ":");
        IO.println("mandelbrot.png has " + size + " x " + size + " pixels"); // mandelbrot.png has 128 x 128 pixels
    }
}
