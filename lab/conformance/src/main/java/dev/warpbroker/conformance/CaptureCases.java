package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import java.util.List;

/** What a kernel captures is constant: object graphs, interfaces, handles. */
final class CaptureCases {
    private static final String FEATURE = "captured values";

    private CaptureCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("captured primitives of all types", FEATURE, CaptureCases::primitives),
                Agreement.of("record as a kernel", FEATURE, CaptureCases::recordKernel),
                Agreement.of("object graph of final fields", FEATURE, CaptureCases::objectGraph),
                Agreement.of("captured interface", FEATURE, workspace -> hashed(workspace, new Rotating(5))),
                Agreement.of("captured null", FEATURE, workspace -> optional(workspace, null)),
                Agreement.of("memory chosen at run time", FEATURE, CaptureCases::chosenMemory),
                Agreement.of("static final constants", FEATURE, CaptureCases::constants),
                Agreement.of("kernel that captures an instance", FEATURE, CaptureCases::instance),
                Agreement.of("lane passed to helpers", FEATURE, CaptureCases::laneAsArgument));
    }

    private static Kernel primitives(Workspace workspace) {
        return primitives(
                workspace, true, (byte) -3, (short) 300, 'x', 1 << 30, 1L << 40, 0.1f, Double.longBitsToDouble(1));
    }

    private static Kernel primitives(
            Workspace workspace, boolean flag, byte b, short s, char c, int i, long l, float f, double d) {
        var longs = workspace.longResults(5);
        var doubles = workspace.doubleResults(2);
        return lane -> {
            longs.set(lane, 0, flag ? lane.id() : -1);
            longs.set(lane, 1, b * s);
            longs.set(lane, 2, c);
            longs.set(lane, 3, i + lane.id());
            longs.set(lane, 4, l * lane.id());
            doubles.set(lane, 0, f * lane.id());
            doubles.set(lane, 1, d * lane.id());
        };
    }

    record Saxpy(Ints x, Ints y, int factor) implements Kernel {
        @Override
        public void run(Lane lane) {
            int i = lane.id();
            y.set(i, factor * x.get(i) + y.get(i));
        }
    }

    private static Kernel recordKernel(Workspace workspace) {
        return new Saxpy(workspace.ints(), workspace.ints(), 3);
    }

    /** A ring buffer's geometry, as a queue would hold it. */
    static final class Ring {
        private final Ints slots;
        private final int mask;

        Ring(Ints slots) {
            this.slots = slots;
            this.mask = Integer.highestOneBit(slots.length()) - 1;
        }

        int index(int ticket) {
            return ticket & mask;
        }

        int read(int ticket) {
            return slots.get(index(ticket));
        }
    }

    record Reader(Ring ring, int start, Reader.Stride stride) {
        record Stride(int words) {}

        int at(int i) {
            return ring.read(start + i * stride.words());
        }
    }

    private static Kernel objectGraph(Workspace workspace) {
        var reader = new Reader(new Ring(workspace.ints()), 17, new Reader.Stride(3));
        var out = workspace.intResults(2);
        return lane -> {
            out.set(lane, 0, reader.at(lane.id()));
            out.set(lane, 1, reader.ring().index(-lane.id()));
        };
    }

    interface Hash {
        int of(int x);

        default int ofPair(int x, int y) {
            return of(of(x) ^ y);
        }
    }

    record Rotating(int distance) implements Hash {
        @Override
        public int of(int x) {
            return Integer.rotateLeft(x, distance) * 0x9e37_79b9;
        }
    }

    private static Kernel hashed(Workspace workspace, Hash hash) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> out.set(lane, 0, hash.ofPair(a.get(lane.id()), lane.id()));
    }

    private static Kernel optional(Workspace workspace, @org.jspecify.annotations.Nullable Hash hash) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            out.set(lane, 0, hash == null ? x : hash.of(x));
        };
    }

    private static Kernel chosenMemory(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            var source = (a.get(lane.id()) & 1) == 0 ? a : b;
            out.set(lane, 0, source.get(lane.count() - 1 - lane.id()) + source.length());
        };
    }

    private static final int SEED = Integer.parseInt("12345");
    private static final double GOLDEN = (1 + Math.sqrt(5)) / 2;
    private static final Hash SHARED = new Rotating(9);

    private static Kernel constants(Workspace workspace) {
        var ints = workspace.intResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            ints.set(lane, 0, SHARED.of(lane.id() + SEED));
            doubles.set(lane, 0, lane.id() * GOLDEN);
        };
    }

    /** Makes kernels that use its own fields. */
    static final class Scaler {
        private final int factor;
        private final IntTable out;

        Scaler(int factor, IntTable out) {
            this.factor = factor;
            this.out = out;
        }

        Kernel kernel() {
            return lane -> out.set(lane, 0, scale(lane.id()));
        }

        private int scale(int x) {
            return x * factor;
        }
    }

    private static Kernel instance(Workspace workspace) {
        return new Scaler(7, workspace.intResults(1)).kernel();
    }

    private static Kernel laneAsArgument(Workspace workspace) {
        var out = workspace.intResults(2);
        return lane -> {
            out.set(lane, 0, reversed(lane));
            out.set(lane, 1, lane.count());
        };
    }

    private static int reversed(Lane lane) {
        return lane.count() - 1 - lane.id();
    }
}
