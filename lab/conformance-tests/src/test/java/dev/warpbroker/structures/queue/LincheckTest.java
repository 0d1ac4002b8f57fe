package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.Claim;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Model checking of the queues on the JVM device: interleavings of short runs against a sequential queue. It sees the
 * heap arrays that back device memory; a queue without any synchronization shows that it does.
 */
class LincheckTest {
    private static final Device DEVICE = Device.jvm();
    private static final int SMALL = 2;
    private static final int NOTHING = -1;

    /** The sequential queue. */
    public static class Model {
        private final int capacity;
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();

        Model(int capacity) {
            this.capacity = capacity;
        }

        public boolean enqueue(int value) {
            return elements.size() < capacity && elements.add(value);
        }

        public int dequeue() {
            return elements.isEmpty() ? NOTHING : elements.remove();
        }
    }

    public static class BoundedModel extends Model {
        public BoundedModel() {
            super(SMALL);
        }
    }

    public static class UnboundedModel extends Model {
        public UnboundedModel() {
            super(Integer.MAX_VALUE);
        }
    }

    /** A queue under test; what is drawn by lot never exceeds the capacity of those that claim no exact one. */
    public static class Checked {
        private final IntQueue queue;

        Checked(IntQueue queue) {
            this.queue = queue;
        }

        @Operation
        public boolean enqueue(int value) {
            return queue.enqueue(value);
        }

        @Operation
        public int dequeue() {
            var dequeued = queue.dequeue();
            return dequeued.present() ? dequeued.value() : NOTHING;
        }
    }

    /** The kind of {@link OfKind}, which Lincheck makes by a constructor without parameters. */
    private static QueueKind checkedKind = QueueKind.BQ;

    public static class OfKind extends Checked {
        public OfKind() {
            super(queue(checkedKind));
        }

        private static IntQueue queue(QueueKind kind) {
            return switch (kind) {
                // With rings so short that they are closed, and serve again.
                case LCRQ ->
                    LinkedRingQueue.with(
                            DEVICE,
                            QueueOptions.capacity(2).withSegmentLength(2).startingAt(-3));
                case OVQ ->
                    OvertakingQueue.with(
                            DEVICE, QueueOptions.capacity(16).startingAt(-3), 32, 1, OvertakingQueue.NO_CROWD);
                default -> {
                    int capacity = kind.claims(Claim.EXACT_CAPACITY) ? SMALL : 16;
                    yield kind.create(DEVICE, QueueOptions.capacity(capacity).startingAt(-3));
                }
            };
        }
    }

    public static class BqFusedForFew extends Checked {
        public BqFusedForFew() {
            super(OneWordBrokerQueueTest.tiny(DEVICE, SMALL, -3));
        }
    }

    /** With a handle for each thread and no patience, so that threads ask for help at once. */
    public static class Wfq {
        private final YangMellorCrummeyQueue queue = YangMellorCrummeyQueue.with(
                DEVICE, QueueOptions.capacity(2).withThreads(4).withPatience(0).startingAt(-3));

        @Operation
        public boolean enqueue(int value, @Param(gen = ThreadIdGen.class) int thread) {
            return queue.enqueue(thread, value);
        }

        @Operation
        public int dequeue(@Param(gen = ThreadIdGen.class) int thread) {
            var dequeued = queue.dequeue(thread);
            return dequeued.present() ? dequeued.value() : NOTHING;
        }
    }

    /** The same with rings so short that they go around. */
    public static class GWfq {
        private final NikolaevRavindranQueue queue = NikolaevRavindranQueueTest.impatient(DEVICE, 4);

        @Operation
        public boolean enqueue(int value, @Param(gen = ThreadIdGen.class) int thread) {
            return queue.enqueue(thread, value);
        }

        @Operation
        public int dequeue(@Param(gen = ThreadIdGen.class) int thread) {
            var dequeued = queue.dequeue(thread);
            return dequeued.present() ? dequeued.value() : NOTHING;
        }
    }

    /** A sequential queue that does not care who calls. */
    public static class HelpedModel {
        private final UnboundedModel queue = new UnboundedModel();

        public boolean enqueue(int value, int thread) {
            return queue.enqueue(value);
        }

        public int dequeue(int thread) {
            return queue.dequeue();
        }
    }

    /** Reads and writes device memory as if nobody else did. */
    public static class Unsynchronized {
        private static final int HEAD = SMALL;
        private static final int TAIL = SMALL + 1;

        private final Ints words = DEVICE.ints(SMALL + 2);

        @Operation
        public boolean enqueue(int value) {
            int tail = words.get(TAIL);
            if (tail - words.get(HEAD) == SMALL) {
                return false;
            }
            words.set(tail % SMALL, value);
            words.set(TAIL, tail + 1);
            return true;
        }

        @Operation
        public int dequeue() {
            int head = words.get(HEAD);
            if (head == words.get(TAIL)) {
                return NOTHING;
            }
            int value = words.get(head % SMALL);
            words.set(HEAD, head + 1);
            return value;
        }
    }

