package dev.warpbroker.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sealed interfaces of records: values whose class is known at run time only. */
final class SealedCases {
    private static final Samples SAMPLES = new Samples("sealed types");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("switch over types", 1, (x, _, out) -> {
                long result = switch (Task.decode(x)) {
                    case Task.Add add -> add.amount() + 1;
                    case Task.Scale scale -> (long) scale.amount() * scale.factor();
                    case Task.Wide wide -> wide.bits() ^ (long) wide.weight();
                    case Task.Stop _ -> -7;
                };
                out.put(result);
            }),
            SAMPLES.ints("switch with record patterns and guards", 1, (x, _, out) -> {
                long result = switch (Task.decode(x)) {
                    case Task.Add(int amount) when amount > 1000 -> amount;
                    case Task.Add(int amount) -> -amount;
                    case Task.Scale(int amount, int factor) when (amount & 1) == 0 -> (long) amount * factor;
                    case Task.Scale scale when scale.amount() < 0 -> 1;
                    case Task.Scale _ -> 2;
                    case Task.Wide(long bits, double weight) -> weight > 0 ? bits : ~bits;
                    case Task.Stop() -> 3;
                };
                out.put(result);
            }),
            SAMPLES.ints("switch with nested record patterns", 1, (a, b, out) -> {
                var p = new Point(a, b);
                Shape shape =
                        (p.x() & 1) == 0 ? new Shape.Segment(p, new Point(p.y(), 1)) : new Shape.Disc(p, p.y() & 255);
                int result = switch (shape) {
                    case Shape.Segment(Point(int x, int y), Point(int toX, int toY)) when x < toX -> x + y - toY;
                    case Shape.Segment(Point from, var to) -> from.y() ^ to.x();
                    case Shape.Disc(Point(var x, int _), int radius) -> x * radius;
                };
                out.put(result);
            }),
            SAMPLES.ints("switch with a null case", 1, (x, _, out) -> {
                @Nullable Shape shape = x < 0 ? null : x > 100 ? new Shape.Disc(new Point(x, x), 1) : segment(x);
                int result = switch (shape) {
                    case null -> -1;
                    case Shape.Segment segment -> segment.to().y();
                    case Shape.Disc disc -> disc.radius();
                };
                out.put(result);
            }),
            SAMPLES.ints("loop that carries a sealed value", 1, (x, _, out) -> {
                int sum = 0;
                Task task = new Task.Add(x);
                for (int i = 0; i < 20 && !(task instanceof Task.Stop); i++) {
                    switch (task) {
                        case Task.Add(int amount) -> {
                            sum += amount;
                            task = new Task.Scale(amount >> 1, i);
                        }
                        case Task.Scale(int amount, int factor) -> {
                            sum ^= amount * factor;
                            task = amount == 0 ? new Task.Stop() : new Task.Add(amount - 1);
                        }
                        case Task.Wide _, Task.Stop _ -> sum++;
                    }
                }
                out.put(sum);
            }),
            SAMPLES.ints("method call on a sealed value", 1, (x, _, out) -> {
                var surface = surface(x);
                int sum = 0;
                for (int i = 0; i < 6; i++) {
                    sum += surface.weight(i);
                }
                out.put(sum);
            }),
            SAMPLES.ints(
                    "default method of a sealed interface",
                    1,
                    (x, _, out) -> out.put(surface(x).weightTwice(out.id()))),
            SAMPLES.ints("instanceof patterns", 2, (x, _, out) -> {
                var task = Task.decode(x);
                out.put(task instanceof Task.Scale scale && scale.amount() > 10 ? scale.factor() : 1);
                out.put(!(task instanceof Task.Add add) ? 5 : add.amount());
            }),
            SAMPLES.ints("sealed value as a record component", 2, (word, _, out) -> {
                var step = new Step(new Task.Add(1), 0);
                while (step.age() < 5) {
                    step = step.next(word >> step.age());
                }
                out.put(step.task() instanceof Task.Stop ? 1 : 0);
                out.put(step.task() instanceof Task.Scale(int amount, int _) ? amount : -1);
            }),
            SAMPLES.ints("generic sealed result", 1, (x, _, out) -> {
                int result = switch (halve(x)) {
                    case Result.Found<Integer>(Integer value) -> value + 1;
                    case Result.Missing<Integer> missing -> -missing.reason();
                };
                out.put(result);
            }));

    private SealedCases() {}

    static List<Case> cases() {
        return CASES;
    }

    sealed interface Task {
        record Add(int amount) implements Task {}

        record Scale(int amount, int factor) implements Task {}

        record Wide(long bits, double weight) implements Task {}

        record Stop() implements Task {}

        static Task decode(int word) {
            return switch (word & 3) {
                case 0 -> new Add(word >>> 2);
                case 1 -> new Scale(word >>> 2, 3);
                case 2 -> new Wide((long) word << 20, word * 0.25);
                default -> new Stop();
            };
        }
    }

    record Point(int x, int y) {}

    sealed interface Shape {
        record Segment(Point from, Point to) implements Shape {}

        record Disc(Point centre, int radius) implements Shape {}
    }

    private static Shape segment(int x) {
        return new Shape.Segment(new Point(0, 0), new Point(x, x * 2));
    }

    sealed interface Surface {
        int weight(int x);

        default int weightTwice(int x) {
            return weight(weight(x));
        }
    }

    record Square(int side) implements Surface {
        @Override
        public int weight(int x) {
            return side * side + x;
        }
    }

    record Ring(int inner, int outer) implements Surface {
        @Override
        public int weight(int x) {
            return outer * outer - inner * inner - x;
        }

        @Override
        public int weightTwice(int x) {
            return weight(x) * 2;
        }
    }

    private static Surface surface(int x) {
        return (x & 2) == 0 ? new Square(x) : new Ring(x & 15, x >> 4);
    }

    record Step(Task task, int age) {
        Step next(int word) {
            return new Step(task instanceof Task.Stop ? task : Task.decode(word), age + 1);
        }
    }

    sealed interface Result<T> {
        record Found<T>(T value) implements Result<T> {}

        record Missing<T>(int reason) implements Result<T> {}
    }

    private static Result<Integer> halve(int x) {
        return (x & 1) == 0 ? new Result.Found<>(x / 2) : new Result.Missing<>(x);
    }
}
