package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.empty;
import static dev.warpbroker.verify.TestHistories.full;
import static dev.warpbroker.verify.TestHistories.put;
import static dev.warpbroker.verify.TestHistories.queue;
import static dev.warpbroker.verify.TestHistories.stack;
import static dev.warpbroker.verify.TestHistories.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is said of histories that are wrong, and how it is drawn. */
class ViolationTest {
    @Test
    void aValueOutOfOrder() {
        assertReport(
                queue(
                        put(9, 90, 91, 1),
                        take(9, 92, 93, 1),
                        put(0, 100, 140, 5),
                        put(1, 150, 180, 6),
                        take(2, 5000, 5200, 6),
                        take(3, 5250, 5300, 5)),
                """
                Order: 5 was enqueued before 6, and 6 was dequeued before 5

                thread  operation  call  return
                     0  enqueue 5     0      40  ├─────┤         ┊
                     1  enqueue 6    50      80           ├────┤ ┊
                     2  dequeue 6  4900    5100                  ┊ ├─────────────────────────┤
                     3  dequeue 5  5150    5200                  ┊                                   ├───────┤
                stamps count from 100; ┊ is time left out, in which none of these operations ran
                """);
    }

    @Test
    void aValueThatIsLeftBehind() {
        assertReport(queue(put(0, 100, 140, 5), put(1, 150, 180, 6), take(2, 200, 240, 6)), """
            Order: 5 was enqueued before 6, and 6 was dequeued but 5 never was

            thread  operation  call  return
                 0  enqueue 5     0      40  ├───────────────┤
                 1  enqueue 6    50      80                       ├───────────┤
                 2  dequeue 6   100     140                                            ├───────────────┤
            stamps count from 100
            """);
    }

    @Test
    void aValueThatNobodyInserted() {
        assertReport(queue(put(0, 100, 140, 5), take(2, 110, 120, 7)), """
            Fresh: 7 was dequeued but nobody enqueued it

            thread  operation  call  return
                 2  dequeue 7     0      10  ├───────────────────────────────────────────────────────────┤
            stamps count from 110
            """);
    }

    @Test
    void aValueWhoseInsertionWasRefused() {
        assertReport(queue(1, put(0, 10, 20, 5), full(1, 30, 40, 6), take(0, 50, 60, 5), take(2, 70, 80, 6)), """
            Fresh: 6 was dequeued although its enqueue reported that there was no room

            thread  operation       call  return
                 1  enqueue 6 full     0      10  ├────────────────────────────┤ ┊
                 2  dequeue 6         40      50                                 ┊ ├────────────────────────────┤
            stamps count from 30; ┊ is time left out, in which none of these operations ran
            """);
    }

    @Test
    void aValueThatIsRemovedTooEarly() {
        assertReport(stack(put(0, 30, 40, 5), take(1, 10, 29, 5)), """
            Fresh: the pop of 5 returned before its push was called

            thread  operation  call  return
                 1  pop 5         0      19  ├───────────────────────────────────┤
                 0  push 5       20      30                                         ├───────────────────┤
            stamps count from 10
            """);
    }

    @Test
    void aValueThatIsRemovedTwice() {
        assertReport(queue(put(0, 100, 140, 5), take(2, 200, 210, 5), take(65_535, 300, 310, 5)), """
            Repeat: 5 was enqueued once and dequeued twice

            thread  operation  call  return
                 0  enqueue 5     0      40  ├──────────────────────────────────┤ ┊             ┊
                 2  dequeue 5   100     110                                       ┊ ├─────────┤ ┊
             65535  dequeue 5   200     210                                       ┊             ┊ ├─────────┤
            stamps count from 100; ┊ is time left out, in which none of these operations ran
            """);
    }

    @Test
    void emptyWithSomethingInside() {
        // The first Empty result could be shown by two values, the second one by a single value.
        assertReport(
                queue(
                        put(0, 10, 20, 5),
                        put(1, 30, 40, 6),
                        empty(7, 25, 70),
                        empty(8, 42, 44),
                        take(0, 50, 60, 5),
                        take(1, 80, 81, 6)),
                """
                Empty: a dequeue found the queue empty while 6 was inside all the time

                thread  operation      call  return
                     1  enqueue 6         0      10  ├──────────────────────────────────┤                 ┊
                     8  dequeue empty    12      14                                             ├───────┤ ┊
                     1  dequeue 6        50      51                                                       ┊ ├────┤
                stamps count from 30; ┊ is time left out, in which none of these operations ran
                """);
    }

    @Test
    void emptyWithOneValueAfterTheOther() {
        assertReport(
                queue(
                        put(0, 10, 20, 5),
                        put(1, 30, 40, 6),
                        put(2, 30, 41, 7),
                        empty(7, 25, 85),
                        take(0, 50, 60, 5),
                        take(1, 90, 91, 6),
                        take(1, 92, 93, 7)),
                """
                Empty: a dequeue found the queue empty while one after the other 2 values were inside without a gap

                thread  operation      call  return
                     0  enqueue 5         0      10  ├──────┤
                     7  dequeue empty    15      75             ├─────────────────────────────────────┤
                     2  enqueue 7        20      31                 ├──────┤
                     0  dequeue 5        40      50                              ├──────┤
                     1  dequeue 7        82      83                                                        ├─┤
                stamps count from 10
                """);
    }

    @Test
    void moreInsideThanFit() {
        assertReport(queue(2, put(0, 10, 20, 5), put(1, 30, 40, 6), put(2, 50, 60, 7), take(0, 70, 80, 5)), """
            Capacity: 3 values were inside at once; the capacity is 2

            thread  operation  call  return
                 0  enqueue 5     0      10  ├───────┤
                 1  enqueue 6    20      30                  ├───────┤
                 2  enqueue 7    40      50                                  ├───────┤
                 0  dequeue 5    60      70                                                  ├───────┤
            stamps count from 10
            """);
    }

