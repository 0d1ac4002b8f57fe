package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Boxes that tumble and bounce, seen by a camera: a lane for each body, Euler's equations of rotation integrated with
 * quaternions as in Baraff's course notes (SIGGRAPH 1997), and a small library of vectors and matrices. The same
 * library on the host, without kernels, says what must come out.
 */
final class RigidBodies implements Program {
    private static final int STEPS = 20;
    private static final double STEP = 1.0 / 60;
    private static final Vec3 GRAVITY = new Vec3(0, -9.81, 0);

    private record Vec3(double x, double y, double z) {
        static final Vec3 ZERO = new Vec3(0, 0, 0);

        Vec3 plus(Vec3 v) {
            return new Vec3(x + v.x, y + v.y, z + v.z);
        }

        Vec3 minus(Vec3 v) {
            return new Vec3(x - v.x, y - v.y, z - v.z);
        }

        Vec3 times(double s) {
            return new Vec3(s * x, s * y, s * z);
        }

        double dot(Vec3 v) {
            return x * v.x + y * v.y + z * v.z;
        }

        Vec3 cross(Vec3 v) {
            return new Vec3(y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x);
        }

        double length() {
            return Math.sqrt(dot(this));
        }

        Vec3 normalized() {
            return times(1 / length());
        }
    }

    private record Quaternion(double w, Vec3 v) {
        static final Quaternion IDENTITY = new Quaternion(1, Vec3.ZERO);

        static Quaternion rotation(Vec3 axis, double angle) {
            return new Quaternion(StrictMath.cos(angle / 2), axis.normalized().times(StrictMath.sin(angle / 2)));
        }

        Quaternion times(Quaternion q) {
            return new Quaternion(
                    w * q.w - v.dot(q.v), q.v.times(w).plus(v.times(q.w)).plus(v.cross(q.v)));
        }

        Quaternion normalized() {
            double scale = 1 / Math.sqrt(w * w + v.dot(v));
            return new Quaternion(w * scale, v.times(scale));
        }

        Matrix toMatrix() {
            Vec3[] axes = {new Vec3(1, 0, 0), new Vec3(0, 1, 0), new Vec3(0, 0, 1)};
            var matrix = new Matrix(3);
            for (int column = 0; column < 3; column++) {
                Vec3 axis = axes[column];
                Vec3 twice = v.cross(axis).times(2);
                matrix.setColumn(column, axis.plus(twice.times(w)).plus(v.cross(twice)));
            }
            return matrix;
        }
    }

    /** A square matrix of any size. */
    private static final class Matrix {
        private final int size;
        private final double[][] rows;

        Matrix(int size) {
            this.size = size;
            rows = new double[size][size];
        }

        static Matrix diagonal(double... values) {
            var matrix = new Matrix(values.length);
            for (int i = 0; i < values.length; i++) {
                matrix.rows[i][i] = values[i];
            }
            return matrix;
        }

        void setColumn(int column, Vec3 v) {
            rows[0][column] = v.x;
            rows[1][column] = v.y;
            rows[2][column] = v.z;
        }

