package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.device.faults.EachDevice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Words that the host and running kernels both see. */
class HostVisibleMemoryTest {
    private static final int STOP = 0;
    private static final int COUNT = 1;

    @EachDevice
    void kernelWaitsForTheHost(Device device) throws InterruptedException {
        Ints words = device.hostInts(2);
        Ints seen = device.ints(64);
        Launch launch = device.launch(Grid.threads(64).withBlockSize(32), lane -> {
            Lanes.await(words, STOP, "the host");
            seen.set(lane.id(), words.get(COUNT));
        });
        Thread.sleep(300);
        assertThat(launch.isDone()).as("ended before the host wrote").isFalse();
        words.set(COUNT, 42);
        words.setRelease(STOP, 1);
        launch.join();
        assertThat(seen.copyOut()).as("what was written before the word").containsOnly(42);
    }

    @EachDevice
    void hostSeesAKernelCount(Device device) {
        Ints words = device.hostInts(2);
        Launch launch = device.launch(Grid.threads(1), lane -> {
            for (int i = 1; words.getOpaque(STOP) == 0; i++) {
                words.setOpaque(COUNT, i);
            }
        });
        int last = 0;
        for (int growths = 0; growths < 20; ) {
            int count = words.getOpaque(COUNT);
            // Far ahead of a host that does not get to run, the count wraps around.
            assertThat(count - last).isNotNegative();
            growths += count != last ? 1 : 0;
            last = count;
        }
        words.setVolatile(STOP, 1);
        launch.join();
        assertThat(words.get(COUNT) - last).isNotNegative();
    }

    @EachDevice
    void hostAndKernelAnswerEachOther(Device device) {
        Ints words = device.hostInts(2);
        int rounds = 50;
        Launch launch = device.launch(Grid.threads(1), lane -> {
            for (int round = 1; round <= rounds; round++) {
                var backoff = new Backoff();
                while (words.getVolatile(0) != round) {
                    backoff.pause("the host's turn");
                }
                words.setVolatile(1, round * round);
            }
        });
        for (int round = 1; round <= rounds; round++) {
            words.setVolatile(0, round);
            while (words.getAcquire(1) != round * round) {
                Thread.onSpinWait();
            }
        }
        launch.join();
        assertThat(words.copyOut()).containsExactly(rounds, rounds * rounds);
    }

    @EachDevice
    void copiesAndFillsLikeOtherMemory(Device device) {
        Ints words = device.hostInts(5);
        assertThat(words.copyOut()).containsOnly(0);
        words.fill(7);
        words.copyIn(new int[] {1, 2}, 3);
        device.run(Grid.threads(5), lane -> words.getAndAdd(lane.id(), 10));
        assertThat(words.copyOut()).containsExactly(17, 17, 17, 11, 12);
        assertThat(words.copyOut(3, 1)).containsExactly(11);
    }

    @EachDevice
    void badIndexAndClosedHandleAreRefused(Device device) {
        Ints words = device.hostInts(3);
        assertThatThrownBy(() -> words.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> words.setRelease(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        words.close();
        assertThatThrownBy(() -> words.getOpaque(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Ints[3] was used after it was closed");
    }

    @Test
    void otherMemoryStaysOutOfReach() {
        try (Device device = Device.simulator(1)) {
            Ints ordinary = device.ints(1);
            assertThatThrownBy(() -> ordinary.getOpaque(0)).hasMessageContaining("use copyIn and copyOut");
            Ints words = device.hostInts(1);
            assertThatThrownBy(() -> words.getAndAdd(0, 1)).hasMessageContaining("cannot be accessed by code");
        }
    }

    @Test
    void aWaitThatTheHostNeverEndsCanBeCancelled() {
        try (Device device = Device.simulator(1)) {
            Ints words = device.hostInts(2);
            Launch launch = device.launch(Grid.threads(1), lane -> {
                words.setRelease(COUNT, 1);
                Lanes.await(words, STOP, "a host that sleeps");
            });
            while (words.getAcquire(COUNT) == 0) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> launch.join(Duration.ofMillis(200)))
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("a host that sleeps");
        }
    }

    @Test
    void orderedAccessesHaveTheScopeOfTheSystem() {
        try (Device device = Device.jvm()) {
            Ints words = device.hostInts(1);
            Ints other = device.ints(1);
            assertThat(device.ptx(lane -> {
                        words.setOpaque(0, words.getAcquire(0));
                        words.setVolatile(0, words.getAndAddRelaxed(0, 1));
                        other.setRelease(0, other.compareAndExchange(0, 1, 2));
                    }))
                    .contains(
                            "ld.acquire.sys",
                            "st.relaxed.sys",
                            "atom.relaxed.sys",
                            "fence.sc.sys",
                            "st.release.sys",
                            "atom.acq_rel.gpu",
                            "st.release.gpu");
            assertThat(device.ptx(lane -> {
                        Ints chosen = lane.id() == 0 ? words : other;
                        chosen.setRelease(0, 1);
                    }))
                    .as("either of both")
                    .contains("st.release.sys")
                    .doesNotContain("st.release.gpu");
        }
    }

    @Test
    void codeForOrdinaryMemoryIsNotUsedForWordsOfTheHost() {
        try (Device device = Device.jvm()) {
            var compiler = new KernelCompiler(DeviceOptions.defaults());
            assertThat(compiler.bind(release(device.ints(1))).code().ptx()).contains("st.release.gpu");
            assertThat(compiler.bind(release(device.hostInts(1))).code().ptx()).contains("st.release.sys");
        }
    }

    private static Kernel release(Ints memory) {
        return lane -> memory.setRelease(0, 5);
    }
}
