package dev.warpbroker.tasks;

import static org.junit.jupiter.api.Named.named;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/**
 * The devices on which schedulers are tested; adversarial memory finds what ordinary memory finds and more, so both are
 * tried with the tests tagged {@code long} only. JUnit closes a device after the test that it was made for.
 */
final class TestDevices {
    private static final long SEED = 1;

    /** Whether the build runs the tests tagged {@code long}. */
    static final boolean DEEP = Boolean.getBoolean("warpbroker.long");

    private TestDevices() {}

    static Stream<Named<Device>> devices() {
        return DEEP
                ? Stream.concat(Stream.of(named("simulator, seed " + SEED, Device.simulator(SEED))), jvmAndAdversary())
                : jvmAndAdversary();
    }

    /** The JVM, and weak memory at its worst. */
    static Stream<Named<Device>> jvmAndAdversary() {
        return Stream.of(
                named("simulator with adversarial memory, seed " + SEED, adversarial()), named("jvm", Device.jvm()));
    }

    /**
     * The JVM, and simulators with the tests tagged {@code long} only: for what the host does, and for what cases of
     * lab/conformance show on simulators.
     */
    static Stream<Named<Device>> jvmFirst() {
        return DEEP ? devices() : Stream.of(named("jvm", Device.jvm()));
    }

    /** The JVM, and a simulator. */
    static Stream<Named<Device>> jvmAndSimulator() {
        return Stream.of(named("simulator, seed " + SEED, Device.simulator(SEED)), named("jvm", Device.jvm()));
    }

    static Device adversarial() {
        return Device.simulator(SimulatorOptions.seeded(SEED).adversarial(), DeviceOptions.defaults());
    }

    /** {@return a ForkJoin with this number of workers, whose tasks give numbers that are added up} */
    static <T extends Record> ForkJoin<T, Integer> summing(Device device, Class<T> tasks, int workers) {
        return ForkJoin.on(
                device, Layout.of(tasks), Join.sum(), ForkJoinOptions.defaults().withWorkers(workers));
    }

    /** {@return a size for a test: a simulator runs thousands of times slower than the machine that it runs on} */
    static int scaled(Device device, int onJvm, int onSimulator) {
        return isJvm(device) ? onJvm : onSimulator;
    }

    static boolean isJvm(Device device) {
        return device.properties().lanesPerWorker() == 1;
    }
}
