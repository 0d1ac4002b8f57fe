package dev.warpbroker.cli.bench.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.DeviceProperties;
import org.junit.jupiter.api.Test;

class PairsSettingsTest {
    @Test
    void onAGpuTheThreadsGoUpToAllThatFit() {
        assertThat(defaults("cuda:0", 270_336).threads()).containsExactly(1024, 4096, 8192, 65_536, 131_072, 270_336);
        assertThat(defaults("cuda:1", 8192).threads()).containsExactly(1024, 4096, 8192);
    }

    @Test
    void onTheJvmTheThreadsGoUpToTwicePerProcessor() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(defaults("jvm", 1024).threads())
                .startsWith(1, 2)
                .allSatisfy(threads -> assertThat(threads).isLessThanOrEqualTo(2 * processors));
    }

    private static PairsSettings defaults(String device, int residentThreads) {
        return PairsSettings.defaults(new DeviceProperties(device, device, 32, 1024, residentThreads, 1L << 30, ""));
    }
}
