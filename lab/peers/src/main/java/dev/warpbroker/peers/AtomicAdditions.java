package dev.warpbroker.peers;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.ForeignKernel;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Compares atomic additions to floating-point memory in our kernels with those that nvcc compiled, on the first GPU.
 * The argument is a PTX file, which nvcc makes of {@code lab/peers/cuda/atomics.cu}. Prints the medians of kernel times
 * and their ratio; a ratio above 1 means that our kernel is faster.
 *
 * <p>Each lane makes one addition, to an element that an array of indices chooses. Both kernels read the same indices
 * and values, add to the same memory and run in the same grid, so that only the generated code differs. The smaller the
 * number of elements, the more additions meet at one address: 2^24 elements cause few collisions, and with one element
 * all additions meet. The sums are neither reset between the repetitions nor checked.
 */
public final class AtomicAdditions {
    /** Additions in a repetition: one per lane. */
    private static final int LANES = 1 << 24;

    /** An odd number, so that the median is one of the measured times. */
    private static final int REPETITIONS = 41;

    /** Repetitions of both kernels that do not count. */
    private static final int WARM_UP = 3;

    /** The grid of both kernels. It has exactly one lane per addition. */
    private static final Grid GRID = Grid.threads(LANES).withBlockSize(256);

    private AtomicAdditions() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("one argument: the PTX of lab/peers/cuda/atomics.cu");
        }
        byte[] image = Files.readAllBytes(Path.of(arguments[0]));
        try (Device device = Device.cuda(0)) {
            // Launch#elapsed then excludes the time that the host takes to hand over a launch. Foreign kernels are
            // timed in the same way.
            device.timeKernelsAlone(true);
            Ints where = device.ints(LANES);
            Floats floats = device.floats(LANES);
            Doubles doubles = device.doubles(LANES);
            floats.fill(1);
            doubles.fill(1);
            ForeignKernel addFloats = device.foreignKernel(image, "addFloats");
            ForeignKernel addDoubles = device.foreignKernel(image, "addDoubles");
            for (int elements : new int[] {1 << 24, 1 << 20, 1 << 16, 1 << 10, 32, 1}) {
                // A fixed seed: the indices are the same in every process.
                var random = new SplittableRandom(16);
                where.copyIn(random.ints(LANES, 0, elements).toArray());
                Floats floatSums = device.floats(elements);
                Doubles doubleSums = device.doubles(elements);
                Kernel ourFloats = lane -> floatSums.getAndAddRelaxed(where.get(lane.id()), floats.get(lane.id()));
                Kernel ourDoubles = lane -> doubleSums.getAndAddRelaxed(where.get(lane.id()), doubles.get(lane.id()));
                compare(
                        "floats, %d elements".formatted(elements),
                        () -> time(device, ourFloats),
                        () -> addFloats.run(
                                GRID,
                                false,
                                word(floatSums.address()),
                                word(where.address()),
                                word(floats.address()),
                                word(LANES)));
                compare(
                        "doubles, %d elements".formatted(elements),
                        () -> time(device, ourDoubles),
                        () -> addDoubles.run(
                                GRID,
                                false,
                                word(doubleSums.address()),
                                word(where.address()),
                                word(doubles.address()),
                                word(LANES)));
                floatSums.close();
                doubleSums.close();
            }
        }
    }

    /** {@return the time of one launch on the device, in nanoseconds} */
    private static long time(Device device, Kernel kernel) {
        Launch launch = device.launch(GRID, kernel);
        launch.join();
        return launch.elapsed().toNanos();
    }

    /**
     * Runs both kernels in turn and prints their medians. Changes of the clock rate during the measurement thus affect
     * both alike.
     *
     * @param what the name of the row
     * @param ours runs our kernel once and returns its time in nanoseconds
     * @param theirs does the same with the kernel of nvcc
     */
    private static void compare(String what, LongSupplier ours, LongSupplier theirs) {
        long[] our = new long[REPETITIONS];
        long[] their = new long[REPETITIONS];
        for (int i = -WARM_UP; i < REPETITIONS; i++) {
            long mine = ours.getAsLong();
            long other = theirs.getAsLong();
            if (i >= 0) {
                our[i] = mine;
                their[i] = other;
            }
        }
        Arrays.sort(our);
        Arrays.sort(their);
        double mine = our[REPETITIONS / 2] / 1e3;
        double other = their[REPETITIONS / 2] / 1e3;
        System.out.printf("%-28s ours %9.1f us, nvcc %9.1f us, ratio %.3f%n", what, mine, other, other / mine);
    }

    /**
     * {@return the bytes of a kernel argument} An address takes all eight of them. For an {@code int} parameter the
     * driver reads the first four, which are the lower half of the value on a little-endian host.
     */
    private static MemorySegment word(long value) {
        return MemorySegment.ofArray(new long[] {value});
    }
}
