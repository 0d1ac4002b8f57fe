package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.warpbroker.compiler.generated.InTime;
import dev.warpbroker.compiler.generated.InTime.NoEndException;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Objects that grow in a loop, because their type contains itself, are refused at once. RemedyTest shows that what the
 * refusal recommends works.
 */
final class RecursiveTypeTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    record Node(int value, @Nullable Node next) {}

    record Tree(@Nullable Tree left, @Nullable Tree right, int value) {}

    record Link(@Nullable Chain chain, int value) {}

    record Chain(Link link) {}

    record Box<T>(T value) {}

    sealed interface Stack {
        record Empty() implements Stack {}

        record Top(int value, Stack below) implements Stack {}
    }

    /** A node of a list that may change. */
    static final class Cell {
        private final int value;
        private final @Nullable Cell next;

        Cell(int value, @Nullable Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    @TestFactory
    Stream<DynamicTest> isRefusedAtOnce() {
        return Stream.of(
                refused("list", out -> lane -> {
                    @Nullable Node list = null;
                    for (int i = 0; i < 3; i++) {
                        list = new Node(i, list);
                    }
                    out.set(lane.id(), list == null ? -1 : list.value());
                }),
                refused("list as long as the data say", out -> lane -> {
                    Node list = new Node(-1, null);
                    for (int i = 0; i < lane.id(); i++) {
                        if ((i & 2) == 0) {
                            list = new Node(i, list);
                        }
                    }
                    int sum = 0;
                    for (Node at = list; at != null; at = at.next()) {
                        sum += at.value();
                    }
                    out.set(lane.id(), sum);
                }),
                refused("tree", out -> lane -> {
                    @Nullable Tree tree = null;
                    for (int i = 0; i < 5; i++) {
                        tree = new Tree(tree, tree, i);
                    }
                    out.set(lane.id(), tree == null ? -1 : tree.value());
                }),
                refused("two types that contain each other", out -> lane -> {
                    @Nullable Chain chain = null;
                    for (int i = 0; i < 5; i++) {
                        chain = new Chain(new Link(chain, i));
                    }
                    out.set(lane.id(), chain == null ? -1 : chain.link().value());
                }),
                refused("sealed stack", out -> lane -> {
                    Stack stack = new Stack.Empty();
                    for (int i = 0; i <= lane.id(); i++) {
                        stack = new Stack.Top(i, stack);
                    }
                    out.set(
                            lane.id(),
                            switch (stack) {
                                case Stack.Empty _ -> -1;
                                case Stack.Top top -> top.value();
                            });
                }),
                refused("list of objects that are no records", out -> lane -> {
                    @Nullable Cell list = null;
                    for (int i = 0; i < 5; i++) {
                        list = new Cell(i, list);
                    }
                    out.set(lane.id(), list == null || list.next == null ? -1 : list.value);
                }),
                refused("generic boxes in boxes", out -> lane -> {
                    Object box = 1;
                    for (int i = 0; i < 5; i++) {
                        box = new Box<>(box);
                    }
                    out.set(lane.id(), box instanceof Box<?> ? 1 : 2);
                }),
                refused("lambda that captures the one before", out -> lane -> {
                    IntUnaryOperator all = x -> x + 1;
                    for (int i = 0; i < 5; i++) {
                        IntUnaryOperator before = all;
                        all = x -> before.applyAsInt(x) * 3;
                    }
                    out.set(lane.id(), all.applyAsInt(lane.id()));
                }),
                refused("supplier that captures the one before", out -> lane -> {
                    Supplier<Integer> all = () -> 5;
                    for (int i = 0; i < lane.id(); i++) {
                        Supplier<Integer> before = all;
                        all = () -> before.get() + 2;
                    }
                    out.set(lane.id(), all.get());
                }));
    }

    private static DynamicTest refused(String name, Function<Ints, Kernel> kernel) {
        return dynamicTest(name, () -> assertRefused(name, kernel));
    }

    private static void assertRefused(String name, Function<Ints, Kernel> kernel)
            throws NoEndException, ExecutionException {
        try (var device = Device.simulator(1)) {
            var refusal = InTime.call(name, () -> {
                var start = InTime.used();
                try {
                    BothDevices.run(device, kernel);
                    return null;
                } catch (KernelCompileException e) {
                    assertThat(InTime.used().minus(start)).isLessThan(LIMIT);
                    return e;
                }
            });
            assertThat(refusal).isNotNull();
            assertThat(refusal.remedy()).isNotBlank();
        }
    }

    @Test
    void aListOfConstantLengthWorks() {
        assertThat(BothDevices.run(out -> lane -> {
                    var list = new Node(lane.id(), new Node(7, lane.id() == 1 ? null : new Node(9, null)));
                    int sum = 0;
                    var second = list.next();
                    if (second != null) {
                        sum = second.value() + (second.next() == null ? 100 : 200);
                    }
                    out.set(lane.id(), list.value() + sum);
                }))
                .containsExactly(207, 108, 209, 210, 211, 212, 213, 214);
    }
}
