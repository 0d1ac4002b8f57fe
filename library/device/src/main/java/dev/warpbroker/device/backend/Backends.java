package dev.warpbroker.device.backend;

/**
 * Makes backends.
 *
 * <p>Backends and the compiler know the package of {@link dev.warpbroker.device.Device}, so it must not know them. It
 * finds the one implementation of this interface as a service: module-info names it, and a file in META-INF for the
 * class path.
 *
 * @param <K> kernels
 * @param <L> lanes, as kernels see them
 * @param <M> memory handles
 * @param <O> options of a device
 * @param <S> options of a simulator
 */
public interface Backends<K, L, M, O, S> {
    /** {@return threads of this JVM} */
    Backend<K, L, M> jvm(O options);

    /** {@return a simulator of a GPU} */
    Backend<K, L, M> simulator(S simulation, O options);

    /** {@return how many GPUs there are; 0 if there is no usable driver} */
    int gpus();

    /** {@return a GPU} */
    Backend<K, L, M> gpu(int ordinal, O options);

    /**
     * {@return for grids like this one, the PTX that the compiler makes of a kernel, with Java positions as comments}
     */
    String ptx(K kernel, GridShape shape, O options);
}
