package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All operations at random, by one thread, beside a queue that is known to be right. */
class RandomWalkTest {
    /** Also with positions that wrap around to negative numbers and to 0. */
    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "2, 0",
        "3, 0",
        "5, 0",
        "8, 0",
        "13, 0",
        "1, -40",
        "3, -40",
        "8, -400",
        "5, 9223372036854775000",
        "13, 9223372036854775000"
    })
    void behavesLikeAnArrayDeque(int capacity, long firstWord) {
        var queue = new RingBlockingQueue<Integer>(capacity, firstWord);
        long seed = 31L * capacity + firstWord;
        var random = new Random(seed);
        var model = new ArrayDeque<Integer>();
        for (int step = 0; step < 20_000; step++) {
            String what = "seed " + seed + ", step " + step;
            int element = random.nextInt(20);
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3, 4, 5, 6 -> {
                    boolean room = model.size() < capacity;
                    assertThat(queue.offer(element)).as(what).isEqualTo(room);
                    if (room) {
                        model.add(element);
                    }
                }
                case 7, 8, 9 -> assertThat(queue.poll()).as(what).isEqualTo(model.poll());
                case 10 -> assertThat(queue.remove((Integer) element)).as(what).isEqualTo(model.remove(element));
                case 11 -> assertThat(queue.contains(element)).as(what).isEqualTo(model.contains(element));
                case 12 ->
                    assertThat(queue.removeIf(each -> each % 4 == element % 4))
                            .as(what)
                            .isEqualTo(model.removeIf(each -> each % 4 == element % 4));
                case 13 -> {
                    var iterator = queue.iterator();
                    var expected = model.iterator();
                    while (expected.hasNext()) {
                        assertThat(iterator.next()).as(what).isEqualTo(expected.next());
                        if (random.nextInt(6) == 0) {
                            iterator.remove();
                            expected.remove();
                        }
                    }
                    assertThat(iterator.hasNext()).as(what).isFalse();
                }
                case 14 -> {
                    if (element == 0) {
                        queue.clear();
                        model.clear();
                    }
                }
                default -> assertThat(queue.peek()).as(what).isEqualTo(model.peek());
            }
            assertThat(queue.size()).as(what).isEqualTo(model.size());
            if (step % 16 == 0) {
                assertThat(queue.toArray()).as(what).isEqualTo(model.toArray());
            }
        }
    }
}
