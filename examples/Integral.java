import dev.warpbroker.device.*;
import dev.warpbroker.tasks.*;

/*
 * An integral by tasks that spawn tasks. A task is an interval. Where Simpson's rule is exact enough the task adds to
 * the sum; otherwise it spawns its halves. How many tasks there will be depends on the function; the run ends when none
 * is left.
 *
 * Run it with: ./warpbroker java examples/Integral.java
 */

static final double TOLERANCE = 1e-9;

record Interval(double from, double to) {
    double middle() {
        return (from + to) / 2;
    }

    double simpson() {
        return (to - from) / 6 * (Math.sqrt(from) + 4 * Math.sqrt(middle()) + Math.sqrt(to));
    }

    Interval left() {
        return new Interval(from, middle());
    }

    Interval right() {
        return new Interval(middle(), to);
    }
}

void main() {
    try (var device = Device.open();
            var scheduler = Scheduler.on(device, Layout.of(Interval.class));
            var sum = device.doubles(1)) {
        var report = scheduler.run(List.of(new Interval(0, 1)), (interval, tasks) -> {
            double fine = interval.left().simpson() + interval.right().simpson();
            if (Math.abs(fine - interval.simpson()) <= TOLERANCE) {
                sum.getAndAdd(0, fine);
            } else {
                tasks.spawn(interval.left());
                tasks.spawn(interval.right());
            }
        });
        double integral = sum.copyOut()[0];
        if (Math.abs(integral - 2.0 / 3) > 1e-7) {
            throw new AssertionError("the integral is " + integral + "; must be 2/3");
        }
        IO.println("on " + device + ":");
        IO.println(report.executed() + " tasks"); // 119 tasks
        IO.println("integral " + Math.round(integral * 1e6) / 1e6); // integral 0.666667
    }
}
