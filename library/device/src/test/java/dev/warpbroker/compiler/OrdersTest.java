package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What read-modify-write operations order, by their names: as VarHandle's without a suffix, less with one. */
class OrdersTest {
    private static final int SEEDS = 400;

    @Test
    void storeBufferingIsExcludedByVolatileUpdates() {
        assertThat(outcomes((mine, others, result) -> lane -> {
                    mine.getAndAdd(lane.id(), 1);
                    result.set(lane.id(), others.getVolatile(1 - lane.id()));
                }))
                .doesNotContainKey("0 0")
                .containsKey("1 1");
    }

    @Test
    void storeBufferingIsSeenWithUpdatesThatAcquireAndRelease() {
        assertThat(outcomes((mine, others, result) -> lane -> {
                    mine.getAndAddAcqRel(lane.id(), 1);
                    result.set(lane.id(), others.getAcquire(1 - lane.id()));
                }))
                .containsKey("0 0");
    }

    @Test
    void messagesArePassedByUpdatesThatAcquireAndRelease() {
        assertThat(outcomes((data, flag, result) -> lane -> {
                    if (lane.id() == 0) {
                        data.set(0, 1);
                        flag.getAndSetAcqRel(1, 1);
                    } else if (flag.compareAndExchangeAcqRel(1, 1, 1) == 1) {
                        result.set(1, 1);
                        result.set(0, data.get(0));
                    }
                }))
                .containsOnlyKeys("0 0", "1 1");
    }

    @Test
    void messagesAreLostWithRelaxedUpdates() {
        assertThat(outcomes((data, flag, result) -> lane -> {
                    if (lane.id() == 0) {
                        data.set(0, 1);
                        flag.getAndSetRelaxed(1, 1);
                    } else if (flag.compareAndExchangeRelaxed(1, 1, 1) == 1) {
                        result.set(1, 1);
                        result.set(0, data.get(0));
                    }
                }))
                .containsKey("0 1");
    }

    @Test
    void theNameSaysWhichInstructionsItTakes() {
        try (Device device = Device.simulator(1)) {
            Ints x = device.ints(4);
            assertThat(device.ptx(lane -> x.getAndAdd(0, 1))).contains("fence.sc.gpu", "atom.acq_rel.gpu.global.add");
            assertThat(device.ptx(lane -> x.compareAndSet(0, 1, 2))).contains("fence.sc.gpu", "atom.acq_rel");
            assertThat(device.ptx(lane -> x.getAndMax(0, 1))).contains("fence.sc.gpu", "atom.acq_rel");
            assertThat(device.ptx(lane -> x.getAndAddAcqRel(0, 1)))
                    .contains("atom.acq_rel.gpu.global.add")
                    .doesNotContain("fence");
            assertThat(device.ptx(lane -> x.compareAndSetAcqRel(0, 1, 2)))
                    .contains("atom.acq_rel.gpu.global.cas")
                    .doesNotContain("fence");
            assertThat(device.ptx(lane -> x.getAndAddRelaxed(0, 1)))
                    .contains("atom.relaxed.gpu.global.add")
                    .doesNotContain("fence");
        }
    }

    private interface Litmus {
        Kernel kernel(Ints x, Ints y, Ints result);
    }

    /** The two are the same memory, so that 2 words of it are the locations. */
    private static Map<String, Integer> outcomes(Litmus litmus) {
        return LitmusRuns.outcomes(SEEDS, (device, result) -> {
            Ints words = device.ints(2);
            return litmus.kernel(words, words, result);
        });
    }
}
