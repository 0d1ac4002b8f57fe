package dev.warpbroker.device;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.RunningLane;

/** Operations of tests on lanes: calls of kernels on a backend without a {@link Device}, and waits in kernels. */
public final class Lanes {
    private Lanes() {}

    /** {@return a launch of {@code kernel} that may use all memory} */
    public static KernelCall<Kernel, Lane, DeviceMemory> call(Grid grid, Kernel kernel) {
        return new Call(grid, kernel);
    }

    /** Waits, in a kernel, until a word is not 0. */
    public static void await(Ints words, int index, String what) {
        var backoff = new Backoff();
        while (words.getAcquire(index) == 0) {
            backoff.pause(what);
        }
    }

    private record Call(Grid grid, Kernel kernel) implements KernelCall<Kernel, Lane, DeviceMemory> {
        @Override
        public GridShape shape() {
            return grid.shape();
        }

        @Override
        public Lane lane(RunningLane<Lane, DeviceMemory> running, int rank) {
            return new Lane(running, rank, grid.shape());
        }

        @Override
        public void check(DeviceMemory memory) {}
    }
}
