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
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

        Checked(QueueKind kind) {
            this(kind.create(DEVICE, QueueOptions.capacity(capacity(kind)).startingAt(-3)));
        }

        private static int capacity(QueueKind kind) {
            return kind.claims(Claim.EXACT_CAPACITY) ? SMALL : 16;
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

    public static class Bq extends Checked {
        public Bq() {
            super(QueueKind.BQ);
        }
    }

    public static class BqFused extends Checked {
        public BqFused() {
            super(QueueKind.BQ_FUSED);
        }
    }

    public static class BqFusedForFew extends Checked {
        public BqFusedForFew() {
            super(OneWordBrokerQueueTest.tiny(DEVICE, SMALL, -3));
        }
    }

    public static class Bwd extends Checked {
        public Bwd() {
            super(QueueKind.BWD);
        }
    }

    public static class Gq extends Checked {
        public Gq() {
            super(QueueKind.GQ);
        }
    }

    public static class Htq extends Checked {
        public Htq() {
            super(QueueKind.HTQ);
        }
    }

    public static class Shcq extends Checked {
        public Shcq() {
            super(QueueKind.SHCQ);
        }
    }

    public static class Nsfq extends Checked {
        public Nsfq() {
            super(QueueKind.NSFQ);
        }
    }

    public static class Cbq extends Checked {
        public Cbq() {
            super(QueueKind.CBQ);
        }
    }

    public static class Sfq extends Checked {
        public Sfq() {
            super(QueueKind.SFQ);
        }
    }

    public static class Msq extends Checked {
        public Msq() {
            super(QueueKind.MSQ);
        }
    }

    public static class TwoLock extends Checked {
        public TwoLock() {
            super(QueueKind.TWO_LOCK);
        }
    }

    public static class Baq extends Checked {
        public Baq() {
            super(QueueKind.BAQ);
        }
    }

    public static class LockedLinked extends Checked {
        public LockedLinked() {
            super(QueueKind.LOCKED_LINKED);
        }
    }

    public static class CasLinked extends Checked {
        public CasLinked() {
            super(QueueKind.CAS_LINKED);
        }
    }

    /** With rings so short that they are closed, and serve again. */
    public static class Lcrq extends Checked {
        public Lcrq() {
            super(LinkedRingQueue.with(
                    DEVICE, QueueOptions.capacity(2).withSegmentLength(2).startingAt(-3)));
        }
    }

    public static class GLfq extends Checked {
        public GLfq() {
            super(QueueKind.G_LFQ);
        }
    }

    public static class Ovq extends Checked {
        public Ovq() {
            super(OvertakingQueue.with(
                    DEVICE, QueueOptions.capacity(16).startingAt(-3), 32, 1, OvertakingQueue.NO_CROWD));
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
    private static final Map<QueueKind, Class<? extends Checked>> LINEARIZABLE = Map.ofEntries(
            Map.entry(QueueKind.BQ, Bq.class),
            Map.entry(QueueKind.BQ_FUSED, BqFused.class),
            Map.entry(QueueKind.SHCQ, Shcq.class),
            Map.entry(QueueKind.NSFQ, Nsfq.class),
            Map.entry(QueueKind.MSQ, Msq.class),
            Map.entry(QueueKind.TWO_LOCK, TwoLock.class),
            Map.entry(QueueKind.BAQ, Baq.class),
            Map.entry(QueueKind.LOCKED_LINKED, LockedLinked.class),
            Map.entry(QueueKind.CAS_LINKED, CasLinked.class),
            Map.entry(QueueKind.LCRQ, Lcrq.class),
            Map.entry(QueueKind.G_LFQ, GLfq.class),
            Map.entry(QueueKind.OVQ, Ovq.class));

    /** Queues that claim to be linearizable and wait while they are full or empty. */
    private static final Map<QueueKind, Class<? extends Checked>> WAITING =
            Map.of(QueueKind.CBQ, Cbq.class, QueueKind.SFQ, Sfq.class);

    /** Queues that are not linearizable. */
    private static final Map<QueueKind, Class<? extends Checked>> NOT_LINEARIZABLE =
            Map.of(QueueKind.GQ, Gq.class, QueueKind.HTQ, Htq.class);

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

    private static ModelCheckingOptions against(QueueKind kind, ModelCheckingOptions options) {
        return options.sequentialSpecification(
                kind.claims(Claim.EXACT_CAPACITY) ? BoundedModel.class : UnboundedModel.class);
    }

    private static Set<Map.Entry<QueueKind, Class<? extends Checked>>> linearizable() {
        return LINEARIZABLE.entrySet();
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    void queuesThatClaimItAreLinearizable(Map.Entry<QueueKind, Class<? extends Checked>> each) {
        against(each.getKey(), options(2, 15)).check(each.getValue());
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    @Tag("long")
    void queuesThatClaimItAreLinearizableAtDepth(Map.Entry<QueueKind, Class<? extends Checked>> each) {
        against(each.getKey(), options(60, 2_000)).check(each.getValue());
    }

    @Test
    void brokerQueueForFewThreadsIsLinearizable() {
        against(QueueKind.BQ_FUSED, options(2, 25)).check(BqFusedForFew.class);
    }

    @Test
    @Tag("long")
    void brokerQueueForFewThreadsIsLinearizableAtDepth() {
        against(QueueKind.BQ_FUSED, options(60, 2_000)).check(BqFusedForFew.class);
    }

    private static Set<Map.Entry<QueueKind, Class<? extends Checked>>> waiting() {
        return WAITING.entrySet();
    }

    @ParameterizedTest
    @MethodSource("waiting")
    void queuesThatWaitAreLinearizable(Map.Entry<QueueKind, Class<? extends Checked>> each)
            throws NoSuchMethodException {
        var options = against(each.getKey(), options(0, TestDevices.tries(50, 200)));
        options.addCustomScenario(neverFullOrEmptyForGood(each.getValue()));
        options.check(each.getValue());
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
    private static ExecutionScenario neverFullOrEmptyForGood(Class<?> checked) throws NoSuchMethodException {
        var enqueue = checked.getMethod("enqueue", int.class);
        var dequeue = checked.getMethod("dequeue");
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

    private static Set<Map.Entry<QueueKind, Class<? extends Checked>>> notLinearizable() {
        return NOT_LINEARIZABLE.entrySet();
    }

    @ParameterizedTest
    @MethodSource("notLinearizable")
    void queuesThatDoNotClaimItAreFoundOut(Map.Entry<QueueKind, Class<? extends Checked>> each)
            throws NoSuchMethodException {
        assertThat(each.getKey().claims(Claim.LINEARIZABLE)).isFalse();
        var options = against(each.getKey(), options(100, 1_000)).minimizeFailedScenario(false);
        options.addCustomScenario(twoDequeuesOfOneValue(each.getValue()));
        assertThatThrownBy(() -> options.check(each.getValue())).hasMessageContaining("Invalid execution results");
    }

    /** It takes many scenarios; CounterexampleTest finds its mistake on simulators. */
    @Test
    @Tag("long")
    void workDistributorIsFoundOut() {
        assertThat(QueueKind.BWD.claims(Claim.LINEARIZABLE)).isFalse();
        assertThatThrownBy(() -> against(QueueKind.BWD, options(100, 1_000))
                        .minimizeFailedScenario(false)
                        .check(Bwd.class))
                .hasMessageContaining("Invalid execution results");
    }

    /** The dequeue that gets nothing has taken the place of a value; then the queue says Full too early. */
    private static ExecutionScenario twoDequeuesOfOneValue(Class<?> checked) throws NoSuchMethodException {
        var enqueue = checked.getMethod("enqueue", int.class);
        var dequeue = checked.getMethod("dequeue");
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
    void everyQueueThatClaimsToBeLinearizableIsChecked() {
        // WFQ and G-WFQ have a test of their own, as their operations name the thread.
        var checked = EnumSet.of(QueueKind.WFQ, QueueKind.G_WFQ);
        checked.addAll(LINEARIZABLE.keySet());
        checked.addAll(WAITING.keySet());
        assertThat(checked)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(QueueKind.values())
                        .filter(kind -> kind.claims(Claim.LINEARIZABLE))
                        .toList());
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