    @Test
    void fullWithRoom() {
        assertReport(
                queue(
                        3,
                        put(0, 10, 20, 5),
                        put(1, 30, 40, 6),
                        take(0, 50, 60, 5),
                        full(3, 50, 55, 9),
                        put(2, 65, 66, 10)),
                """
                Full: the enqueue of 9 found no room, but at no instant of it can there have been more than 2 values inside; the capacity is 3

                thread  operation       call  return
                     0  enqueue 5          0      10  ├─────────────────┤ ┊                     ┊
                     1  enqueue 6         20      30                      ┊ ├─────────────────┤ ┊
                     3  enqueue 9 full    40      45                      ┊                     ┊ ├─────────┤
                     0  dequeue 5         40      50                      ┊                     ┊ ├───────────────────┤
                stamps count from 10; ┊ is time left out, in which none of these operations ran
                """);
    }

    @Test
    void fullWithoutACapacity() {
        assertReport(queue(put(0, 10, 20, 5), full(3, 50, 55, 9)), """
            Full: an unbounded queue said that it was full

            thread  operation       call  return
                 3  enqueue 9 full     0       5  ├───────────────────────────────────────────────────────────┤
            stamps count from 50
            """);
    }

    @Test
    void theLowerOfTwoValuesOnAStack() {
        assertReport(stack(put(0, 10, 20, 5), put(1, 30, 40, 6), take(0, 50, 60, 5), take(1, 70, 80, 6)), """
            Order: 5 was pushed first and popped first, although 6 lay on top of it

            thread  operation  call  return
                 0  push 5        0      10  ├───────┤
                 1  push 6       20      30                  ├───────┤
                 0  pop 5        40      50                                  ├───────┤
                 1  pop 6        60      70                                                  ├───────┤
            stamps count from 10
            """);
    }

    @Test
    void threeValuesOnAStackOfWhichNoneCanBeTheLowest() {
        assertReport(
                stack(put(0, 6, 9, 3), put(0, 7, 10, 1), put(0, 10, 13, 4), take(1, 12, 12, 3), take(0, 14, 17, 1)),
                """
                Order: whichever of these 3 values was pushed first, it was not popped last

                thread  operation  call  return
                     0  push 3        0       3  ├───────────────┤
                     0  push 1        1       4        ├───────────────┤
                     0  push 4        4       7                        ├───────────────┤
                     1  pop 3         6       6                                  │
                     0  pop 1         8      11                                              ├─────────────┤
                stamps count from 6
                """);
    }

    @Test
    void noOrderAtAll() {
        // A count that is taken at its word makes a queue say Full too early.
        var history = queue(
                2,
                put(0, 0, 1, 5),
                full(1, 2, 3, 4),
                take(1, 4, 5, 5),
                put(1, 6, 7, 6),
                put(2, 2, 8, 7),
                take(0, 9, 10, 6));
        assertThat(Linearizability.search(history))
                .isInstanceOfSatisfying(
                        Violation.class,
                        violation -> assertThat(violation.report()).isEqualTo("""
                            Search: no order of these 6 operations on a queue of capacity 2 gives these results

                            thread  operation       call  return
                                 0  enqueue 5          0       1  ├─────┤
                                 1  enqueue 4 full     2       3              ├─────┤
                                 2  enqueue 7          2       8              ├───────────────────────────────────┤
                                 1  dequeue 5          4       5                          ├─────┤
                                 1  enqueue 6          6       7                                      ├─────┤
                                 0  dequeue 6          9      10                                                        ├─────┤
                            stamps count from 0
                            """));
    }

    @Test
    void manyOperationsAreNotAllDrawn() {
        var builder = History.builder(Discipline.FIFO).capacity(1_000);
        for (int i = 0; i <= 1_000; i++) {
            builder.add(put(i, 10L * i, 10L * i + 15, i));
        }
        assertThat(Linearizability.check(builder.build())).isInstanceOfSatisfying(Violation.class, violation -> {
            assertThat(violation.operations()).hasSize(1_001);
            assertThat(violation.drawing().lines()).hasSize(33).last().isEqualTo("… and 971 more operations");
            assertThat(violation.drawing().lines())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
        });
    }

    @Test
    void drawingsFitWhateverTheStamps() {
        long[] stamps = {Long.MIN_VALUE + 1, -1, 0, 1, 1_750_000_000_000_000_000L, Long.MAX_VALUE - 1};
        var operations = LongStream.of(stamps)
                .mapToObj(stamp -> take(3, Long.MIN_VALUE + 1, stamp, stamp))
                .toArray(Operation[]::new);
        for (var operation : operations) {
            assertThat(Linearizability.check(queue(operation)))
                    .isInstanceOfSatisfying(
                            Violation.class,
                            violation -> assertThat(violation.drawing().lines())
                                    .allSatisfy(line -> assertThat(line).hasSizeLessThan(140)));
        }
    }

    @Test
    void valuesThatAreInsertedTwiceAreAnErrorOfTheInput() {
        assertThatThrownBy(() -> Linearizability.check(queue(put(3, 10, 20, 5), put(4, 30, 40, 5))))
                .isInstanceOf(History.DuplicateValueException.class)
                .hasMessageContaining("value 5 was inserted twice (by thread 3 at 10 and by thread 4 at 30)");
    }

    private static void assertReport(History history, String expected) {
        assertThat(Linearizability.check(history))
                .isInstanceOfSatisfying(
                        Violation.class,
                        violation -> assertThat(violation.report()).isEqualTo(expected));
    }
}
