package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import java.time.Duration;

/**
 * The threads that search: warps, which are the workers, in blocks.
 *
 * @param device of the threads
 * @param warpSize threads of a worker
 * @param blockSize threads of a block, whole warps
 * @param threads at most, whole blocks
 */
record Team(Device device, int warpSize, int blockSize, int threads) {
    private static final int MAX_IN_BLOCK = 256;

    /**
     * {@return the threads of a device}
     *
     * @param wanted most threads; 0 for as many as it holds, or one per processor of the JVM
     */
    static Team of(Device device, int wanted) {
        return of(device, wanted, MAX_IN_BLOCK);
    }

    /**
     * {@return the threads of a device}
     *
     * @param wanted most threads; 0 for as many as it holds, or one per processor of the JVM
     * @param mostInBlock threads of a block, at most: the fewer blocks, the shorter they wait for each other
     */
    static Team of(Device device, int wanted, int mostInBlock) {
        var properties = device.properties();
        int warpSize = properties.lanesPerWorker();
        boolean jvm = warpSize == 1;
        int usual = jvm ? Runtime.getRuntime().availableProcessors() : properties.residentThreads();
        int threads = Math.clamp(wanted == 0 ? usual : wanted, warpSize, properties.residentThreads());
        // Two blocks at least, unless there is but one warp.
        int blockSize = Math.clamp(threads / 2 / warpSize, 1, jvm ? 1 : mostInBlock / warpSize) * warpSize;
        return new Team(device, warpSize, blockSize, threads / blockSize * blockSize);
    }

    /** {@return whether a worker is a single thread, as on the JVM} */
    boolean isOfThreads() {
        return warpSize == 1;
    }

    /** {@return the most workers} */
    int workers() {
        return threads / warpSize;
    }

    /** {@return the most workers of a block} */
    int workersInBlock() {
        return blockSize / warpSize;
    }

    /**
     * Runs a kernel by as many of these threads as can run it at once. {@return the time on the device}
     *
     * @param limit after which the launch is cancelled
     */
    Duration run(Kernel kernel, Duration limit) {
        int resident = device.residentThreads(kernel, blockSize) / blockSize * blockSize;
        return run(Math.min(threads, resident), kernel, limit);
    }

    /** Runs a kernel by all of these threads, at once or not. {@return the time on the device} */
    Duration runByAll(Kernel kernel, Duration limit) {
        return run(threads, kernel, limit);
    }

    private Duration run(int count, Kernel kernel, Duration limit) {
        var launch = device.launch(Grid.threads(count).withBlockSize(blockSize), kernel);
        launch.join(limit);
        return launch.elapsed();
    }
}
