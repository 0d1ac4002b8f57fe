package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As the work queue of a thread pool. */
@Timeout(240)
class ThreadPoolTest {
    private static ThreadPoolExecutor pool(int threads, int capacity) {
        return new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.MINUTES,
                new RingBlockingQueue<>(capacity),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    @Test
    void runsEveryTask() throws Exception {
        var pool = pool(4, 1024);
        var runs = new LongAdder();
        for (int i = 0; i < 100_000; i++) {
            pool.execute(runs::increment);
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(200, TimeUnit.SECONDS)).isTrue();
        assertThat(runs.sum()).isEqualTo(100_000);
    }

    @Test
    void idleWorkersEndWhenThePoolIsShutDown() throws Exception {
        var pool = pool(8, 16);
        pool.prestartAllCoreThreads();
        pool.shutdown();
        assertThat(pool.awaitTermination(200, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shutdownNowReturnsTheTasksThatWait() throws Exception {
        var pool = pool(1, 16);
        var started = new CountDownLatch(1);
        pool.execute(() -> {
            started.countDown();
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException _) {
                // By shutdownNow.
            }
        });
        started.await();
        Runnable first = () -> {};
        Runnable second = () -> {};
        pool.execute(first);
        pool.execute(second);
        assertThat(pool.shutdownNow()).containsExactly(first, second);
        assertThat(pool.awaitTermination(200, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasksCanBeRemovedAndPurged() throws Exception {
        var pool = pool(1, 16);
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        pool.execute(() -> {
            started.countDown();
            try {
                release.await();
            } catch (InterruptedException failure) {
                throw new AssertionError(failure);
            }
        });
        started.await();
        var runs = new LongAdder();
        Runnable removed = runs::increment;
        var cancelled = new FutureTask<>(runs::increment, null);
        pool.execute(runs::increment);
        pool.execute(removed);
        pool.execute(cancelled);
        pool.execute(runs::increment);
        assertThat(pool.remove(removed)).isTrue();
        assertThat(pool.remove(removed)).isFalse();
        cancelled.cancel(false);
        pool.purge();
        assertThat(pool.getQueue()).hasSize(2);
        release.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(200, TimeUnit.SECONDS)).isTrue();
        assertThat(runs.sum()).isEqualTo(2);
    }
}
