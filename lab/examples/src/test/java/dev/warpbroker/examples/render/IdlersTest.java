package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that one worker has comes to all, and the end comes when all of it is done. */
class IdlersTest {
    private static final int UNITS = 100;
    private static final int WORKERS = 4;

    /** The first worker has all units; whoever has more than one gives half of them away. */
    private record Sharing(Idlers idlers, Ints gifts, Ints done) implements Kernel {
        @Override
        public void run(Lane lane) {
            var worker = new WarpWorker(lane);
            int own = worker.number();
            int units = own == 0 ? UNITS : 0;
            boolean more = true;
            while (more) {
                if (units > 0) {
                    units--;
                    if (worker.isFirst()) {
                        done.set(own, done.get(own) + 1);
                    }
                    int taker = units > 1 && idlers.areThere(worker) ? idlers.claim(worker) : Idlers.NONE;
                    if (taker != Idlers.NONE) {
                        int half = units / 2;
                        units -= half;
                        if (worker.isFirst()) {
                            gifts.set(taker, half);
                        }
                        idlers.give(worker, taker, Idlers.END + half);
                    }
                } else {
                    int given = idlers.await(worker);
                    more = given != Idlers.END;
                    units = more ? worker.fromFirst(gifts.get(own)) : 0;
                    assert !more || given == Idlers.END + units;
                }
            }
        }
    }

    private static int[] done(Device device) {
        int lanes = device.properties().lanesPerWorker();
        try (var idlers = new Idlers(device, WORKERS);
                var gifts = device.ints(WORKERS);
                var done = device.ints(WORKERS)) {
            device.run(device.properties().workerGrid(WORKERS * lanes, lanes), new Sharing(idlers, gifts, done));
            return done.copyOut();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void idleWorkersAreGivenWork(long seed) {
        try (var device = Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults())) {
            int[] done = done(device);
            assertThat(Arrays.stream(done).sum()).isEqualTo(UNITS);
            assertThat(done).as("seed %d", seed).doesNotContain(0);
        }
    }

    @Test
    void theEndComesWhenAllIsDone() {
        try (var device = Device.jvm()) {
            assertThat(Arrays.stream(done(device)).sum()).isEqualTo(UNITS);
        }
    }
}
