package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.Lane;
import java.io.Serializable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a refusal recommends works: beside each kernel that is refused stands one that follows the remedy, and it
 * computes what the refused one computes on the JVM.
 */
// What the linters warn of is among what the compiler refuses.
@SuppressWarnings({"ThreadPriorityCheck", "ManualArrayCopy", "UnusedVariable"})
final class RemedyTest {
    private static final int LANES = 8;

    /** Computes a number for each lane. */
    interface Sample extends Serializable {
        int at(Lane lane);
    }

    /** Makes a sample for a device. */
    interface Maker extends Function<Device, Sample> {}

    private record Name(String text) {}

    /**
     * A refusal and its remedy.
     *
     * @param reason words of the refusal's reason
     * @param remedy words of its remedy
     * @param remedied the same program as the remedy has it
     */
    record Tried(String reason, String remedy, Maker refused, Maker remedied) {
        @Override
        public String toString() {
            return reason;
        }
    }

    record Node(int value, @Nullable Node next) {}

    static Stream<Tried> remedies() {
        return Stream.of(arrays(), hostMethods(), logs()).flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void remedyWorks(Tried tried) {
        try (Device jvm = Device.jvm();
                Device simulator = Device.simulator(1)) {
            var refusal = catchThrowableOfType(KernelCompileException.class, () -> result(simulator, tried.refused()));
            assertThat(refusal).as("refusal of " + tried).isNotNull();
            assertThat(refusal.reason()).contains(tried.reason());
            assertThat(refusal.remedy()).contains(tried.remedy());
            assertThat(result(simulator, tried.remedied()))
                    .isEqualTo(result(jvm, tried.remedied()))
                    .isEqualTo(result(jvm, tried.refused()));
        }
    }

    private static int[] result(Device device, Maker maker) {
        Ints out = device.ints(LANES);
        var sample = maker.apply(device);
        device.run(Grid.threads(LANES), lane -> out.set(lane.id(), sample.at(lane)));
        return out.copyOut();
    }

    private static Stream<Tried> logs() {
        return Stream.of(
                new Tried(
                        "a line for the log that begins with",
                        "give values as arguments: lane.log(\"x = \", x)",
                        _ -> lane -> {
                            lane.log("x = " + lane.id());
                            return 1;
                        },
                        _ -> lane -> {
                            lane.log("x = ", lane.id());
                            return 1;
                        }),
                new Tried(
                        "a line for the log with",
                        "the components of a record",
                        _ -> lane -> {
                            lane.log("node ", new Node(lane.id(), null));
                            return 1;
                        },
                        _ -> lane -> {
                            var node = new Node(lane.id(), null);
                            lane.log("node ", node.value());
                            return 1;
                        }),
                new Tried(
                        "a line for the log with 7 values; it can have 6",
                        "log them in two calls",
                        _ -> lane -> {
                            int i = lane.id();
                            lane.log("x", i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6);
                            return 1;
                        },
                        _ -> lane -> {
                            int i = lane.id();
                            lane.log("x", i, i + 1, i + 2, i + 3);
                            lane.log("x", i + 4, i + 5, i + 6);
                            return 1;
                        }));
    }

    private static Stream<Tried> arrays() {
        int[] ints = {3, 4};
        String[] texts = {"one", "three"};
        Name[] names = {new Name("one"), new Name("three")};
        String[] copies = {String.valueOf(new char[] {'a'}), String.valueOf(new char[] {'b'})};
        return Stream.of(
                new Tried(
                        "a write to an element of captured int[], which was made outside the kernel",
                        "or make an array in the kernel",
                        _ -> lane -> {
                            ints[lane.id() & 1] = 3 + (lane.id() & 1);
                            return ints[lane.id() & 1];
                        },
                        _ -> lane -> {
                            int[] own = {3, 4};
                            own[lane.id() & 1] = 3 + (lane.id() & 1);
                            return own[lane.id() & 1];
                        }),
                new Tried(
                        "a text in an object from a captured array, by an index that is known at run time only",
                        "keep the texts in an array of their own",
                        _ -> lane -> names[lane.id() & 1].text().length(),
                        _ -> lane -> texts[lane.id() & 1].length()),
                new Tried(
                        "== between texts that are no literals",
                        "use equals",
                        _ -> lane -> {
                            String text = copies[lane.id() & 1];
                            return text == copies[lane.id() & 1] ? 1 : 0;
                        },
                        _ -> lane -> {
                            String text = copies[lane.id() & 1];
                            return text.equals(copies[lane.id() & 1]) ? 1 : 0;
                        }),
                new Tried(
                        "a new Node that holds another one of its kind, made in a loop",
                        "in device memory or in a local array, and refer to them by index",
                        _ -> lane -> {
                            Node list = new Node(0, null);
                            for (int i = 1; i < 4; i++) {
                                list = new Node(i * lane.id(), list);
                            }
                            int sum = 0;
                            for (Node at = list; at != null; at = at.next()) {
                                sum = sum * 3 + at.value();
                            }
                            return sum;
                        },
                        _ -> lane -> {
                            int[] values = new int[4];
                            for (int i = 1; i < 4; i++) {
                                values[i] = i * lane.id();
                            }
                            int sum = 0;
                            for (int at = 3; at >= 0; at--) {
                                sum = sum * 3 + values[at];
                            }
                            return sum;
                        }));
    }

    private static Stream<Tried> hostMethods() {
        String one = "one";
        String three = "three";
        return Stream.of(
                new Tried(
                        "a text made in the kernel on one path and captured String",
                        "choose a number or an enum constant",
                        _ -> lane -> {
                            String text = lane.id() % 2 == 0 ? one : three + lane.id();
                            return text.length();
                        },
                        _ -> lane -> lane.id() % 2 == 0 ? one.length() : three.length() + 1),
                new Tried(
                        "text of an exception that its class makes",
                        "by their class",
                        _ -> lane -> {
                            try {
                                throw lane.id() > 3
                                        ? new IndexOutOfBoundsException(lane.id())
                                        : new IllegalStateException("3");
                            } catch (RuntimeException e) {
                                return "3".equals(e.getMessage()) ? 1 : 2;
                            }
                        },
                        _ -> lane -> {
                            try {
                                throw lane.id() > 3
                                        ? new IndexOutOfBoundsException(lane.id())
                                        : new IllegalStateException("3");
                            } catch (IllegalStateException _) {
                                return 1;
                            } catch (IndexOutOfBoundsException _) {
                                return 2;
                            }
                        }),
                new Tried(
                        "Device.properties, which is for the host",
                        "call it before the launch, and capture what it returns",
                        device -> lane -> device.properties().warpSize() > 0 ? 1 : 0,
                        device -> {
                            int warpSize = device.properties().warpSize();
                            return lane -> warpSize > 0 ? 1 : 0;
                        }),
                new Tried(
                        "Thread.currentThread: a lane is no java.lang.Thread",
                        "by lane.id()",
                        _ -> lane -> Thread.currentThread() == null ? -1 : lane.id(),
                        _ -> lane -> lane.id()),
                new Tried(
                        "Thread.onSpinWait: a lane is no java.lang.Thread",
                        "wait with a Backoff: new Backoff().pause(\"what for\")",
                        _ -> lane -> {
                            Thread.onSpinWait();
                            return lane.id();
                        },
                        _ -> lane -> {
                            new Backoff().pause("nothing");
                            return lane.id();
                        }));
    }
}
