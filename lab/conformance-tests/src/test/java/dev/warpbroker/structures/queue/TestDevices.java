package dev.warpbroker.structures.queue;

import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The devices on which every structure is tested: a simulator first, which ends a launch that hangs at once. Its memory
 * is adversarial, which finds what ordinary memory finds and more; with the tests tagged {@code long} both are tried.
 * JUnit closes a device after the test that it was made for.
 */
public final class TestDevices {
    private static final long SEED = 1;

    /** Whether the build runs the tests tagged {@code long}; what is scaled is larger then. */
    private static final boolean DEEP = Boolean.getBoolean("warpbroker.long");

    private TestDevices() {}

    public static Stream<Named<Device>> devices() {
        var usual = Stream.of(adversarial(), jvm());
        return DEEP ? Stream.concat(Stream.of(named("simulator, seed " + SEED, Device.simulator(SEED))), usual) : usual;
    }

    static Stream<Arguments> devicesAndQueues() {
        return devicesAndQueuesThatClaim();
    }

    /** Queues for tests in which a queue may be full or empty. */
    static Stream<Arguments> devicesAndReturningQueues() {
        return devicesAndQueuesThatClaim(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
    }

    /** Queues that one thread cannot tell from a bounded deque. */
    static Stream<Arguments> devicesAndExactQueues() {
        return devicesAndQueuesThatClaim(Claim.FIFO, Claim.RETURNS_WHEN_FULL_OR_EMPTY, Claim.EXACT_CAPACITY);
    }

    static Stream<Arguments> devicesAndFifoQueues() {
        return devicesAndQueuesThatClaim(Claim.FIFO);
    }

    static Stream<Arguments> devicesAndLinearizableQueues() {
        return devicesAndQueuesThatClaim(Claim.LINEARIZABLE, Claim.RETURNS_WHEN_FULL_OR_EMPTY);
    }

    /** Queues whose operations wait while the queue is full or empty. */
    static Stream<Arguments> devicesAndWaitingQueues() {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> !kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY))
                .flatMap(kind -> devices().map(device -> arguments(device, kind)));
    }

    static Stream<Arguments> devicesAndQueuesThatClaim(Claim... claims) {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> kind.claims().containsAll(Arrays.asList(claims)))
                .flatMap(kind -> devices().map(device -> arguments(device, kind)));
    }

    /** Every queue per thread, and those that serve a warp or block at once in these forms, too. */
    static Stream<Arguments> devicesQueuesAndGranularities() {
        return devicesQueuesAndGranularitiesThatClaim();
    }

    /** The same for tests in which a queue may be full or empty. */
    static Stream<Arguments> devicesReturningQueuesAndGranularities() {
        return devicesQueuesAndGranularitiesThatClaim(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
    }

    /** The same for tests in which as many fit as the capacity says. */
    static Stream<Arguments> devicesExactQueuesAndGranularities() {
        return devicesQueuesAndGranularitiesThatClaim(Claim.RETURNS_WHEN_FULL_OR_EMPTY, Claim.EXACT_CAPACITY);
    }

    private static Stream<Arguments> devicesQueuesAndGranularitiesThatClaim(Claim... claims) {
        return Arrays.stream(Granularity.values())
                .flatMap(granularity -> Arrays.stream(QueueKind.values())
                        .filter(kind -> kind.claims().containsAll(Arrays.asList(claims)))
                        .filter(kind -> granularity == Granularity.THREAD || kind.claims(Claim.MULTI_ELEMENT))
                        .flatMap(kind -> inTurn(kind.ordinal() + granularity.ordinal())
                                .map(device -> arguments(device, kind, granularity))));
    }

    /**
     * One device for a queue, the other for the next one, and all where long tests run, too: cases of this module do on
     * each device what the tests of granularities do.
     */
    private static Stream<Named<Device>> inTurn(int turn) {
        if (DEEP) {
            return devices();
        }
        return Stream.of(turn % 2 == 0 ? adversarial() : jvm());
    }

    private static Named<Device> adversarial() {
        return named("simulator with adversarial memory, seed " + SEED, adversarial(SEED));
    }

    private static Named<Device> jvm() {
        return named("jvm", Device.jvm());
    }

    public static Device adversarial(long seed) {
        return Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults());
    }

    /** {@return a size for a test: a simulator runs thousands of times slower than the machine that it runs on} */
    public static int scaled(Device device, int onJvm, int onSimulator) {
        return isSimulator(device) ? onSimulator : onJvm;
    }

    /** {@return sizes for a test: a simulator runs thousands of times slower than the machine that it runs on} */
    public static int[] scaled(Device device, int[] onJvm, int[] onSimulator) {
        return isSimulator(device) ? onSimulator : onJvm;
    }

    /** {@return how often a test tries: {@code deep} times where long tests run, too} */
    public static int tries(int usual, int deep) {
        return DEEP ? deep : usual;
    }

    private static boolean isSimulator(Device device) {
        return device.properties().lanesPerWorker() > 1;
    }
}
