package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads at once: nothing is lost, doubled or out of order, and nobody sleeps for ever. */
class StressTest {
    private static final boolean DEEP = Boolean.getBoolean("warpbroker.long");

    private record Element(int producer, int number) {}

    /** {@return how many elements pass through a queue: fewer than these where long tests do not run} */
    private static int elements(int many) {
        return DEEP ? many : many / 10;
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void together(List<Task> tasks) throws Exception {
        together(Executors.newCachedThreadPool(), tasks);
    }

    private static void together(ExecutorService executor, List<Task> tasks) throws Exception {
        try (executor) {
            var start = new CountDownLatch(1);
            var running = new ArrayList<Future<?>>();
            for (var task : tasks) {
                running.add(executor.submit(() -> {
                    start.await();
                    task.run();
                    return null;
                }));
            }
            start.countDown();
            try {
                for (var each : running) {
                    each.get();
                }
            } finally {
                executor.shutdownNow();
            }
        }
    }

    /** Puts in the elements of one producer. */
    private static Task putting(BlockingQueue<Element> queue, int producer, int elements) {
        return () -> {
            for (int number = 0; number < elements; number++) {
                queue.put(new Element(producer, number));
            }
        };
    }

    /** One consumer's elements of each producer must come in that producer's order, and all must come once. */
    private static final class Books {
        final AtomicIntegerArray seen;
        final int perProducer;

        Books(int producers, int perProducer) {
            this.perProducer = perProducer;
            this.seen = new AtomicIntegerArray(producers * perProducer);
        }

        void enter(Element element, int[] last) {
            assertThat(element.number).as("FIFO per producer: %s", element).isGreaterThan(last[element.producer]);
            last[element.producer] = element.number;
            seen.incrementAndGet(element.producer * perProducer + element.number);
        }

        void checkAllOnce() {
            for (int i = 0; i < seen.length(); i++) {
                assertThat(seen.get(i)).as("element %s", i).isEqualTo(1);
            }
        }
    }

    private static int[] nothingYet(int producers) {
        int[] last = new int[producers];
        java.util.Arrays.fill(last, -1);
        return last;
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1",
        "2, 2",
        "2, 3",
        "2, 16384",
        "4, 1",
        "4, 2",
        "4, 3",
        "4, 16384",
        "8, 3",
        "16, 1",
        "16, 16384",
        "64, 1",
        "64, 2",
        "64, 3",
        "64, 16384"
    })
    void nothingIsLostOrOutOfOrderWithoutWaiting(int threads, int capacity) throws Exception {
        int producers = threads / 2;
        int perProducer = elements(10_000) / producers;
        BlockingQueue<Element> queue = new RingBlockingQueue<>(capacity, -4L * 250);
        var books = new Books(producers, perProducer);
        var left = new AtomicInteger(producers * perProducer);
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < producers; i++) {
            int producer = i;
            tasks.add(() -> {
                for (int number = 0; number < perProducer; number++) {
                    while (!queue.offer(new Element(producer, number))) {
                        Thread.yield();
                    }
                }
            });
            tasks.add(() -> {
                int[] last = nothingYet(producers);
                while (left.get() > 0) {
                    var element = queue.poll();
                    if (element == null) {
                        Thread.yield();
                    } else {
                        left.decrementAndGet();
                        books.enter(element, last);
                    }
                }
            });
        }
        together(tasks);
        books.checkAllOnce();
        assertThat(queue).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "4, 3", "4, 16384", "16, 1", "64, 1", "64, 2", "64, 3"})
    void noWakeUpIsLost(int threads, int capacity) throws Exception {
        int producers = threads / 2;
        int perProducer = elements(8_000) / producers;
        BlockingQueue<Element> queue = new RingBlockingQueue<>(capacity);
        var books = new Books(producers, perProducer);
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < producers; i++) {
            tasks.add(putting(queue, i, perProducer));
            tasks.add(() -> {
                int[] last = nothingYet(producers);
                for (int n = 0; n < perProducer; n++) {
                    books.enter(queue.take(), last);
                }
            });
        }
        together(tasks);
        books.checkAllOnce();
    }

    /** An element comes in just as the consumer stops looking and is about to park. */
    @Test
    void noWakeUpIsLostByOneWhoIsAboutToPark() throws Exception {
        int elements = elements(30_000);
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(2);
        var received = new AtomicInteger(-1);
        together(List.of(
                () -> {
                    for (int i = 0; i < elements; i++) {
                        assertThat(queue.take()).isEqualTo(i);
                        received.set(i);
                    }
                },
                () -> {
                    var random = new Random(11);
                    for (int i = 0; i < elements; i++) {
                        long offered = System.nanoTime() + 8_000 + random.nextInt(8_000);
                        while (System.nanoTime() < offered) {
                            Thread.onSpinWait();
                        }
                        queue.add(i);
                        while (received.get() < i) {
                            assertThat(System.nanoTime() - offered)
                                    .as("time since element %s came in", i)
                                    .isLessThan(TimeUnit.SECONDS.toNanos(10));
                        }
                    }
                }));
    }

    /** Those who time out or are interrupted must not take a wake-up with them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noWakeUpIsLostWhereOthersGiveUp(int capacity) throws Exception {
        long seed = 7;
        int elements = elements(4_000);
        BlockingQueue<Element> queue = new RingBlockingQueue<>(capacity);
        var books = new Books(1, elements);
        var done = new CountDownLatch(elements);
        var consumers = new ArrayList<Thread>();
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < 6; i++) {
            int consumer = i;
            tasks.add(() -> {
                synchronized (consumers) {
                    consumers.add(Thread.currentThread());
                }
                var random = new Random(seed + consumer);
                int[] last = nothingYet(1);
                while (done.getCount() > 0) {
                    try {
                        var element = random.nextInt(4) == 0
                                ? queue.take()
                                : queue.poll(random.nextInt(200), TimeUnit.MICROSECONDS);
                        if (element != null) {
                            books.enter(element, last);
                            done.countDown();
                        }
                    } catch (InterruptedException _) {
                        // As meant.
                    }
                }
            });
        }
        tasks.add(putting(queue, 0, elements));
        tasks.add(() -> {
            var random = new Random(seed);
            while (!done.await(random.nextInt(300), TimeUnit.MICROSECONDS)) {
                synchronized (consumers) {
                    if (!consumers.isEmpty()) {
                        consumers.get(random.nextInt(consumers.size())).interrupt();
                    }
                }
            }
            synchronized (consumers) {
                consumers.forEach(Thread::interrupt);
            }
        });
        together(tasks);
        books.checkAllOnce();
    }

    /** Removing from the middle and copying, beside everything else. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64})
    void removingFromTheMiddleLosesNothing(int capacity) throws Exception {
        int producers = 3;
        int perProducer = elements(4_000);
        BlockingQueue<Element> queue = new RingBlockingQueue<>(capacity);
        var books = new Books(producers, perProducer);
        var left = new AtomicInteger(producers * perProducer);
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < producers; i++) {
            tasks.add(putting(queue, i, perProducer));
        }
        tasks.add(() -> {
            int[] last = nothingYet(producers);
            while (left.get() > 0) {
                var element = queue.poll(100, TimeUnit.MICROSECONDS);
                if (element != null) {
                    books.enter(element, last);
                    left.decrementAndGet();
                }
            }
        });
        tasks.add(() -> {
            var random = new Random(5);
            while (left.get() > 0) {
                for (var element : queue.toArray(new Element[0])) {
                    if (random.nextInt(3) == 0 && queue.remove(element)) {
                        books.seen.incrementAndGet(element.producer * perProducer + element.number);
                        left.decrementAndGet();
                    }
                }
            }
        });
        tasks.add(() -> {
            while (left.get() > 0) {
                var copy = List.of(queue.toArray(new Element[0]));
                assertThat(copy.size()).isLessThanOrEqualTo(capacity);
                int[] last = nothingYet(producers);
                var doubles = new BitSet();
                for (var element : copy) {
                    assertThat(element.number).as("order of %s", copy).isGreaterThan(last[element.producer]);
                    last[element.producer] = element.number;
                    int index = element.producer * perProducer + element.number;
                    assertThat(doubles.get(index)).isFalse();
                    doubles.set(index);
                }
                assertThat(queue.size()).isBetween(0, capacity);
            }
        });
        tasks.add(() -> {
            int[] last = nothingYet(producers);
            while (left.get() > 0) {
                var first = queue.peek();
                if (first != null) {
                    assertThat(first.number).as("peek: %s", first).isGreaterThanOrEqualTo(last[first.producer]);
                    last[first.producer] = first.number;
                }
                Thread.yield();
            }
        });
        together(tasks);
        books.checkAllOnce();
    }

    @Test
    void peekFindsAnElementIfThereIsAlwaysOne() throws Exception {
        int rounds = elements(20_000);
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        queue.add(0);
        var polled = new AtomicInteger(-1);
        Task looker = () -> {
            int last = 0;
            while (polled.get() < rounds - 1) {
                int least = polled.get() + 1;
                var first = queue.peek();
                assertThat(first).isNotNull().isGreaterThanOrEqualTo(Math.max(least, last));
                last = first;
            }
        };
        together(List.of(looker, looker, () -> {
            for (int i = 0; i < rounds; i++) {
                queue.put(i + 1);
                assertThat(queue.poll()).isEqualTo(i);
                polled.set(i);
            }
        }));
    }

    /** What removeIf took is known by counting what comes out. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 64})
    void removeIfByTwoThreadsTakesOnlyWhatItsFilterWants(int capacity) throws Exception {
        int elements = elements(10_000);
        BlockingQueue<Element> queue = new RingBlockingQueue<>(capacity);
        var kept = new AtomicInteger();
        var ended = new CountDownLatch(1);
        Task remover = () -> {
            while (ended.getCount() > 0) {
                queue.removeIf(element -> element.number % 2 == 1);
            }
        };
        together(List.of(remover, remover, putting(queue, 0, elements), () -> {
            int last = -1;
            while (kept.get() < elements / 2) {
                var element = queue.take();
                assertThat(element.number).isGreaterThan(last);
                last = element.number;
                if (element.number % 2 == 0) {
                    kept.incrementAndGet();
                }
            }
            ended.countDown();
        }));
        assertThat(kept).hasValue(elements / 2);
    }

    /** Many more virtual threads than processors, each of which may wait for one that does not run. */
    @ParameterizedTest
    @CsvSource({"32, 64", "2000, 1"})
    void virtualThreadsGetOn(int pairs, int capacity) throws Exception {
        int each = Math.max(elements(8_000) / pairs, 1);
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
        var received = new LongAdder();
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < pairs; i++) {
            tasks.add(() -> {
                for (int number = 1; number <= each; number++) {
                    queue.put(number);
                }
            });
            tasks.add(() -> {
                for (int number = 1; number <= each; number++) {
                    received.add(queue.take());
                }
            });
        }
        together(Executors.newVirtualThreadPerTaskExecutor(), tasks);
        assertThat(received.sum()).isEqualTo((long) pairs * each * (each + 1) / 2);
        assertThat(queue).isEmpty();
    }

    /** Each thread has at most one element inside, so there are never more than threads. */
    @Test
    void sizeIsOneThatTheQueueHadDuringTheCall() throws Exception {
        int threads = 3;
        int capacity = 16_384;
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
        var ended = new CountDownLatch(1);
        Task passer = () -> {
            while (ended.getCount() > 0) {
                queue.put(1);
                queue.take();
            }
        };
        together(List.of(passer, passer, passer, () -> {
            try {
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
                while (System.nanoTime() < end) {
                    assertThat(queue.size()).isBetween(0, threads);
                    assertThat(queue.remainingCapacity()).isBetween(capacity - threads, capacity);
                }
            } finally {
                ended.countDown();
            }
        }));
    }

    /** What stays in the queue is found while others go by and are removed around it. */
    @ParameterizedTest
    @ValueSource(ints = {3, 64})
    void containsFindsWhatStays(int capacity) throws Exception {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
        Integer stays = -1;
        queue.add(0);
        queue.add(stays);
        var ended = new CountDownLatch(1);
        Task remover = () -> {
            for (int i = 1; ended.getCount() > 0; i++) {
                if (queue.offer(i)) {
                    assertThat(queue.remove((Integer) i)).isTrue();
                }
            }
        };
        together(List.of(remover, () -> {
            try {
                for (int i = 0; i < 5_000; i++) {
                    assertThat(queue.contains(stays)).isTrue();
                }
            } finally {
                ended.countDown();
            }
        }));
        assertThat(queue).containsExactly(0, stays);
    }
}
