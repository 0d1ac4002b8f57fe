package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import java.util.ArrayList;
import java.util.List;

/**
 * Heat in a plate of uneven material: a sparse system in compressed rows, solved by conjugate gradients (Hestenes and
 * Stiefel, 1952), with scalar products by a tree in the shared memory of each block. Plain Java that adds in the same
 * order says what must come out.
 */
final class ConjugateGradient implements KernelExample {
    private static final int BLOCK = 64;
    private static final int MAX_STEPS = 30;
    private static final double TOLERANCE = 1e-9;

    /** A symmetric matrix in compressed rows, on the host. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Matrix(int[] rowStarts, int[] columns, double[] values) {
        int rows() {
            return rowStarts.length - 1;
        }

        /** Five points around each of side x side places; the plate conducts in proportion to exp(sin(x) * y). */
        static Matrix ofPlate(int side) {
            int[] rowStarts = new int[side * side + 1];
            List<Integer> columns = new ArrayList<>();
            List<Double> values = new ArrayList<>();
            int[][] neighbours = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
            for (int row = 0; row < side * side; row++) {
                int x = row % side;
                int y = row / side;
                double sum = 0;
                for (int[] step : neighbours) {
                    double flow = conductivity(2 * x + step[0], 2 * y + step[1], side);
                    sum += flow;
                    int nextX = x + step[0];
                    int nextY = y + step[1];
                    if (nextX >= 0 && nextX < side && nextY >= 0 && nextY < side) {
                        columns.add(nextY * side + nextX);
                        values.add(-flow);
                    }
                }
                columns.add(row);
                values.add(sum);
                rowStarts[row + 1] = columns.size();
            }
            return new Matrix(
                    rowStarts,
                    columns.stream().mapToInt(i -> i).toArray(),
                    values.stream().mapToDouble(d -> d).toArray());
        }

        private static double conductivity(int twiceX, int twiceY, int side) {
            return StrictMath.exp(StrictMath.sin(3.0 * twiceX / side) * twiceY / (2.0 * side));
        }
    }

    /** A heater with a profile, at one place of the plate. */
    private static double heat(int row, int side) {
        double x = (row % side + 0.5) / side;
        int line = row / side;
        double y = (line + 0.5) / side;
        return StrictMath.sin(StrictMath.PI * x) * StrictMath.exp(-4 * StrictMath.pow(y - 0.4, 2));
    }

    /** The matrix on the device. */
    private record DeviceMatrix(Ints rowStarts, Ints columns, Doubles values) implements AutoCloseable {
        static DeviceMatrix of(Device device, Matrix matrix) {
            var copy = new DeviceMatrix(
                    device.ints(matrix.rowStarts.length),
                    device.ints(matrix.columns.length),
                    device.doubles(matrix.values.length));
            copy.rowStarts.copyIn(matrix.rowStarts);
            copy.columns.copyIn(matrix.columns);
            copy.values.copyIn(matrix.values);
            return copy;
        }

        double rowTimes(int row, Doubles x) {
            double sum = 0;
            for (int i = rowStarts.get(row); i < rowStarts.get(row + 1); i++) {
                sum += values.get(i) * x.get(columns.get(i));
            }
            return sum;
        }

        @Override
        public void close() {
            rowStarts.close();
            columns.close();
            values.close();
        }
    }

    /** Leaves the sum of a block's values in {@code sums}. */
    private static void addUp(Lane lane, double value, Doubles sums) {
        Block block = lane.block();
        Doubles shared = block.sharedDoubles(BLOCK);
        shared.set(block.lane(), value);
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            block.barrier();
            if (block.lane() < half && block.lane() + half < block.size()) {
                shared.set(block.lane(), shared.get(block.lane()) + shared.get(block.lane() + half));
            }
        }
        if (block.lane() == 0) {
            sums.set(block.index(), shared.get(0));
        }
    }

    private static double dot(Device device, Doubles a, Doubles b, Doubles sums) {
        device.run(new Grid(a.length(), BLOCK), lane -> addUp(lane, a.get(lane.id()) * b.get(lane.id()), sums));
        double sum = 0;
        for (double each : sums.copyOut()) {
            sum += each;
        }
        return sum;
    }

    @Override
    public String name() {
        return "conjugate gradients";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(9, 25, 200);
    }

    @Override
    public Object run(Device device, int side) {
        int n = side * side;
        var rows = new Grid(n, BLOCK);
        try (var matrix = DeviceMatrix.of(device, Matrix.ofPlate(side));
                Doubles x = device.doubles(n);
                Doubles residual = device.doubles(n);
                Doubles direction = device.doubles(n);
                Doubles image = device.doubles(n);
                Doubles sums = device.doubles(rows.blocks())) {
            device.run(rows, lane -> {
                double heat = heat(lane.id(), side);
                residual.set(lane.id(), heat);
                direction.set(lane.id(), heat);
            });
            double squared = dot(device, residual, residual, sums);
            int steps = 0;
            while (steps < MAX_STEPS && Math.sqrt(squared) > TOLERANCE) {
                device.run(rows, lane -> image.set(lane.id(), matrix.rowTimes(lane.id(), direction)));
                double alpha = squared / dot(device, direction, image, sums);
                device.run(rows, lane -> {
                    int i = lane.id();
                    x.set(i, x.get(i) + alpha * direction.get(i));
                    residual.set(i, residual.get(i) - alpha * image.get(i));
                });
                double before = squared;
                squared = dot(device, residual, residual, sums);
                double beta = squared / before;
                device.run(rows, lane -> {
                    int i = lane.id();
                    direction.set(i, residual.get(i) + beta * direction.get(i));
                });
                steps++;
            }
            return new Object[] {x.copyOut(), new double[] {steps, squared}};
        }
    }

    @Override
    public Object expected(int side) {
        var matrix = Matrix.ofPlate(side);
        int n = matrix.rows();
        double[] x = new double[n];
        double[] residual = new double[n];
        for (int i = 0; i < n; i++) {
            residual[i] = heat(i, side);
        }
        double[] direction = residual.clone();
        double squared = dot(residual, residual);
        int steps = 0;
        for (; steps < MAX_STEPS && Math.sqrt(squared) > TOLERANCE; steps++) {
            double[] image = new double[n];
            for (int row = 0; row < n; row++) {
                for (int i = matrix.rowStarts[row]; i < matrix.rowStarts[row + 1]; i++) {
                    image[row] += matrix.values[i] * direction[matrix.columns[i]];
                }
            }
            double alpha = squared / dot(direction, image);
            for (int i = 0; i < n; i++) {
                x[i] += alpha * direction[i];
                residual[i] -= alpha * image[i];
            }
            double before = squared;
            squared = dot(residual, residual);
            for (int i = 0; i < n; i++) {
                direction[i] = residual[i] + squared / before * direction[i];
            }
        }
        return new Object[] {x, new double[] {steps, squared}};
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int from = 0; from < a.length; from += BLOCK) {
            double[] tree = new double[BLOCK];
            int size = Math.min(BLOCK, a.length - from);
            for (int i = 0; i < size; i++) {
                tree[i] = a[from + i] * b[from + i];
            }
            for (int half = BLOCK / 2; half > 0; half /= 2) {
                for (int i = 0; i < half && i + half < size; i++) {
                    tree[i] += tree[i + half];
                }
            }
            sum += tree[0];
        }
        return sum;
    }
}
