package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one thread sees. */
class RingBlockingQueueTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 30) + 1, Integer.MAX_VALUE})
    void capacityOutOfRangeIsRefusedWithTheLimits(int capacity) {
        assertThatThrownBy(() -> new RingBlockingQueue<>(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity " + capacity + " is not between 1 and 2^30");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 1000})
    void holdsExactlyItsCapacity(int capacity) {
        var queue = new RingBlockingQueue<Integer>(capacity);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.remainingCapacity()).isEqualTo(capacity - i);
                assertThat(queue.offer(i)).isTrue();
            }
            assertThat(queue.offer(-1)).isFalse();
            assertThat(queue.remainingCapacity()).isZero();
            assertThat(queue).hasSize(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.peek()).isEqualTo(i);
                assertThat(queue.poll()).isEqualTo(i);
            }
            assertThat(queue.poll()).isNull();
            assertThat(queue.peek()).isNull();
        }
    }

    @Test
    void isWrittenAndReadWithItsCapacityAndItsElementsInOrder() throws Exception {
        var queue = new RingBlockingQueue<String>(3);
        queue.add("taken");
        queue.addAll(List.of("a", "b"));
        queue.poll();
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(queue);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            var read = (RingBlockingQueue<?>) in.readObject();
            assertThat(read).isNotSameAs(queue).hasToString("[a, b]");
            assertThat(read.capacity()).isEqualTo(3);
            assertThat(read.remainingCapacity()).isEqualTo(1);
        }
        assertThat(queue).containsExactly("a", "b");
    }

    @Test
    void anElementThatCannotBeWrittenIsNamed() {
        var queue = new RingBlockingQueue<Object>(1);
        queue.add(new Object());
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(queue))
                .isInstanceOf(NotSerializableException.class)
                .hasMessage("java.lang.Object");
    }
}
