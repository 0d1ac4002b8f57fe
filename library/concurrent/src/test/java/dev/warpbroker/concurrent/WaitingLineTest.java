package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Moments that a queue meets too rarely to test them there. */
@Timeout(120)
class WaitingLineTest {
    private static final Object THING = new Object();

    private volatile boolean flag;
    private volatile Runnable whileCalling = () -> {};

    /** How many things there are to be had. */
    private final AtomicInteger things = new AtomicInteger();

    private final WaitingLine line = new WaitingLine() {
        @Override
        boolean isReady() {
            return things.get() > 0;
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

    private @Nullable Object attempt() {
        return things.getAndUpdate(number -> Math.max(number - 1, 0)) > 0 ? THING : null;
    }

    private static final class Waiting {
        final FutureTask<@Nullable Object> result;
        final Thread thread;

        Waiting(Callable<@Nullable Object> wait) {
            result = new FutureTask<>(wait);
            thread = Thread.ofPlatform().daemon().start(result);
        }

        boolean isParkedIn(WaitingLine line) {
            return LockSupport.getBlocker(thread) == line;
        }

        /** Returns also if it has ended. */
        void awaitParkedElsewhere(WaitingLine line) {
            until(() -> result.isDone() || LockSupport.getBlocker(thread) != null && !isParkedIn(line));
        }
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private Waiting parked() {
        var waiting = new Waiting(() -> line.await(this::attempt));
        until(() -> waiting.isParkedIn(line));
        return waiting;
    }

    @Test
    void whoIsCalledAsItsTimeRunsOutCallsTheNext() throws Exception {
        var met = new AtomicBoolean();
        for (long millis = 50; !met.get(); millis *= 2) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
            var impatient = new Waiting(() -> line.await(this::attempt, nanos));
            until(() -> impatient.isParkedIn(line) || impatient.result.isDone());
            var patient = parked();
            whileCalling = () -> {
                whileCalling = () -> {};
                // Its time runs out, and it waits to leave the line; unless it has left before, on a busy machine.
                impatient.awaitParkedElsewhere(line);
                met.set(!impatient.result.isDone());
                things.set(1);
            };
            line.call();
            assertThat(patient.result.get()).isSameAs(THING);
            assertThat(impatient.result.get()).isNull();
            assertThat(flag).isFalse();
        }
    }

    @Test
    void whoIsCalledAsItIsInterruptedCallsTheNext() throws Exception {
        var interrupted = parked();
        var next = parked();
        whileCalling = () -> {
            whileCalling = () -> {};
            interrupted.thread.interrupt();
            // It waits to leave the line.
            interrupted.awaitParkedElsewhere(line);
            things.set(1);
        };
        line.call();
        assertThat(next.result.get()).isSameAs(THING);
        assertThatThrownBy(interrupted.result::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(flag).isFalse();
    }

    @Test
    void whoIsCalledInVainKeepsItsPlace() throws Exception {
        var first = parked();
        var second = parked();
        line.call();
        until(() -> flag && first.isParkedIn(line));
        things.set(1);
        line.call();
        assertThat(first.result.get()).isSameAs(THING);
        things.set(1);
        until(() -> flag);
        line.call();
        assertThat(second.result.get()).isSameAs(THING);
    }

    @Test
    void oneCallForManyThingsWakesAsManyThreads() throws Exception {
        var first = parked();
        var second = parked();
        var third = parked();
        things.set(2);
        line.call();
        assertThat(first.result.get()).isSameAs(THING);
        assertThat(second.result.get()).isSameAs(THING);
        assertThat(third.result.isDone()).isFalse();
        until(() -> flag);
        things.set(1);
        line.call();
        assertThat(third.result.get()).isSameAs(THING);
        assertThat(flag).isFalse();
    }

    @Test
    void theFlagIsUpWhileSomeoneIsToBeCalled() throws Exception {
        line.call();
        assertThat(flag).isFalse();
        var first = parked();
        assertThat(flag).isTrue();
        var second = parked();
        first.thread.interrupt();
        assertThatThrownBy(first.result::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(flag).isTrue();
        second.thread.interrupt();
        assertThatThrownBy(second.result::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(flag).isFalse();
    }

    @Test
    void aTimeThatIsNotPositiveIsNotWaitedFor() throws Exception {
        assertThat(line.await(this::attempt, -1)).isNull();
        assertThat(line.await(this::attempt, 0)).isNull();
        assertThat(flag).isFalse();
    }
}
