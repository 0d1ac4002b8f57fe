package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels that fail or hang in ways that only threads of the JVM know. After each test the device must still run a
 * kernel. Tests in the package faults show what all devices do.
 */
class JvmFaultTest {
    private final Device device = Device.jvm();

    @AfterEach
    void deviceIsUsable() {
        Ints sum = device.ints(1);
        device.run(Grid.threads(100), lane -> sum.getAndAdd(0, lane.id()));
        assertThat(sum.copyOut()).containsExactly(4_950);
        device.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 10_000})
    void exceptionOfOneLaneEndsTheLaunch(int threads) {
        var failure = failureOf(threads, lane -> {
            if (lane.id() == 7) {
                throw new IllegalStateException("seven");
            }
            waitForever();
        });

        var fault = faultOf(failure);
        assertThat(failure)
                .hasMessageContaining("kernel failed on jvm (which stays usable)")
                .hasMessageContaining("java.lang.IllegalStateException: seven in lane 7")
                .hasCause(fault.cause());
        assertThat(fault.lane()).isEqualTo(7);
        assertThat(fault.exceptionType()).isEqualTo("java.lang.IllegalStateException");
        assertThat(fault.message()).isEqualTo("seven");
    }

    @Test
    void traceHasTheFramesOfTheKernelOnly() {
        Ints values = device.ints(4);

        var fault = faultOf(failureOf(1, lane -> fail(values, lane.id() + 9)));

        assertThat(fault.trace()).hasSize(2);
        assertThat(fault.trace().getFirst().getMethodName()).isEqualTo("fail");
        assertThat(fault.trace().getLast().getMethodName()).contains("lambda$traceHasTheFramesOfTheKernelOnly");
    }

    @Test
    void firstFaultWins() {
        Ints noted = device.ints(1);

        var failure = failureOf(2, lane -> {
            if (lane.id() == 1) {
                throw new Noted(noted, "first");
            }
            awaitSet(noted);
            throw new IllegalStateException("second");
        });

        assertThat(failure).hasMessageContaining("first in lane 1");
    }

    /** Tells when the device takes note of it. */
    private static final class Noted extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private final transient Ints noted;

        Noted(Ints noted, String message) {
            super(message);
            this.noted = noted;
        }

        @Override
        public @Nullable String getMessage() {
            noted.setRelease(0, 1);
            return super.getMessage();
        }
    }

    @Test
    void lanesNotYetStartedAreSkipped() {
        Ints started = device.ints(1);

        failureOf(1_000_000, lane -> {
            started.getAndAdd(0, 1);
            if (lane.id() == 0) {
                throw new IllegalStateException("stop here");
            }
            waitForever();
        });

        assertThat(started.copyOut()[0]).isLessThan(1_000_000);
    }

    @Test
    void errorsOfTheJvmAreFaultsToo() {
        assertThat(failureOf(1, lane -> recurse(0))).hasMessageContaining("java.lang.StackOverflowError in lane 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 200})
    void joinWithTimeoutStopsAHangingKernelAndSaysWhatItWaitedFor(int threads) {
        Ints begun = device.ints(1);
        var launch = device.launch(Grid.threads(threads), lane -> {
            begun.setRelease(0, 1);
            waitForever();
        });
        awaitSet(begun);

        assertThatThrownBy(() -> launch.join(Duration.ofMillis(100)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining(
                        "launch on jvm did not end within PT0.1S and was cancelled (the device stays usable)")
                .hasMessageContaining("waiting for something that never happens in lane")
                .hasMessageContaining("at dev.warpbroker.device.jvm.JvmFaultTest.waitForever(JvmFaultTest.java:");
        assertThat(launch.isDone()).isTrue();
    }

    @Test
    void cancelTakesBackALaunchThatHasNotStarted() {
        Ints ran = device.ints(1);
        var running = device.launch(Grid.threads(1), lane -> waitForever());
        var queued = device.launch(Grid.threads(1), lane -> ran.set(0, 1));

        queued.cancel();
        assertThat(running.isDone()).isFalse();
        running.cancel();

        assertThat(ran.copyOut()).containsExactly(0);
        assertThatThrownBy(queued::join).isInstanceOf(LaunchStoppedException.class);
        assertThat(queued.elapsed()).isZero();
    }

    @Test
    void cancelAfterTheEndChangesNothing() {
        Ints count = device.ints(1);
        var launch = device.launch(Grid.threads(3), lane -> count.getAndAdd(0, 1));
        launch.join();
        var elapsed = launch.elapsed();

        launch.cancel();

        assertThatCode(launch::join).doesNotThrowAnyException();
        assertThat(launch.elapsed()).isEqualTo(elapsed);
        assertThat(count.copyOut()).containsExactly(3);
    }

    @Test
    void interruptOfTheHostStopsTheLaunch() throws InterruptedException {
        var launch = device.launch(Grid.threads(3), lane -> waitForever());
        var host = Thread.ofPlatform()
                .start(() -> assertThatThrownBy(launch::join).isInstanceOf(LaunchStoppedException.class));

        host.interrupt();
        host.join();

        assertThat(launch.isDone()).isTrue();
    }

    @Test
    void laterLaunchesRunAfterAFailedOne() {
        Ints value = device.ints(1);

        var failing = device.launch(Grid.threads(4), lane -> {
            throw new IllegalStateException("all of them");
        });
        device.launch(Grid.threads(1), lane -> value.set(0, 3));

        assertThat(value.copyOut()).containsExactly(3);
        assertThatThrownBy(failing::join).hasMessageContaining("all of them");
    }

    @Test
    void hostOperationsInsideAKernelAreRefused() {
        Ints values = device.ints(1);

        assertThat(failureOf(1, lane -> values.fill(3)))
                .hasMessageContaining("cannot wait for launches (copyIn, copyOut, fill and close do)");
        assertThat(failureOf(1, lane -> device.launch(Grid.threads(1), inner -> {})))
                .hasMessageContaining("cannot launch a kernel");
    }

    private static void awaitSet(Ints word) {
        while (word.getAcquire(0) == 0) {
            Thread.onSpinWait();
        }
    }

    private DeviceException failureOf(int threads, Kernel kernel) {
        return Objects.requireNonNull(
                catchThrowableOfType(DeviceException.class, () -> device.run(Grid.threads(threads), kernel)));
    }

    private static KernelFault faultOf(DeviceException failure) {
        return Objects.requireNonNull(failure.fault());
    }

    private static void fail(Ints values, int index) {
        values.getAcquire(index);
    }

    private static void waitForever() {
        var backoff = new Backoff();
        while (true) {
            backoff.pause("something that never happens");
        }
    }

    private static int recurse(int depth) {
        return depth == Integer.MAX_VALUE ? 0 : recurse(depth + 1) + 1;
    }
}
