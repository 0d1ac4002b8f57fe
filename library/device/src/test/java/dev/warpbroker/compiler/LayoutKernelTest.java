package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.layout.ElementQueue;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records in device memory, through a generic class of another package. */
class LayoutKernelTest {
    private static final int LANES = 64;

    record Ray(float ox, float oy, float oz, float dx, float dy, float dz, int depth, long id) {
        static Ray of(int i) {
            return new Ray(i, i + 1, i + 2, i + 3, i + 4, i + 5, i & 7, i * 0x100000003L);
        }

        int digest() {
            return (int) (ox + 2 * oy + 3 * oz + 4 * dx + 5 * dy + 6 * dz) + depth * 1000 + (int) (id ^ id >>> 32);
        }
    }

    sealed interface Task {
        record Trace(Ray ray, int bounce) implements Task {}

        record Shade(int pixel, float weight) implements Task {}

        record Stop() implements Task {}

        sealed interface Control extends Task {}

        record Wide(long a, double b) implements Control {}

        enum Signal implements Control {
            GO,
            HALT
        }

        static Task of(int i) {
            return switch (i % 5) {
                case 0 -> new Trace(Ray.of(i), i);
                case 1 -> new Shade(i, i * 0.5f);
                case 2 -> new Stop();
                case 3 -> new Wide(i * 0x123456789L, -i);
                default -> i > 30 ? Signal.GO : Signal.HALT;
            };
        }

        static int digest(Task task) {
            return switch (task) {
                case Trace(Ray ray, int bounce) when bounce > 20 -> ray.digest() * 31;
                case Trace(Ray ray, int bounce) -> ray.digest() + bounce;
                case Shade(int pixel, float weight) -> pixel * 7 + (int) (weight * 100);
                case Stop() -> -5;
                case Wide(long a, double b) -> (int) (a >> 16) ^ (int) b;
                case Signal signal -> signal == Signal.GO ? 1000 : 2000;
            };
        }
    }

    record Checked(int value) {
        Checked {
            if (value < 0) {
                throw new IllegalArgumentException("negative: " + value);
            }
        }
    }

    private interface Program {
        Kernel on(Device device, Ints out);
    }

    @Test
    void fullQueueRefuses() {
        assertThat(agree((device, out) -> {
                    var queue = new ElementQueue<>(device, Layout.of(Ray.class), LANES - 4);
                    return lane -> out.getAndAdd(0, queue.enqueue(Ray.of(lane.id())) ? 1 : 100);
                })[0])
                .isEqualTo(LANES - 4 + 400);
    }

    @Test
    void choiceBetweenQueuesOfOneType() {
        agree((device, out) -> {
            var even = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            var odd = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            return lane -> {
                var queue = lane.id() % 2 == 0 ? even : odd;
                queue.set(lane.id(), Ray.of(lane.id()));
                out.set(
                        lane.id(),
                        odd.get(lane.id()).digest() - even.get(lane.id()).digest());
            };
        });
    }

    @Test
    void queuesOfTwoTypesInOneKernel() {
        agree((device, out) -> {
            var rays = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            var tasks = new ElementQueue<>(device, Layout.of(Task.class), LANES);
            return lane -> {
                rays.set(lane.id(), Ray.of(lane.id() + 1));
                tasks.set(lane.id(), new Task.Trace(rays.get(lane.id()), 1));
                out.set(lane.id(), Task.digest(tasks.get(lane.id())));
            };
        });
    }

    @Test
    void failuresNameTheTypeAndItsLine() {
        assertFailure(
                (device, _) -> {
                    var queue = new ElementQueue<>(device, Layout.of(Task.class), LANES);
                    return lane -> {
                        queue.words().set(0, 77);
                        queue.set(1, queue.get(0));
                    };
                },
                "77 is the number of no Task");
        assertFailure(
                (device, _) -> {
                    var queue = new ElementQueue<>(device, Layout.of(Task.class), LANES);
                    return lane -> {
                        @Nullable Task task = lane.id() == 5 ? null : Task.of(lane.id());
                        queue.set(lane.id(), unchecked(task));
                    };
                },
                "a Task is null in lane 5");
        assertFailure(
                (device, _) -> {
                    var queue = new ElementQueue<>(device, Layout.of(Checked.class), LANES);
                    return lane -> {
                        queue.words().set(lane.id(), -3);
                        queue.set(lane.id(), queue.get(lane.id()));
                    };
                },
                "negative: -3");
    }

    @SuppressWarnings("NullAway")
    private static Task unchecked(@Nullable Task task) {
        return task;
    }

    @Test
    void positionsAreThoseOfTheRecord() {
        try (var device = Device.simulator(1)) {
            var queue = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            assertThat(device.ptx(lane -> queue.set(lane.id(), Ray.of(lane.id()))))
                    .containsPattern("LayoutKernelTest\\$Ray\\$Layout.writeRay\\(LayoutKernelTest.java:\\d+\\)"
                            + " < .*LayoutKernelTest\\$Ray\\$Layout.write\\(LayoutKernelTest.java\\)"
                            + " < .*ElementQueue.set\\(ElementQueue.java:\\d+\\)");
        }
    }

    @Test
    void recordIsNothingButItsWords() {
        try (var device = Device.simulator(1)) {
            var from = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            var to = new ElementQueue<>(device, Layout.of(Ray.class), LANES);
            String copy = device.ptx(lane -> to.set(lane.id(), from.get(lane.id())));

            assertThat(count("ld.global.u32", copy)).isEqualTo(9);
            assertThat(count("st.global.u32", copy)).isEqualTo(9);
            assertThat(count("mad.wide", copy)).as("addresses").isEqualTo(2);
            assertThat(count("bra", copy))
                    .as("the branch of lanes beyond the grid")
                    .isEqualTo(1);
            assertThat(copy).doesNotContain(".local").contains("+32]");
        }
    }

    private static long count(String part, String text) {
        return Pattern.compile(part, Pattern.LITERAL).matcher(text).results().count();
    }

    // ---- all devices ----

    /** {@return what the lanes left, the same on every device} */
    private static int[] agree(Program program) {
        int[] expected;
        try (var jvm = Device.jvm()) {
            expected = run(jvm, program);
        }
        var checked = DeviceOptions.defaults().withBoundsChecks(true);
        for (Device device : List.of(
                Device.simulator(1),
                Device.simulator(SimulatorOptions.seeded(2).adversarial(), DeviceOptions.defaults()),
                Device.simulator(SimulatorOptions.seeded(3), checked))) {
            try (device) {
                assertThat(run(device, program)).isEqualTo(expected);
            }
        }
        assertAssembles(program);
        return expected;
    }

    private static int[] run(Device device, Program program) {
        Ints out = device.ints(LANES);
        device.run(Grid.threads(LANES), program.on(device, out));
        return out.copyOut();
    }

    private static void assertAssembles(Program program) {
        try (var device = Device.simulator(1)) {
            String ptx = device.ptx(program.on(device, device.ints(LANES)));
            assertThat(Assembler.onPath().flatMap(assembler -> assembler.rejection(ptx)))
                    .isEmpty();
            assertThat(ptx).doesNotContain(".local");
        }
    }

    private static void assertFailure(Program program, String message) {
        for (Device device : List.of(Device.jvm(), Device.simulator(1))) {
            try (device) {
                assertThatThrownBy(() -> run(device, program))
                        .isInstanceOf(DeviceException.class)
                        .hasMessageContaining(message);
            }
        }
    }
}
