package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records made in a kernel: values that live in registers. */
final class RecordCases {
    private static final String FEATURE = "records";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            Agreement.of("accessors and methods", FEATURE, RecordCases::methods),
            SAMPLES.ints("nested records", 2, (x, y, out) -> {
                var p = Point.ofBits(x);
                var q = Point.ofBits(y);
                var box = Box.around(p, q);
                out.put(box.area());
                out.put(box.with(p.turned()).high().distance(box.low()));
            }),
            SAMPLES.ints("compact constructor that branches", 2, (x, y, out) -> {
                var range = new Range(x, y);
                out.put(range.low());
                out.put(range.span());
            }),
            SAMPLES.ints("several constructors and factories", 2, (a, _, out) -> {
                var p = new Point(a);
                var q = Point.ofBits(p.x()).plus(Point.ORIGIN);
                out.put(p.distance(Point.ORIGIN));
                out.put(q.distance(p));
            }),
            SAMPLES.ints("loop that carries a record", 3, (x, _, out) -> {
                var tally = new Tally(0, 0, false);
                for (int bits = x; bits != 0; bits >>>= 1) {
                    if ((bits & 1) != 0) {
                        tally = tally.plus(bits);
                    }
                }
                out.put(tally.count());
                out.put(tally.negative() ? 1 : 0);
                out.put(tally.sum());
            }),
            SAMPLES.ints("loop that carries nested records", 1, (a, _, out) -> {
                var box = Box.around(new Point(1), Point.ORIGIN);
                var walker = Point.ofBits(a);
                for (int step = 0; step < 10; step++) {
                    walker = (walker.x() & 1) == 0 ? walker.turned() : walker.plus(box.high());
                    if (walker.distance(box.low()) > 100) {
                        box = box.with(walker);
                    }
                }
                out.put(box.area());
            }),
            SAMPLES.ints("loop that swaps two records", 4, (a, b, out) -> {
                var p = new Point(a, 1);
                var q = new Point(b, 2);
                for (int i = 0; i < (out.id() & 7); i++) {
                    var previous = p;
                    p = q;
                    q = previous.plus(p);
                }
                out.put(p.x());
                out.put(p.y());
                out.put(q.x());
                out.put(q.y());
            }),
            SAMPLES.ints("records of float and double", 2, (x, _, out) -> {
                var c = new Complex((x & 255) / 100.0 - 2, (x >> 8 & 255) / 128.0 - 1);
                var z = new Complex(0, 0);
                int n = 0;
                while (n < 40 && z.norm() < 4) {
                    z = z.squaredPlus(c);
                    n++;
                }
                out.put(n);
                out.put(z.norm());
            }),
            SAMPLES.ints("record shared on one path only", 4, (a, b, out) -> {
                var p = new Point(a, b);
                var q = (out.id() & 1) == 0 ? p : new Point(b, 5);
                var r = q.plus(p);
                out.put(p.x());
                out.put(q.x());
                out.put(q.y());
                out.put(r.distance(q));
            }),
            SAMPLES.ints("loop state that starts as null", 1, (x, y, out) -> {
                @Nullable Range widest = null;
                for (int i = 0; i < 8; i++) {
                    var range = new Range(x >> i & 255, y >> i & 255);
                    if (widest == null || range.span() > widest.span()) {
                        widest = range;
                    }
                    if (i == (out.id() & 15)) {
                        widest = null;
                    }
                }
                out.put(widest == null ? -1 : widest.low() * 1000 + widest.high());
            }),
            SAMPLES.ints("record patterns without a switch", 1, (a, b, out) -> {
                Object box = Box.around(Point.ofBits(a), Point.ofBits(b));
                if (box instanceof Box(Point(int left, int bottom), Point high) && left < high.x()) {
                    out.put(left * 31 + bottom ^ high.y());
                }
            }));

    private RecordCases() {}

    static List<Case> cases() {
        return CASES;
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

    record Complex(double re, double im) {
        Complex squaredPlus(Complex c) {
            return new Complex(re * re - im * im + c.re, 2 * re * im + c.im);
        }

        double norm() {
            return re * re + im * im;
        }
    }
}
