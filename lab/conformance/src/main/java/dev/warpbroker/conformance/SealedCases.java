package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sealed interfaces of records: values whose class is known at run time only. */
final class SealedCases {
    private static final String FEATURE = "sealed types";

    private SealedCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("switch over types", FEATURE, SealedCases::typeSwitch),
                Agreement.of("switch with record patterns and guards", FEATURE, SealedCases::recordPatterns),
                Agreement.of("switch with nested record patterns", FEATURE, SealedCases::nestedPatterns),
                Agreement.of("switch with a null case", FEATURE, SealedCases::nullCase),
                Agreement.of("loop that carries a sealed value", FEATURE, SealedCases::loop),
                Agreement.of("method call on a sealed value", FEATURE, SealedCases::virtualCall),
                Agreement.of("default method of a sealed interface", FEATURE, SealedCases::defaultMethod),
                Agreement.of("instanceof patterns", FEATURE, SealedCases::instanceOf),
                Agreement.of("sealed value as a record component", FEATURE, SealedCases::component),
                Agreement.of("generic sealed result", FEATURE, SealedCases::genericResult));
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

    private static Kernel typeSwitch(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.longResults(1);
        return lane -> {
            long result = switch (Task.decode(a.get(lane.id()))) {
                case Task.Add add -> add.amount() + 1;
                case Task.Scale scale -> (long) scale.amount() * scale.factor();
                case Task.Wide wide -> wide.bits() ^ (long) wide.weight();
                case Task.Stop _ -> -7;
            };
            out.set(lane, 0, result);
        };
    }

    private static Kernel recordPatterns(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.longResults(1);
        return lane -> {
            long result = switch (Task.decode(a.get(lane.id()))) {
                case Task.Add(int amount) when amount > 1000 -> amount;
                case Task.Add(int amount) -> -amount;
                case Task.Scale(int amount, int factor) when (amount & 1) == 0 -> (long) amount * factor;
                case Task.Scale scale when scale.amount() < 0 -> 1;
                case Task.Scale _ -> 2;
                case Task.Wide(long bits, double weight) -> weight > 0 ? bits : ~bits;
                case Task.Stop() -> 3;
            };
            out.set(lane, 0, result);
        };
    }

    record Point(int x, int y) {}

    sealed interface Shape {
        record Segment(Point from, Point to) implements Shape {}

        record Disc(Point centre, int radius) implements Shape {}
    }

    private static Kernel nestedPatterns(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            var p = new Point(a.get(lane.id()), b.get(lane.id()));
            Shape shape = (p.x() & 1) == 0 ? new Shape.Segment(p, new Point(p.y(), 1)) : new Shape.Disc(p, p.y() & 255);
            int result = switch (shape) {
                case Shape.Segment(Point(int x, int y), Point(int toX, int toY)) when x < toX -> x + y - toY;
                case Shape.Segment(Point from, var to) -> from.y() ^ to.x();
                case Shape.Disc(Point(var x, int _), int radius) -> x * radius;
            };
            out.set(lane, 0, result);
        };
    }

    private static Kernel nullCase(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            @Nullable Shape shape = x < 0 ? null : x > 100 ? new Shape.Disc(new Point(x, x), 1) : segment(x);
            int result = switch (shape) {
                case null -> -1;
                case Shape.Segment segment -> segment.to().y();
                case Shape.Disc disc -> disc.radius();
            };
            out.set(lane, 0, result);
        };
    }

    private static Shape segment(int x) {
        return new Shape.Segment(new Point(0, 0), new Point(x, x * 2));
    }

    private static Kernel loop(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int sum = 0;
            Task task = new Task.Add(a.get(lane.id()));
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
            out.set(lane, 0, sum);
        };
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

    private static Kernel virtualCall(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            var surface = surface(a.get(lane.id()));
            int sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += surface.weight(i);
            }
            out.set(lane, 0, sum);
        };
    }

    private static Kernel defaultMethod(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> out.set(lane, 0, surface(a.get(lane.id())).weightTwice(lane.id()));
    }

    private static Kernel instanceOf(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var task = Task.decode(a.get(lane.id()));
            out.set(lane, 0, task instanceof Task.Scale scale && scale.amount() > 10 ? scale.factor() : 1);
            out.set(lane, 1, !(task instanceof Task.Add add) ? 5 : add.amount());
        };
    }

    record Step(Task task, int age) {
        Step next(int word) {
            return new Step(task instanceof Task.Stop ? task : Task.decode(word), age + 1);
        }
    }

    private static Kernel component(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int word = a.get(lane.id());
            var step = new Step(new Task.Add(1), 0);
            while (step.age() < 5) {
                step = step.next(word >> step.age());
            }
            out.set(lane, 0, step.task() instanceof Task.Stop ? 1 : 0);
            out.set(lane, 1, step.task() instanceof Task.Scale(int amount, int _) ? amount : -1);
        };
    }

    sealed interface Result<T> {
        record Found<T>(T value) implements Result<T> {}

        record Missing<T>(int reason) implements Result<T> {}
    }

    private static Result<Integer> halve(int x) {
        return (x & 1) == 0 ? new Result.Found<>(x / 2) : new Result.Missing<>(x);
    }

    private static Kernel genericResult(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int result = switch (halve(a.get(lane.id()))) {
                case Result.Found<Integer>(Integer value) -> value + 1;
                case Result.Missing<Integer> missing -> -missing.reason();
            };
            out.set(lane, 0, result);
        };
    }
}
