package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.Claim;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Model checking of the stacks on the JVM device: interleavings of short runs against a sequential stack. It sees the
 * heap arrays that back device memory; a stack without any synchronization shows that it does.
 */
class StackLincheckTest {
    private static final Device DEVICE = Device.jvm();
    private static final int SMALL = 2;
    private static final int NOTHING = -1;

    /** The sequential stack. */
    public static class Model {
        private final int capacity;
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();

        Model(int capacity) {
            this.capacity = capacity;
        }

        public boolean push(int value) {
            if (elements.size() == capacity) {
                return false;
            }
            elements.push(value);
            return true;
        }

        public int pop() {
            return elements.isEmpty() ? NOTHING : elements.pop();
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

    /** The kind of {@link Checked}, which Lincheck makes by a constructor without parameters. */
    private static StackKind checkedKind = StackKind.TREIBER;

    /** A stack under test. */
    public static class Checked {
        private final IntStack stack =
                checkedKind.create(DEVICE, StackOptions.capacity(SMALL).startingAt(-3));

        @Operation
        public boolean push(int value) {
            return stack.push(value);
        }

        @Operation
        public int pop() {
            var popped = stack.pop();
            return popped.present() ? popped.value() : NOTHING;
        }
    }

    /** Reads and writes device memory as if nobody else did. */
    public static class Unsynchronized {
        private static final int TOP = 24;

        private final Ints words = DEVICE.ints(TOP + 1);

        @Operation
        public boolean push(int value) {
            int top = words.get(TOP);
            words.set(top, value);
            words.set(TOP, top + 1);
            return true;
        }

        @Operation
        public int pop() {
            int top = words.get(TOP);
            if (top == 0) {
                return NOTHING;
            }
            words.set(TOP, top - 1);
            return words.get(top - 1);
        }
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

    private static Stream<StackKind> linearizable() {
        return Arrays.stream(StackKind.values()).filter(kind -> kind.claims(Claim.LINEARIZABLE));
    }

    private static void check(StackKind kind, ModelCheckingOptions options) {
        checkedKind = kind;
        options.sequentialSpecification(BoundedModel.class).check(Checked.class);
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    void stacksThatClaimItAreLinearizable(StackKind kind) {
        check(kind, options(2, 15));
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    @Tag("long")
    void stacksThatClaimItAreLinearizableAtDepth(StackKind kind) {
        check(kind, options(60, 2_000));
    }

    @ParameterizedTest
    @MethodSource("linearizable")
    @Tag("long")
    void stacksThatClaimItAreLinearizableForThreeThreads(StackKind kind) {
        check(kind, options(30, 2_000).threads(3).actorsPerThread(2));
    }

    @Test
    void raceInDeviceMemoryIsSeen() {
        assertThatThrownBy(() -> options(20, 500)
                        .sequentialSpecification(UnboundedModel.class)
                        .minimizeFailedScenario(false)
                        .check(Unsynchronized.class))
                .isInstanceOf(AssertionError.class);
    }
}
