package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.faults.EachDevice;
import java.lang.foreign.MemorySegment;

/** Kernels that stay, and longs that the host and a running kernel both see. */
class ResidentKernelTest {
    private static final int GO = 0;
    private static final int SEEN = 1;

    private static Kernel waiting(Longs words, Ints data) {
        return lane -> {
            var backoff = new Backoff();
            while (words.getAcquire(GO) == 0) {
                backoff.pause("the host");
            }
            words.setRelease(SEEN, data.get(3));
        };
    }

    @EachDevice
    void copiesAndFillsGoOnBesideIt(Device device) {
        var words = device.hostLongs(2);
        var data = device.ints(8);
        var launch = device.launchResident(Grid.threads(1), waiting(words, data));
        data.fill(5);
        assertThat(data.copyOut()).containsOnly(5);
        data.copyIn(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
        int[] seen = new int[8];
        try (var stream = device.stream()) {
            stream.copyOut(data, MemorySegment.ofArray(seen));
        }
        assertThat(seen).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(launch.isDone()).isFalse();
        words.setRelease(GO, 1);
        launch.join();
        assertThat(words.getVolatile(SEEN)).isEqualTo(4);
    }

    @EachDevice
    void otherKernelsWaitForItsEndOutside(Device device) {
        var words = device.hostLongs(2);
        var data = device.ints(8);
        var launch = device.launchResident(Grid.threads(1), waiting(words, data));
        assertThatThrownBy(() -> device.run(Grid.threads(1), lane -> data.set(0, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("beside the one that stays");
        assertThatThrownBy(() -> device.launchResident(Grid.threads(1), waiting(words, data)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a second kernel that stays");
        device.ints(100).close();
        launch.cancel();
        device.run(Grid.threads(1), lane -> data.set(0, 7));
        assertThat(data.copyOut(0, 1)).containsExactly(7);
    }

    @EachDevice
    void closingTheDeviceCancelsIt(Device device) {
        var words = device.hostLongs(2);
        var launch = device.launchResident(Grid.threads(1), waiting(words, device.ints(8)));
        device.close();
        assertThat(launch.isDone()).isTrue();
        assertThatThrownBy(launch::join).isInstanceOf(LaunchStoppedException.class);
    }

    @EachDevice
    void longsOfTheHostAreCopiedAndCompared(Device device) {
        var words = device.hostLongs(3);
        assertThat(words.isHostVisible()).isTrue();
        words.copyIn(new long[] {1L << 40, -1, 7});
        assertThat(words.copyOut()).containsExactly(1L << 40, -1, 7);
        assertThat(words.compareAndSetByHost(1, 0, 5)).isFalse();
        assertThat(words.compareAndSetByHost(1, -1, 5)).isTrue();
        device.run(Grid.threads(1), lane -> words.set(2, words.get(0) + words.get(1)));
        assertThat(words.get(2)).isEqualTo((1L << 40) + 5);
        words.setVolatile(0, 9);
        assertThat(words.getOpaque(0)).isEqualTo(9);
        assertThatThrownBy(() -> words.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
