package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import java.util.List;

/**
 * Records and sealed interfaces in device memory. Memory is compared by its words, so no NaN that arithmetic made may
 * get there: its bits differ between machines.
 */
final class LayoutCases {
    private static final String FEATURE = "layouts";

    private LayoutCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("record in device memory", FEATURE, LayoutCases::rays),
                Agreement.of("bits of all primitive types in device memory", FEATURE, LayoutCases::primitives),
                Agreement.of("words of any content as a record", FEATURE, LayoutCases::anyWords),
                Agreement.of("nested records and enums in device memory", FEATURE, LayoutCases::nested),
                Agreement.of("sealed interface in device memory", FEATURE, LayoutCases::tasks),
                Agreement.of("words copied first and decoded later", FEATURE, LayoutCases::copied),
                Agreement.of("sealed component in device memory", FEATURE, LayoutCases::envelopes),
                Agreement.of("present and absent records on several paths", FEATURE, LayoutCases::absentRays),
                Agreement.of("present and absent sealed values in a loop", FEATURE, LayoutCases::absentTasks),
                Agreement.of("stack of sealed values in device memory", FEATURE, LayoutCases::stack),
                Agreement.of("captured values written to device memory", FEATURE, LayoutCases::captured),
                Agreement.of("record in shared memory", FEATURE, LayoutCases::shared),
                Failure.of("number of no record in device memory", IllegalStateException.class, LayoutCases::noRecord));
    }

    /** A generic structure as a library has it. */
    private record Slots<E>(Layout<E> layout, Ints words) {
        static <E> Slots<E> of(Workspace workspace, Layout<E> layout, int perLane) {
            return new Slots<>(
                    layout, workspace.intResults(layout.words() * perLane).memory());
        }

        void set(int slot, E element) {
            layout.write(words, slot * layout.words(), element);
        }

        E get(int slot) {
            return layout.read(words, slot * layout.words());
        }

        Taken<E> take(int slot, boolean present) {
            return present ? new Taken<>(true, get(slot)) : new Taken<>(false, layout.zero());
        }
    }

    private record Taken<E>(boolean present, E element) {}

    private record Ray(float ox, float oy, float oz, float dx, float dy, float dz, int depth, long id) {
        static Ray of(int x, float y) {
            return new Ray(x, y, x + y, x - y, -y, y * 0.5f, x & 7, x * 0x1_0000_0003L);
        }

        long digest() {
            return (long) (ox + 2 * oy + 3 * oz + 4 * dx + 5 * dy + 6 * dz) + depth * 1000L + id;
        }
    }

    private static Kernel rays(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Ray.class), 1);
        var out = workspace.longResults(1);
        return lane -> {
            int x = a.get(lane.id());
            slots.set(lane.id(), Ray.of(x, b.get(lane.id()) * 0.25f));
            out.set(lane, 0, slots.get(lane.id()).id() + x);
        };
    }

    private record Primitives(int i, long l, float f, double d, boolean z, byte b, short s, char c) {}

    private static Kernel primitives(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var slots = Slots.of(workspace, Layout.of(Primitives.class), 2);
        return lane -> {
            int x = a.get(lane.id());
            long y = b.get(lane.id());
            slots.set(
                    2 * lane.id(),
                    new Primitives(
                            x,
                            y,
                            Float.intBitsToFloat(x),
                            Double.longBitsToDouble(y),
                            x < y,
                            (byte) x,
                            (short) x,
                            (char) x));
            slots.set(2 * lane.id() + 1, slots.get(2 * lane.id()));
        };
    }

    private static Kernel anyWords(Workspace workspace) {
        var words = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Primitives.class), 1);
        return lane -> slots.set(lane.id(), slots.layout().read(words, Math.min(lane.id(), words.length() - 10)));
    }

    private enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 20;
            }
        },
        BLUE;

        int weight() {
            return 1;
        }
    }

    private record Vector(float x, float y) {}

    private record Nothing() {}

    private record Beam(Vector from, Nothing between, Vector to, Colour colour) {}

    private static Kernel nested(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Beam.class), 1);
        var out = workspace.floatResults(1);
        return lane -> {
            float x = a.get(lane.id()) * 0.5f;
            var colour = x < 0 ? Colour.RED : x < 10 ? Colour.GREEN : Colour.BLUE;
            slots.set(lane.id(), new Beam(new Vector(x, 1), new Nothing(), new Vector(lane.id(), -x), colour));
            var beam = slots.get(lane.id());
            out.set(lane, 0, beam.from().x() + beam.to().x() * beam.colour().weight());
        };
    }

    private sealed interface Task {
        record Trace(Ray ray, int bounce) implements Task {}

        record Shade(int pixel, float weight) implements Task {}

        record Stop() implements Task {}

        sealed interface Control extends Task {}

        record Wide(long a, double b) implements Control {}

        enum Signal implements Control {
            GO,
            HALT
        }

        static Task of(int x) {
            return switch (x & 7) {
                case 0, 1 -> new Trace(Ray.of(x, 0.5f), x >>> 28);
                case 2, 3 -> new Shade(x, x * 0.25f);
                case 4 -> new Stop();
                case 5 -> new Wide(x * 0x1_2345_6789L, x * 0.125);
                default -> x > 0 ? Signal.GO : Signal.HALT;
            };
        }

        static long digest(Task task) {
            return switch (task) {
                case Trace(Ray ray, int bounce) when bounce > 3 -> ray.digest() * 31;
                case Trace(Ray ray, int bounce) -> ray.digest() + bounce;
                case Shade(int pixel, float weight) -> pixel * 7L + (long) weight;
                case Stop() -> -5;
                case Wide(long a, double b) -> a ^ (long) b;
                case Signal signal -> signal == Signal.GO ? 1000 : 2000;
            };
        }
    }

    private static Kernel tasks(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Task.class), 1);
        var out = workspace.longResults(1);
        return lane -> {
            slots.set(lane.id(), Task.of(a.get(lane.id())));
            out.set(lane, 0, Task.digest(slots.get(lane.id())));
        };
    }

    private static Kernel copied(Workspace workspace) {
        var a = workspace.ints();
        var layout = Layout.of(Task.class);
        var memory = workspace.ints(new int[workspace.lanes() * layout.words()]);
        var out = workspace.longResults(1);
        return lane -> {
            int at = lane.id() * layout.words();
            layout.write(memory, at, Task.of(a.get(lane.id())));
            int[] words = layout.copy(memory, at);
            layout.write(memory, at, Task.of(lane.id()));
            out.set(lane, 0, Task.digest(lane.id() % 3 == 0 ? layout.zero() : layout.decode(words)));
        };
    }

    private record Envelope(int sender, Task task, int receiver) {}

    private static Kernel envelopes(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Envelope.class), 1);
        var out = workspace.longResults(1);
        return lane -> {
            slots.set(lane.id(), new Envelope(lane.id(), Task.of(a.get(lane.id())), -lane.id()));
            var envelope = slots.get(lane.id());
            out.set(lane, 0, Task.digest(envelope.task()) * envelope.sender() + envelope.receiver());
        };
    }

    private static Kernel absentRays(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Ray.class), 1);
        var out = workspace.longResults(1);
        return lane -> {
            int x = a.get(lane.id());
            slots.set(lane.id(), Ray.of(x, 2));
            var taken = slots.take(lane.id(), x > 0);
            int rounds = 0;
            while (taken.present() && rounds < 5) {
                rounds++;
                taken = rounds == 3
                        ? slots.take(lane.id(), (x & 1) == 0)
                        : taken.element().depth() > 4
                                ? new Taken<>(true, Ray.of(rounds, 1))
                                : slots.take(lane.id(), true);
            }
            out.set(lane, 0, taken.element().digest() + (taken.present() ? rounds : -rounds));
        };
    }

    private static Kernel absentTasks(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Task.class), 1);
        var out = workspace.longResults(2);
        return lane -> {
            slots.set(lane.id(), Task.of(a.get(lane.id())));
            long sum = 0;
            var taken = slots.take(lane.id(), true);
            for (int round = 0; round < 6 && taken.present(); round++) {
                sum = sum * 3 + Task.digest(taken.element());
                taken = switch (taken.element()) {
                    case Task.Stop _ -> slots.take(lane.id(), false);
                    case Task.Trace(Ray ray, int bounce) -> new Taken<>(true, new Task.Shade(bounce, ray.ox()));
                    case Task.Shade _, Task.Control _ -> slots.take(lane.id(), (round & 3) != 3);
                };
            }
            out.set(lane, 0, sum);
            out.set(lane, 1, Task.digest(taken.element()));
        };
    }

    private static Kernel stack(Workspace workspace) {
        var a = workspace.ints();
        var slots = Slots.of(workspace, Layout.of(Task.class), 8);
        var out = workspace.longResults(1);
        return lane -> {
            int base = lane.id() * 8;
            int size = 1;
            long sum = 0;
            slots.set(base, Task.of(a.get(lane.id())));
            while (size > 0) {
                Task task = slots.get(base + --size);
                sum = sum * 3 + Task.digest(task);
                if (task instanceof Task.Trace(Ray ray, int bounce) && bounce > 0) {
                    slots.set(base + size++, new Task.Shade(ray.depth(), 2));
                    slots.set(base + size++, new Task.Trace(ray, bounce >> 1));
                }
            }
            out.set(lane, 0, sum);
        };
    }

    private static Kernel captured(Workspace workspace) {
        var slots = Slots.of(workspace, Layout.of(Task.class), 1);
        Task even = Task.of(16);
        Task odd = Task.of(7);
        return lane -> slots.set(lane.id(), (lane.id() & 1) == 0 ? even : odd);
    }

    private static Kernel shared(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.longResults(1);
        Layout<Ray> layout = Layout.of(Ray.class);
        return lane -> {
            Ints memory = lane.block().sharedInts(256 * 9);
            int at = lane.block().lane() * layout.words();
            layout.write(memory, at, Ray.of(a.get(lane.id()), 3));
            out.set(lane, 0, layout.read(memory, at).digest());
        };
    }

    private static Kernel noRecord(Workspace workspace) {
        var slots = Slots.of(workspace, Layout.of(Task.class), 1);
        return lane -> {
            if (lane.id() == 17) {
                slots.words().set(0, 99);
                slots.set(1, slots.get(0));
            }
        };
    }
}
