package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for an element or for room. */
@Timeout(120)
class WaitingTest {
    /** Of two elements. */
    private final BlockingQueue<Integer> queue = new RingBlockingQueue<>(2);

    private static final class Waiting<T> {
        final FutureTask<T> result;
        final Thread thread;

        Waiting(Callable<T> call) throws InterruptedException {
            result = new FutureTask<>(call);
            thread = Thread.ofPlatform().daemon().start(result);
            while (!(LockSupport.getBlocker(thread) instanceof WaitingLine)) {
                assertThat(result.isDone())
                        .as("has returned instead of waiting")
                        .isFalse();
                Thread.sleep(1);
            }
        }
    }

    private Void put(int element) throws InterruptedException {
        queue.put(element);
        return null;
    }

    @Test
    void takeParksUntilThereIsAnElement() throws Exception {
        var taker = new Waiting<>(queue::take);
        assertThat(taker.result.isDone()).isFalse();
        queue.add(7);
        assertThat(taker.result.get()).isEqualTo(7);
    }

    @Test
    void putParksUntilThereIsRoom() throws Exception {
        queue.addAll(List.of(0, 1));
        var putter = new Waiting<>(() -> put(2));
        assertThat(queue.poll()).isEqualTo(0);
        putter.result.get();
        assertThat(queue.poll()).isEqualTo(1);
        assertThat(queue.poll()).isEqualTo(2);
    }

    @Test
    void roomMadeByAnyMeansWakesProducers() throws Exception {
        for (Callable<?> makeRoom : List.<Callable<?>>of(
                () -> queue.remove((Integer) 1),
                () -> queue.removeIf(_ -> true),
                () -> queue.drainTo(new java.util.ArrayList<>()),
                () -> {
                    queue.clear();
                    return true;
                },
                () -> {
                    var iterator = queue.iterator();
                    iterator.next();
                    iterator.remove();
                    return true;
                })) {
            queue.addAll(List.of(1, 1));
            var putter = new Waiting<>(() -> put(2));
            makeRoom.call();
            putter.result.get();
            assertThat(queue.removeIf(element -> element == 2)).isTrue();
            queue.clear();
        }
    }

    @Test
    void clearWakesAsManyAsItMadeRoomFor() throws Exception {
        BlockingQueue<Integer> wide = new RingBlockingQueue<>(4);
        wide.addAll(List.of(0, 1, 2, 3));
        var putters = List.of(
                new Waiting<>(() -> wide.offer(4, 1, TimeUnit.DAYS)),
                new Waiting<>(() -> wide.offer(5, 1, TimeUnit.DAYS)),
                new Waiting<>(() -> wide.offer(6, 1, TimeUnit.DAYS)));
        wide.clear();
        for (var putter : putters) {
            assertThat(putter.result.get()).isTrue();
        }
        assertThat(wide).containsExactlyInAnyOrder(4, 5, 6);
    }

    @Test
    void interruptedWhileParkedThrows() throws Exception {
        var taker = new Waiting<>(queue::take);
        taker.thread.interrupt();
        assertThatThrownBy(taker.result::get).hasCauseInstanceOf(InterruptedException.class);
        var timed = new Waiting<>(() -> queue.poll(1, TimeUnit.DAYS));
        timed.thread.interrupt();
        assertThatThrownBy(timed.result::get).hasCauseInstanceOf(InterruptedException.class);
        queue.addAll(List.of(0, 1));
        var putter = new Waiting<>(() -> put(2));
        putter.thread.interrupt();
        assertThatThrownBy(putter.result::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(queue).containsExactly(0, 1);
    }

    @Test
    void interruptedBeforeThrowsAndChangesNothing() {
        queue.add(1);
        for (Callable<?> call : List.<Callable<?>>of(
                queue::take,
                () -> queue.poll(1, TimeUnit.DAYS),
                () -> queue.poll(0, TimeUnit.DAYS),
                () -> put(2),
                () -> queue.offer(2, 1, TimeUnit.DAYS))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(call::call).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
        }
        Thread.currentThread().interrupt();
        assertThat(queue.offer(2)).isTrue();
        assertThat(queue.poll()).isEqualTo(1);
        assertThat(Thread.interrupted()).as("left alone by what does not wait").isTrue();
        assertThat(queue).containsExactly(2);
    }

    @Test
    void loopsThatNeverHaveToWaitEndWhenInterrupted() throws Exception {
        BlockingQueue<Integer> wide = new RingBlockingQueue<>(1024);
        var producer = new FutureTask<Void>(() -> {
            while (true) {
                wide.put(1);
            }
        });
        var consumer = new FutureTask<Void>(() -> {
            while (true) {
                wide.take();
            }
        });
        var producing = Thread.ofPlatform().daemon().start(producer);
        var consuming = Thread.ofPlatform().daemon().start(consumer);
        Thread.sleep(20);
        consuming.interrupt();
        assertThatThrownBy(consumer::get).hasCauseInstanceOf(InterruptedException.class);
        producing.interrupt();
        assertThatThrownBy(producer::get).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void threadsShowWhetherTheyWaitForALimitedTime() throws Exception {
        var untimed = new Waiting<>(queue::take);
        assertThat(untimed.thread.getState()).isEqualTo(Thread.State.WAITING);
        var timed = new Waiting<>(() -> queue.poll(1, TimeUnit.DAYS));
        assertThat(timed.thread.getState()).isEqualTo(Thread.State.TIMED_WAITING);
        queue.addAll(List.of(1, 2));
        assertThat(untimed.result.get()).isEqualTo(1);
        assertThat(timed.result.get()).isEqualTo(2);
    }

    @Test
    void timesOut() throws Exception {
        long start = System.nanoTime();
        assertThat(queue.poll(30, TimeUnit.MILLISECONDS)).isNull();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000);
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
        assertThat(queue.poll(Long.MIN_VALUE, TimeUnit.DAYS)).isNull();
        queue.addAll(List.of(1, 1));
        start = System.nanoTime();
        assertThat(queue.offer(2, 30, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000);
        assertThat(queue.poll(Long.MAX_VALUE, TimeUnit.DAYS)).isEqualTo(1);
    }

    @Test
    void oneThatGaveUpDoesNotGetTheWakeUpOfAnother() throws Exception {
        var first = new Waiting<>(queue::take);
        var second = new Waiting<>(queue::take);
        first.thread.interrupt();
        assertThatThrownBy(first.result::get).hasCauseInstanceOf(InterruptedException.class);
        queue.add(5);
        assertThat(second.result.get()).isEqualTo(5);
    }

    @Test
    void waitingConsumersAreServedInTheOrderOfArrivalIfNobodyElseComes() throws Exception {
        var first = new Waiting<>(queue::take);
        var second = new Waiting<>(queue::take);
        queue.put(1);
        assertThat(first.result.get()).isEqualTo(1);
        queue.put(2);
        assertThat(second.result.get()).isEqualTo(2);
    }

    @Test
    void anElementThatWasPeekedAtIsCounted() throws Exception {
        queue.addAll(List.of(0, 1));
        assertThat(queue.peek()).isEqualTo(0);
        var putter = new Waiting<>(() -> put(2));
        assertThat(queue.peek()).isEqualTo(0);
        assertThat(queue.take()).isEqualTo(0);
        putter.result.get();
        assertThat(queue).containsExactly(1, 2);
    }

    @Test
    void virtualThreadsWait() throws Exception {
        var taken = new FutureTask<>(queue::take);
        Thread.startVirtualThread(taken);
        Thread.sleep(5);
        queue.put(3);
        assertThat(taken.get()).isEqualTo(3);
    }
}
