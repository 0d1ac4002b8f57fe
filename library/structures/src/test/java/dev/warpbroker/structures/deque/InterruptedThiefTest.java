package dev.warpbroker.structures.deque;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Taken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A thief that stands still after it has looked and before it claims, which lock-free deques must allow: whatever the
 * others do meanwhile, they can do, and the thief must not get what is theirs.
 */
class InterruptedThiefTest {
    @AutoClose
    private final Device device = Device.jvm();

    static Stream<DequeKind> lockFreeDeques() {
        return Arrays.stream(DequeKind.values()).filter(kind -> kind.claims(Claim.LOCK_FREE));
    }

    /** Lets something happen while a thief reads. */
    private static final class Interrupting implements Layout<Stamped> {
        private Runnable meanwhile = () -> {};

        @Override
        public int words() {
            return Stamped.LAYOUT.words();
        }

        @Override
        public void write(Ints memory, int at, Stamped value) {
            Stamped.LAYOUT.write(memory, at, value);
        }

        @Override
        public Stamped read(Ints memory, int at) {
            return Stamped.LAYOUT.read(memory, at);
        }

        @Override
        public int[] copy(Ints memory, int at) {
            int[] words = Stamped.LAYOUT.copy(memory, at);
            var once = meanwhile;
            meanwhile = () -> {};
            once.run();
            return words;
        }

        @Override
        public Stamped decode(int[] words) {
            return Stamped.LAYOUT.decode(words);
        }

        @Override
        public Stamped zero() {
            return Stamped.LAYOUT.zero();
        }
    }

    private final Interrupting layout = new Interrupting();

    @ParameterizedTest
    @MethodSource("lockFreeDeques")
    void getsNothingThatTheOwnerHasPoppedMeanwhile(DequeKind kind) {
        for (int there : new int[] {1, 2, 63, 64, 65, 66, 90, 97, 128}) {
            for (int popped = 0; popped <= there; popped++) {
                var deques = kind.create(device, DequeOptions.of(2, 128).startingAt(-70), layout);
                pushAll(deques, there);
                var seen = new ArrayList<Integer>();
                int pops = popped;
                layout.meanwhile = () -> IntStream.range(0, pops).forEach(_ -> add(seen, deques.pop(0)));

                add(seen, deques.stealHalf(0, 1, 32));

                drain(deques, seen);
                assertThat(seen)
                        .as("of %d elements, %d popped", there, popped)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, there).boxed().toList());
            }
        }
    }

    /** The owner's pops of a deep deque may end in the reach of a thief more than once. */
    @ParameterizedTest
    @MethodSource("lockFreeDeques")
    void getsNothingThatTheOwnerHasPoppedAfterItPushedAgain(DequeKind kind) {
        for (int first = 60; first <= 100; first++) {
            var deques = kind.create(device, 2, 128, layout);
            pushAll(deques, first);
            var seen = new ArrayList<Integer>();
            for (int i = 0; i < first - 5; i++) {
                add(seen, deques.pop(0));
            }
            for (int i = 0; i < 90; i++) {
                deques.push(0, Stamped.of(1_000 + i));
            }
            layout.meanwhile = () -> IntStream.range(0, 92).forEach(_ -> add(seen, deques.pop(0)));

            add(seen, deques.stealHalf(0, 1, 32));

            drain(deques, seen);
            assertThat(seen).as("%d at first", first).hasSize(first + 90).doesNotHaveDuplicates();
        }
    }

    /** The same index is used again and again: tags must tell the rounds apart, also when they come round. */
    @ParameterizedTest
    @MethodSource("lockFreeDeques")
    void getsNothingFromALaterRound(DequeKind kind) {
        for (long start : new long[] {0, -1, -4, (1L << 32) - 4, Long.MAX_VALUE - 3}) {
            for (int rounds = 1; rounds <= 300; rounds++) {
                var deques = kind.create(device, DequeOptions.of(2, 2).startingAt(start), layout);
                deques.push(0, Stamped.of(0));
                var seen = new ArrayList<Integer>();
                int last = rounds;
                layout.meanwhile = () -> {
                    for (int round = 1; round <= last; round++) {
                        add(seen, round % 3 == 0 ? deques.steal(0) : deques.pop(0));
                        deques.push(0, Stamped.of(round));
                    }
                };

                assertThat(deques.steal(0).present())
                        .as("start %d, %d rounds later", start, rounds)
                        .isFalse();

                drain(deques, seen);
                assertThat(seen)
                        .isEqualTo(IntStream.rangeClosed(0, rounds).boxed().toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lockFreeDeques")
    void getsNothingFromASlotThatWasWrittenOver(DequeKind kind) {
        var deques = kind.create(device, 2, 2, layout);
        pushAll(deques, 2);
        var seen = new ArrayList<Integer>();
        layout.meanwhile = () -> {
            add(seen, deques.steal(0));
            assertThat(deques.push(0, Stamped.of(2))).isTrue();
        };

        assertThat(deques.steal(0).present()).isFalse();

        drain(deques, seen);
        assertThat(seen).containsExactly(0, 2, 1);
    }

    private static void pushAll(WorkDeques<Stamped> deques, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(deques.push(0, Stamped.of(i))).isTrue();
        }
    }

    private static void add(List<Integer> seen, Taken<Stamped> taken) {
        if (taken.present()) {
            seen.add(taken.value().value());
        }
    }

    private static void drain(WorkDeques<Stamped> deques, List<Integer> seen) {
        for (int deque = 0; deque < deques.count(); deque++) {
            var taken = deques.pop(deque);
            while (taken.present()) {
                add(seen, taken);
                taken = deques.pop(deque);
            }
        }
    }
}