        Matrix times(Matrix other) {
            var product = new Matrix(size);
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    for (int k = 0; k < size; k++) {
                        product.rows[i][j] += rows[i][k] * other.rows[k][j];
                    }
                }
            }
            return product;
        }

        /** {@return this matrix times the vector, which has a fourth component of 1 if the matrix has four rows} */
        Vec3 times(Vec3 v) {
            double[] result = new double[size];
            for (int i = 0; i < size; i++) {
                result[i] = rows[i][0] * v.x + rows[i][1] * v.y + rows[i][2] * v.z + (size > 3 ? rows[i][3] : 0);
            }
            var transformed = new Vec3(result[0], result[1], result[2]);
            return size > 3 ? transformed.times(1 / result[3]) : transformed;
        }

        Matrix transposed() {
            var result = new Matrix(size);
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    result.rows[j][i] = rows[i][j];
                }
            }
            return result;
        }

        /** By Gauss and Jordan, with the largest pivot of each column. */
        Matrix inverse() {
            double[][] a = new double[size][];
            for (int i = 0; i < size; i++) {
                a[i] = rows[i].clone();
            }
            var inverse = new Matrix(size);
            double[][] b = inverse.rows;
            for (int i = 0; i < size; i++) {
                b[i][i] = 1;
            }
            for (int column = 0; column < size; column++) {
                int pivot = column;
                for (int row = column + 1; row < size; row++) {
                    if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) {
                        pivot = row;
                    }
                }
                if (a[pivot][column] == 0) {
                    throw new ArithmeticException("the matrix has no inverse");
                }
                swap(a, column, pivot);
                swap(b, column, pivot);
                double scale = 1 / a[column][column];
                for (int k = 0; k < size; k++) {
                    a[column][k] *= scale;
                    b[column][k] *= scale;
                }
                for (int row = 0; row < size; row++) {
                    if (row != column) {
                        double factor = a[row][column];
                        for (int k = 0; k < size; k++) {
                            a[row][k] -= factor * a[column][k];
                            b[row][k] -= factor * b[column][k];
                        }
                    }
                }
            }
            return inverse;
        }

        private static void swap(double[][] rows, int i, int j) {
            double[] row = rows[i];
            rows[i] = rows[j];
            rows[j] = row;
        }
    }

    /** A box in flight. */
    private static final class Body {
        private final Matrix inertia;
        private Vec3 position;
        private Vec3 velocity;
        private Quaternion orientation = Quaternion.IDENTITY;
        private Vec3 spin;

        Body(Vec3 extent, Vec3 position, Vec3 velocity, Vec3 spin) {
            double xx = extent.x * extent.x;
            double yy = extent.y * extent.y;
            double zz = extent.z * extent.z;
            inertia = Matrix.diagonal((yy + zz) / 12, (xx + zz) / 12, (xx + yy) / 12);
            this.position = position;
            this.velocity = velocity;
            this.spin = spin;
        }

        void step(double time) {
            Matrix rotation = orientation.toMatrix();
            Matrix inWorld = rotation.times(inertia).times(rotation.transposed());
            Vec3 momentum = inWorld.times(spin);
            spin = spin.minus(inWorld.inverse().times(spin.cross(momentum)).times(time));
            double angle = spin.length() * time;
            if (angle > 0) {
                orientation =
                        Quaternion.rotation(spin, angle).times(orientation).normalized();
            }
            velocity = velocity.plus(GRAVITY.times(time));
            position = position.plus(velocity.times(time));
            if (position.y < 0) {
                position = new Vec3(position.x, -position.y, position.z);
                velocity = new Vec3(velocity.x, -0.8 * velocity.y, velocity.z);
                spin = spin.times(-0.9);
            }
        }
    }

    /** What a camera that turns around the scene sees of a corner of the box, after all steps. */
    private static Vec3 seen(double[] start) {
        var body = new Body(
                new Vec3(start[0], start[1], start[2]),
                new Vec3(start[3], start[4], start[5]),
                Vec3.ZERO,
                new Vec3(start[6], start[7], start[8]));
        for (int i = 0; i < STEPS; i++) {
            body.step(STEP);
        }
        Vec3 corner = body.orientation
                .toMatrix()
                .times(new Vec3(start[0], start[1], start[2]))
                .plus(body.position);
        Matrix camera = Matrix.diagonal(1, 1, 1, 1);
        camera.setColumn(3, new Vec3(0, 1, 12));
        Matrix lens = Matrix.diagonal(1.5, 1.5, 1, 0);
        lens.rows[3][2] = -1;
        return lens.times(camera.inverse()).times(corner);
    }

    @Override
    public Object run(Device device, int bodies) {
        try (Doubles starts = device.doubles(9L * bodies);
                Doubles picture = device.doubles(3L * bodies)) {
            starts.copyIn(starts(bodies));
            device.run(Grid.threads(bodies), lane -> {
                double[] start = new double[9];
                for (int i = 0; i < start.length; i++) {
                    start[i] = starts.get(9 * lane.id() + i);
                }
                Vec3 seen = seen(start);
                picture.set(3L * lane.id(), seen.x);
                picture.set(3 * lane.id() + 1, seen.y);
                picture.set(3 * lane.id() + 2, seen.z);
            });
            return picture.copyOut();
        }
    }

    @Override
    public Object expected(int bodies) {
        double[] starts = starts(bodies);
        double[] picture = new double[3 * bodies];
        for (int i = 0; i < bodies; i++) {
            Vec3 seen = seen(Arrays.copyOfRange(starts, 9 * i, 9 * i + 9));
            picture[3 * i] = seen.x;
            picture[3 * i + 1] = seen.y;
            picture[3 * i + 2] = seen.z;
        }
        return picture;
    }

    private static double[] starts(int bodies) {
        return new SplittableRandom(bodies).doubles(9L * bodies, 0.5, 3).toArray();
    }
}
