package dev.warpbroker.device.backend;

/**
 * A kernel that is to be launched.
 *
 * @param <K> kernels
 * @param <L> lanes, as kernels see them
 * @param <M> memory handles
 */
public interface KernelCall<K, L, M> {
    /** {@return how many lanes there are, and in which blocks} */
    GridShape shape();

    K kernel();

    /** {@return a lane of the JVM device, as the kernel sees it} */
    L lane(RunningLane<L, M> running, int rank);

    /**
     * Refuses memory that the launch may not use: of another device, or closed. A backend calls it for all memory that
     * the kernel captured, as far as it finds it.
     *
     * @throws IllegalStateException if the launch may not use it
     */
    void check(M memory);
}
