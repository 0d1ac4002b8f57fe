package dev.warpbroker.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.device.DeviceProperties;
import java.util.List;
import org.junit.jupiter.api.Test;

class DevicesCommandTest {
    @Test
    void showsAGpuInOneRow() {
        var gpu = new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 139L << 30, "132 SMs, sm_90");
        assertThat(DevicesCommand.table(List.of(gpu)).lines())
                .containsExactly(
                        "device  name         threads  warp  block   memory  detail",
                        "──────  ───────────  ───────  ────  ─────  ───────  ──────────────",
                        "cuda:0  NVIDIA H200  270,336    32  1,024  139 GiB  132 SMs, sm_90");
    }

    @Test
    void listsWhatIsThereAndWhyThereIsNoMore() {
        var run = CommandRun.of("devices");
        assertThat(run.succeeded()).contains("jvm", "sim");
        assertThat(run.out().contains("cuda:0") ^ run.out().contains("no GPU: "))
                .as("a GPU or the reason for none in%n%s", run.out())
                .isTrue();
    }
}
