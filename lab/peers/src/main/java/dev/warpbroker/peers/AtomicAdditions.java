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
 * Additions to floating-point memory, ours and nvcc's in turn, on the first GPU: {@code AtomicAdditions atomics.ptx},
 * which nvcc made of {@code lab/peers/cuda/atomics.cu}. Prints medians of kernel times; a ratio of more than 1 says
 * that ours is faster.
 */
public final class AtomicAdditions {
    private static final int LANES = 1 << 24;
    private static final int REPETITIONS = 41;
    private static final int WARM_UP = 3;
    private static final Grid GRID = Grid.threads(LANES).withBlockSize(256);

    private AtomicAdditions() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("one argument: the PTX of lab/peers/cuda/atomics.cu");
        }
        byte[] image = Files.readAllBytes(Path.of(arguments[0]));
        try (Device device = Device.cuda(0)) {
            device.timeKernelsAlone(true);
            Ints where = device.ints(LANES);
            Floats floats = device.floats(LANES);
            Doubles doubles = device.doubles(LANES);
            floats.fill(1);
            doubles.fill(1);
            ForeignKernel addFloats = device.foreignKernel(image, "addFloats");
            ForeignKernel addDoubles = device.foreignKernel(image, "addDoubles");
            for (int elements : new int[] {1 << 24, 1 << 20, 1 << 16, 1 << 10, 32, 1}) {
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

    private static long time(Device device, Kernel kernel) {
        Launch launch = device.launch(GRID, kernel);
        launch.join();
        return launch.elapsed().toNanos();
    }

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

    private static MemorySegment word(long value) {
        return MemorySegment.ofArray(new long[] {value});
    }
}
