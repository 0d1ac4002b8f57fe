package dev.warpbroker.examples.integral;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.forkjoin.CooperativeForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.io.Serializable;

/**
 * Integrals of functions that are hard to integrate in few places only. An interval is a task of a warp: each lane sees
 * to one of 32 parts. It takes Simpson's rule over the part and over its halves (W. M. McKeeman, "Algorithm 145:
 * adaptive numerical integration by Simpson's rule", 1962); where these agree the finer one is the lane's part of the
 * result, and where they do not the part becomes a task of its own.
 */
public final class AdaptiveQuadrature implements AutoCloseable {
    private static final int PARTS = 32;
    private static final Layout<Interval> LAYOUT = Layout.of(Interval.class);

    private final CooperativeForkJoin<Interval, Double> forkJoin;

    /** What is integrated: a lambda in kernel Java. */
    @FunctionalInterface
    public interface Integrand extends Serializable {
        /** {@return the function's value} */
        double at(double x);
    }

    /**
     * An interval whose parts are not integrated yet.
     *
     * @param tolerance how much the two rules may differ in a part of it
     */
    public record Interval(double from, double to, double tolerance) implements GroupTask {
        @Override
        public Granularity width() {
            return Granularity.WARP;
        }
    }

    /** Integrals on a device, by as many warps as the options say. */
    public AdaptiveQuadrature(Device device, ForkJoinOptions options) {
        forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.doubles(0, Double::sum), options);
    }

    /**
     * {@return the integral}
     *
     * @param tolerance how much the two rules may differ in the whole interval; a part may have its share of it
     */
    public double integrate(double from, double to, double tolerance, Integrand function) {
        return forkJoin.compute(new Interval(from, to, tolerance), (interval, group) -> {
            double width = (interval.to() - interval.from()) / PARTS;
            double share = interval.tolerance() / PARTS;
            double sum = 0;
            for (int i = group.lane(); i < PARTS; i += group.size()) {
                double left = interval.from() + i * width;
                double right = left + width;
                double middle = left + width / 2;
                double fine = simpson(function, left, middle) + simpson(function, middle, right);
                boolean divisible = left < middle && middle < right;
                if (divisible && Math.abs(fine - simpson(function, left, right)) > share) {
                    group.spawn(new Interval(left, right, share));
                } else {
                    sum += fine;
                }
            }
            group.complete(sum);
        });
    }

    private static double simpson(Integrand function, double from, double to) {
        return (to - from) / 6 * (function.at(from) + 4 * function.at((from + to) / 2) + function.at(to));
    }

    @Override
    public void close() {
        forkJoin.close();
    }
}