    /** Queues that claim to be linearizable and answer Full and Empty. */
    private static Stream<QueueKind> linearizable() {
        return kindsThatClaimIt().filter(kind -> kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY));
    }

    /** Queues that claim to be linearizable and wait while they are full or empty. */
    private static Stream<QueueKind> waiting() {
        return kindsThatClaimIt().filter(kind -> !kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY));
    }

    /** {@return all but WFQ and G-WFQ, which have a test of their own, as their operations name the thread} */
    private static Stream<QueueKind> kindsThatClaimIt() {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> kind.claims(Claim.LINEARIZABLE))
                .filter(kind -> kind != QueueKind.WFQ && kind != QueueKind.G_WFQ);
    }

    private static ModelCheckingOptions options(int iterations, int invocations) {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(2)
                .iterations(iterations)
                .invocationsPerIteration(invocations)
                // Giving way is no part of the algorithms.
                .addGuarantee(forClasses(Backoff.class.getName()).allMethods().ignore());
    }

    private static void check(QueueKind kind, ModelCheckingOptions options) {
        checkedKind = kind;
        options.sequentialSpecification(kind.claims(Claim.EXACT_CAPACITY) ? BoundedModel.class : UnboundedModel.class)
                .check(OfKind.class);
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    void queuesThatClaimItAreLinearizable(QueueKind kind) {
        check(kind, options(2, 15));
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    @Tag("long")
    void queuesThatClaimItAreLinearizableAtDepth(QueueKind kind) {
        check(kind, options(60, 2_000));
    }

    @Test
    void brokerQueueForFewThreadsIsLinearizable() {
        options(2, 25).sequentialSpecification(BoundedModel.class).check(BqFusedForFew.class);
    }

    @Test
    @Tag("long")
    void brokerQueueForFewThreadsIsLinearizableAtDepth() {
        options(60, 2_000).sequentialSpecification(BoundedModel.class).check(BqFusedForFew.class);
    }

    @ParameterizedTest
    @MethodSource("waiting")
    void queuesThatWaitAreLinearizable(QueueKind kind) throws NoSuchMethodException {
        var options = options(0, TestDevices.tries(50, 200));
        options.addCustomScenario(neverFullOrEmptyForGood());
        check(kind, options);
    }

    @ParameterizedTest
    @ValueSource(classes = {Wfq.class, GWfq.class})
    void queueOfThreadsThatHelpEachOtherIsLinearizable(Class<?> queue) {
        options(2, 25).sequentialSpecification(HelpedModel.class).check(queue);
    }

    @ParameterizedTest
    @ValueSource(classes = {Wfq.class, GWfq.class})
    @Tag("long")
    void queueOfThreadsThatHelpEachOtherIsLinearizableAtDepth(Class<?> queue) {
        options(60, 2_000).sequentialSpecification(HelpedModel.class).check(queue);
    }

    /** Dequeues have to wait for the other thread's enqueue in some interleavings, and enqueues for its dequeue. */
    private static ExecutionScenario neverFullOrEmptyForGood() throws NoSuchMethodException {
        var enqueue = Checked.class.getMethod("enqueue", int.class);
        var dequeue = Checked.class.getMethod("dequeue");
        return new ExecutionScenario(
                List.of(new Actor(enqueue, List.of(1))),
                List.of(
                        List.of(
                                new Actor(enqueue, List.of(2)),
                                new Actor(enqueue, List.of(3)),
                                new Actor(dequeue, List.of())),
                        List.of(
                                new Actor(dequeue, List.of()),
                                new Actor(dequeue, List.of()),
                                new Actor(enqueue, List.of(4)))),
                List.of(new Actor(dequeue, List.of())),
                null);
    }

    @ParameterizedTest
    @EnumSource(names = {"GQ", "HTQ"})
    void queuesThatDoNotClaimItAreFoundOut(QueueKind kind) throws NoSuchMethodException {
        assertThat(kind.claims(Claim.LINEARIZABLE)).isFalse();
        var options = options(100, 1_000).minimizeFailedScenario(false);
        options.addCustomScenario(twoDequeuesOfOneValue());
        assertThatThrownBy(() -> check(kind, options)).hasMessageContaining("Invalid execution results");
    }

    /** It takes many scenarios; CounterexampleTest finds its mistake on simulators. */
    @Test
    @Tag("long")
    void workDistributorIsFoundOut() {
        assertThat(QueueKind.BWD.claims(Claim.LINEARIZABLE)).isFalse();
        assertThatThrownBy(() -> check(QueueKind.BWD, options(100, 1_000).minimizeFailedScenario(false)))
                .hasMessageContaining("Invalid execution results");
    }

    /** The dequeue that gets nothing has taken the place of a value; then the queue says Full too early. */
    private static ExecutionScenario twoDequeuesOfOneValue() throws NoSuchMethodException {
        var enqueue = Checked.class.getMethod("enqueue", int.class);
        var dequeue = Checked.class.getMethod("dequeue");
        return new ExecutionScenario(
                List.of(new Actor(enqueue, List.of(1))),
                List.of(
                        List.of(new Actor(dequeue, List.of())),
                        List.of(
                                new Actor(dequeue, List.of()),
                                new Actor(enqueue, List.of(2)),
                                new Actor(enqueue, List.of(3)))),
                List.of(),
                null);
    }

    @Test
    void raceInDeviceMemoryIsSeen() {
        assertThatThrownBy(() -> options(20, 200)
                        .sequentialSpecification(BoundedModel.class)
                        .minimizeFailedScenario(false)
                        .check(Unsynchronized.class))
                .isInstanceOf(AssertionError.class);
    }
}
