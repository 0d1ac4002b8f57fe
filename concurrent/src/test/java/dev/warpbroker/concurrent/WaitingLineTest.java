package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Moments that a queue meets too rarely to test them there. */
@Timeout(30)
class WaitingLineTest {
    private volatile boolean flag;
    private volatile Runnable whileCalling = () -> {};

    /** Nothing is ever ready. */
    private final WaitingLine line = new WaitingLine() {
        @Override
        boolean isReady() {
            return false;
        }

        @Override
        void raiseFlag() {
            assertThat(flag).isFalse();
            flag = true;
        }

        @Override
        void lowerFlag() {
            assertThat(flag).isTrue();
            flag = false;
            whileCalling.run();
        }
    };

    private static <T> Thread start(FutureTask<T> task) {
        return Thread.ofPlatform().daemon().start(task);
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    private static FutureTask<Boolean> waiting(Callable<Boolean> wait) {
        return new FutureTask<>(wait);
    }

    @Test
    void whoIsCalledAsItsTimeRunsOutMayTry() throws Exception {
        var result = waiting(() -> line.awaitUntil(WaitingLine.deadline(TimeUnit.MILLISECONDS.toNanos(50))));
        var thread = start(result);
        awaitState(thread, Thread.State.TIMED_WAITING);
        whileCalling = () -> awaitState(thread, Thread.State.BLOCKED);
        assertThat(line.call()).isTrue();
        assertThat(result.get()).isTrue();
    }

    @Test
    void whoIsCalledAsItIsInterruptedMayTryAndStaysInterrupted() throws Exception {
        var result = waiting(() -> line.awaitUntil(WaitingLine.deadline(Long.MAX_VALUE))
                && Thread.currentThread().isInterrupted());
        var thread = start(result);
        awaitState(thread, Thread.State.TIMED_WAITING);
        whileCalling = () -> {
            thread.interrupt();
            awaitState(thread, Thread.State.BLOCKED);
        };
        assertThat(line.call()).isTrue();
        assertThat(result.get()).isTrue();
    }

    @Test
    void theFlagIsUpExactlyWhileSomeoneIsInTheLine() throws Exception {
        assertThat(line.call()).isFalse();
        var first = waiting(() -> line.awaitUntil(WaitingLine.deadline(Long.MAX_VALUE)));
        var second = waiting(() -> line.awaitUntil(WaitingLine.deadline(Long.MAX_VALUE)));
        awaitState(start(first), Thread.State.TIMED_WAITING);
        var impatient = start(second);
        awaitState(impatient, Thread.State.TIMED_WAITING);
        assertThat(flag).isTrue();
        assertThat(line.call()).isTrue();
        assertThat(first.get()).isTrue();
        assertThat(flag).isTrue();
        impatient.interrupt();
        assertThatThrownBy(second::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(flag).isFalse();
        assertThat(line.call()).isFalse();
    }

    @Test
    void aDeadlineThatHasPassedIsNotWaitedFor() throws Exception {
        assertThat(line.awaitUntil(WaitingLine.deadline(-1))).isFalse();
        assertThat(line.awaitUntil(WaitingLine.deadline(0))).isFalse();
        assertThat(flag).isFalse();
    }
}
