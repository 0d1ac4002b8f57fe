package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.structures.queue.QueueKind;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What one thread sees of the algorithms. */
class AlgorithmBlockingQueueTest {
    static Set<QueueKind> kinds() {
        return AlgorithmBlockingQueue.kinds();
    }

    @ParameterizedTest
    @CsvSource({
        "CBQ, blocks while it is full or empty",
        "SFQ, blocks while it is full or empty",
        "BQ_FUSED, publishes nothing else",
        "OVQ, publishes nothing else",
        "BSQ, keeps a part for each lane of a kernel",
        "WFQ, keeps a part for each lane of a kernel",
        "G_WFQ, keeps a part for each lane of a kernel"
    })
    void aKindThatCannotCarryObjectsIsRefusedWithTheReasonAndTheOthers(QueueKind kind, String reason) {
        assertThat(kinds()).doesNotContain(kind);
        assertThatThrownBy(() -> AlgorithmBlockingQueue.of(kind, 16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(kind + " cannot carry the objects")
                .hasMessageContaining(reason)
                .hasMessageEndingWith("use one of BQ, BWD, GQ, HTQ, NSFQ, SHCQ, TZQ, MSQ, 2MQ, BAQ, locked-linked, "
                        + "CAS-linked, LCRQ, G-LFQ");
    }

    @ParameterizedTest
    @CsvSource({"BQ, -1, 30", "BQ, 0, 30", "BQ, 1073741825, 30", "BQ, 2147483647, 30", "LCRQ, 268435457, 28"})
    void aCapacityOutOfRangeIsRefusedWithTheLimits(QueueKind kind, int capacity, int log) {
        assertThatThrownBy(() -> AlgorithmBlockingQueue.of(kind, capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity " + capacity + " is not between 1 and 2^" + log);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void holdsExactlyItsCapacityAlsoWithAnElementThatWasPeekedAt(QueueKind kind) {
        for (int capacity : new int[] {1, 2, 3, 13, 16}) {
            var queue = AlgorithmBlockingQueue.<Integer>of(kind, capacity);
            for (int round = 0; round < 6; round++) {
                for (int i = 0; i < capacity; i++) {
                    assertThat(queue.remainingCapacity()).isEqualTo(capacity - i);
                    assertThat(queue.offer(i)).isTrue();
                    if (round % 2 == 1) {
                        assertThat(queue.peek()).isZero();
                    }
                }
                assertThat(queue.offer(-1)).isFalse();
                assertThat(queue.remainingCapacity()).isZero();
                assertThat(queue).hasSize(capacity);
                for (int i = 0; i < capacity; i++) {
                    if (round % 3 == 1) {
                        assertThat(queue.peek()).isEqualTo(i);
                    }
                    assertThat(queue.poll()).isEqualTo(i);
                }
                assertThat(queue.poll()).isNull();
                assertThat(queue.peek()).isNull();
            }
        }
    }

    private static WeakReference<Object> offered(Queue<Object> queue, boolean expected) {
        var element = new Object();
        assertThat(queue.offer(element)).isEqualTo(expected);
        return new WeakReference<>(element);
    }

    @Test
    void keepsNoReferenceToWhatHasLeftOrWasRefused() throws Exception {
        var queue = AlgorithmBlockingQueue.of(QueueKind.MSQ, 2);
        var taken = offered(queue, true);
        var removed = offered(queue, true);
        var refused = offered(queue, false);
        queue.poll();
        queue.clear();
        for (var reference : Set.of(taken, removed, refused)) {
            for (int attempt = 0; attempt < 100 && reference.get() != null; attempt++) {
                System.gc();
                Thread.sleep(10);
            }
            assertThat(reference.get()).isNull();
        }
        assertThat(queue).isEmpty();
    }
}
