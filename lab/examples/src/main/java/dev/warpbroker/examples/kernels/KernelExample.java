package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Device;
import java.util.List;

/**
 * A program that runs on any device, and what must come out, to the bit.
 *
 * <p>Inputs are made from a seed, so that {@link #run} and {@link #expected} work on the same ones. Results are arrays
 * of primitives, or arrays of such arrays.
 */
public interface KernelExample {
    /** {@return all examples, in the order of their names} */
    static List<KernelExample> all() {
        return List.of(
                new AesCounterMode(),
                new BlockScans(),
                new Checksums(),
                new CivilCalendar(),
                new ColorClusters(),
                new ConjugateGradient(),
                new FastConvolution(),
                new ImageFilters(),
                new JpegBlocks(),
                new MillerRabin(),
                new NBody(),
                new OptionPricing(),
                new SequenceAlignment(),
                new Sha3(),
                new TextCodec(),
                new TextSearch());
    }

    /**
     * How large an input is, in whatever the example counts: messages, pixels, rows.
     *
     * @param onSimulator on a simulator, which is thousands of times slower than what it runs on
     * @param onJvm on the JVM
     * @param onGpu on a GPU
     */
    record Sizes(int onSimulator, int onJvm, int onGpu) {
        /**
         * {@return the size for a device}
         *
         * @param device where the example is to run
         */
        public int on(Device device) {
            return switch (device.properties().id()) {
                case "sim" -> onSimulator;
                case "jvm" -> onJvm;
                default -> onGpu;
            };
        }
    }

    /** {@return what the example is called} */
    String name();

    /** {@return how large its input should be for a run of a second at most} */
    Sizes sizes();

    /**
     * {@return what kernels of {@code device} compute}
     *
     * @param device where they run
     * @param size how large the input is
     */
    Object run(Device device, int size);

    /**
     * {@return what plain Java, or a class of the JDK, computes}
     *
     * @param size how large the input is
     */
    Object expected(int size);
}
