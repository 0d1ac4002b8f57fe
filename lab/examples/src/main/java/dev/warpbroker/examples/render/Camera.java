package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * From where, and where to, a picture is seen; upright with respect to the y axis.
 *
 * @param position of the eye
 * @param direction it looks in, of any length
 * @param degrees angle between the left and the right edge of the picture, or between top and bottom if that is more
 */
public record Camera(Vec position, Vec direction, double degrees) implements Serializable {
    private static final Vec UP = new Vec(0, 1, 0);
    private static final Vec ALMOST_UP = new Vec(0, 0, -1);

    public Camera {
        if (!position.isFinite() || !direction.isFinite() || !(direction.length() > 0)) {
            throw new IllegalArgumentException("camera at " + position + " that looks in direction " + direction
                    + "; the direction must not be zero");
        }
        if (!(degrees > 0 && degrees < 180)) {
            throw new IllegalArgumentException("viewing angle " + degrees + "; it must be between 0 and 180 degrees");
        }
    }

    /** {@return a camera that looks at a point} */
    public static Camera at(Vec position, Vec target, double degrees) {
        return new Camera(position, target.minus(position), degrees);
    }

    /** {@return a camera that sees all of a box, from the front and somewhat above} */
    public static Camera overview(Box box) {
        double degrees = 45;
        var from = new Vec(0.6f, 0.45f, 1).normalized();
        float distance = (float) (box.size().length() / 2 / StrictMath.sin(StrictMath.toRadians(degrees / 2)));
        return at(box.centre().plus(from.times(distance > 0 ? distance : 1)), box.centre(), degrees);
    }

    /** A camera's numbers for a picture of a size: the direction of a pixel is corner + column * right + row * down. */
    record View(Vec position, Vec corner, Vec right, Vec down) {
        Vec towards(float column, float row) {
            return corner.plus(right.times(column)).plus(down.times(row)).normalized();
        }
    }

    View view(int width, int height) {
        var forward = direction.normalized();
        var side = forward.cross(UP);
        var right = (side.length() < 1e-6f ? forward.cross(ALMOST_UP) : side).normalized();
        var down = forward.cross(right);
        float half = (float) StrictMath.tan(StrictMath.toRadians(degrees / 2));
        float pixel = 2 * half / Math.max(width, height);
        var corner = forward.minus(right.times(pixel * (width - 1) / 2)).minus(down.times(pixel * (height - 1) / 2));
        return new View(position, corner, right.times(pixel), down.times(pixel));
    }
}
