package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records made in a kernel: values that live in registers. */
final class RecordCases {
    private static final String FEATURE = "records";

    private RecordCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("accessors and methods", FEATURE, RecordCases::methods),
                Agreement.of("nested records", FEATURE, RecordCases::nested),
                Agreement.of("compact constructor that branches", FEATURE, RecordCases::compactConstructor),
                Agreement.of("several constructors and factories", FEATURE, RecordCases::constructors),
                Agreement.of("loop that carries a record", FEATURE, RecordCases::loop),
                Agreement.of("loop that carries nested records", FEATURE, RecordCases::nestedLoop),
                Agreement.of("loop that swaps two records", FEATURE, RecordCases::swap),
                Agreement.of("records of float and double", FEATURE, RecordCases::complexNumbers),
                Agreement.of("record shared on one path only", FEATURE, RecordCases::shared),
                Agreement.of("loop state that starts as null", FEATURE, RecordCases::nullState),
                Agreement.of("record patterns without a switch", FEATURE, RecordCases::deconstruction));
    }

    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point(int both) {
            this(both, both);
        }

        static Point ofBits(int bits) {
            return new Point((short) bits, bits >> 16);
        }

        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        Point turned() {
            return new Point(-y, x);
        }

        int distance(Point other) {
            return Math.abs(x - other.x) + Math.abs(y - other.y);
        }
    }

    record Box(Point low, Point high) {
        static Box around(Point a, Point b) {
            return new Box(
                    new Point(Math.min(a.x, b.x), Math.min(a.y, b.y)),
                    new Point(Math.max(a.x, b.x), Math.max(a.y, b.y)));
        }

        Box with(Point p) {
            return new Box(
                    new Point(Math.min(low.x, p.x), Math.min(low.y, p.y)),
                    new Point(Math.max(high.x, p.x), Math.max(high.y, p.y)));
        }

        long area() {
            return (long) (high.x - low.x) * (high.y - low.y);
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                int swapped = low;
                low = high;
                high = swapped;
            }
        }

        int span() {
            return high - low;
        }
    }

    record Tally(int count, long sum, boolean negative) {
        Tally plus(int value) {
            return new Tally(count + 1, sum + value, negative || value < 0);
        }
    }

    private static Kernel methods(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            var p = new Point(a.get(lane.id()), b.get(lane.id()));
            var q = p.turned().plus(new Point(3, 4));
            out.set(lane, 0, q.x());
            out.set(lane, 1, q.y());
            out.set(lane, 2, p.distance(q));
        };
    }

    private static Kernel nested(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.longResults(2);
        return lane -> {
            var p = Point.ofBits(a.get(lane.id()));
            var q = Point.ofBits(b.get(lane.id()));
            var box = Box.around(p, q);
            out.set(lane, 0, box.area());
            out.set(lane, 1, box.with(p.turned()).high().distance(box.low()));
        };
    }

    private static Kernel compactConstructor(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var range = new Range(a.get(lane.id()), b.get(lane.id()));
            out.set(lane, 0, range.low());
            out.set(lane, 1, range.span());
        };
    }

    private static Kernel constructors(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var p = new Point(a.get(lane.id()));
            var q = Point.ofBits(p.x()).plus(Point.ORIGIN);
            out.set(lane, 0, p.distance(Point.ORIGIN));
            out.set(lane, 1, q.distance(p));
        };
    }

    private static Kernel loop(Workspace workspace) {
        var a = workspace.ints();
        var counts = workspace.intResults(2);
        var sums = workspace.longResults(1);
        return lane -> {
            var tally = new Tally(0, 0, false);
            for (int bits = a.get(lane.id()); bits != 0; bits >>>= 1) {
                if ((bits & 1) != 0) {
                    tally = tally.plus(bits);
                }
            }
            counts.set(lane, 0, tally.count());
            counts.set(lane, 1, tally.negative() ? 1 : 0);
            sums.set(lane, 0, tally.sum());
        };
    }

    private static Kernel nestedLoop(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.longResults(1);
        return lane -> {
            var box = Box.around(new Point(1), Point.ORIGIN);
            var walker = Point.ofBits(a.get(lane.id()));
            for (int step = 0; step < 10; step++) {
                walker = (walker.x() & 1) == 0 ? walker.turned() : walker.plus(box.high());
                if (walker.distance(box.low()) > 100) {
                    box = box.with(walker);
                }
            }
            out.set(lane, 0, box.area());
        };
    }

    private static Kernel swap(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            var p = new Point(a.get(lane.id()), 1);
            var q = new Point(b.get(lane.id()), 2);
            for (int i = 0; i < (lane.id() & 7); i++) {
                var previous = p;
                p = q;
                q = previous.plus(p);
            }
            out.set(lane, 0, p.x());
            out.set(lane, 1, p.y());
            out.set(lane, 2, q.x());
            out.set(lane, 3, q.y());
        };
    }

    record Complex(double re, double im) {
        Complex squaredPlus(Complex c) {
            return new Complex(re * re - im * im + c.re, 2 * re * im + c.im);
        }

        double norm() {
            return re * re + im * im;
        }
    }

    private static Kernel complexNumbers(Workspace workspace) {
        var a = workspace.ints();
        var iterations = workspace.intResults(1);
        var norms = workspace.doubleResults(1);
        return lane -> {
            int x = a.get(lane.id());
            var c = new Complex((x & 255) / 100.0 - 2, (x >> 8 & 255) / 128.0 - 1);
            var z = new Complex(0, 0);
            int n = 0;
            while (n < 40 && z.norm() < 4) {
                z = z.squaredPlus(c);
                n++;
            }
            iterations.set(lane, 0, n);
            norms.set(lane, 0, z.norm());
        };
    }

    private static Kernel shared(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            var p = new Point(a.get(lane.id()), b.get(lane.id()));
            var q = (lane.id() & 1) == 0 ? p : new Point(b.get(lane.id()), 5);
            var r = q.plus(p);
            out.set(lane, 0, p.x());
            out.set(lane, 1, q.x());
            out.set(lane, 2, q.y());
            out.set(lane, 3, r.distance(q));
        };
    }

    private static Kernel nullState(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            @Nullable Range widest = null;
            for (int i = 0; i < 8; i++) {
                var range = new Range(x >> i & 255, y >> i & 255);
                if (widest == null || range.span() > widest.span()) {
                    widest = range;
                }
                if (i == (lane.id() & 15)) {
                    widest = null;
                }
            }
            out.set(lane, 0, widest == null ? -1 : widest.low() * 1000 + widest.high());
        };
    }

    private static Kernel deconstruction(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            Object box = Box.around(Point.ofBits(a.get(lane.id())), Point.ofBits(b.get(lane.id())));
            if (box instanceof Box(Point(int left, int bottom), Point high) && left < high.x()) {
                out.set(lane, 0, left * 31 + bottom ^ high.y());
            }
        };
    }
}
