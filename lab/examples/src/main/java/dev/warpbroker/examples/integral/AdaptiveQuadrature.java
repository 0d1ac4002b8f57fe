package dev.warpbroker.examples.integral;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.GroupTask;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Integrals of functions of one variable. The lanes of a warp evaluate the function at the 15 points of Kronrod's rule, of
 * which 7 are those of Gauss; where the two rules differ by too much, both halves of the interval become tasks. After R.
 * Piessens and others: <i>QUADPACK</i>, 1983.
 *
 * <p>Sums are made in the same order everywhere, so that all devices give the same bits for the same function.
 */
public final class AdaptiveQuadrature implements AutoCloseable {
    /** What is integrated: kernel Java. */
    @FunctionalInterface
    public interface Integrand extends Serializable {
        /** {@return the value at {@code x}} */
        double at(double x);
    }

    /** An interval whose integral is sought. */
    record Interval(double from, double to, int depth) implements GroupTask {
        @Override
        public Granularity width() {
            return Granularity.WARP;
        }
    }

    private static final Layout<Interval> LAYOUT = Layout.of(Interval.class);
    private static final int POINTS = 15;

    /** Room in shared memory for each warp, and warps of a block. */
    private static final int ROOM = 16;

    private static final int WARPS = 8;

    private static final int DEEPEST = 60;
    private static final int MOST = 1 << 16;

    /** The points between -1 and 1. */
    private static final double[] AT = {
        -0.9914553711208126,
        -0.9491079123427585,
        -0.8648644233597691,
        -0.7415311855993945,
        -0.5860872354676911,
        -0.4058451513773972,
        -0.20778495500789848,
        0,
        0.20778495500789848,
        0.4058451513773972,
        0.5860872354676911,
        0.7415311855993945,
        0.8648644233597691,
        0.9491079123427585,
        0.9914553711208126
    };

    private static final double[] KRONROD = {
        0.022935322010529224, 0.06309209262997856,
        0.10479001032225019, 0.14065325971552592,
        0.1690047266392679, 0.19035057806478542,
        0.20443294007529889, 0.20948214108472782,
        0.20443294007529889, 0.19035057806478542,
        0.1690047266392679, 0.14065325971552592,
        0.10479001032225019, 0.06309209262997856,
        0.022935322010529224
    };

    /** For every second point. */
    private static final double[] GAUSS = {
        0.1294849661688697, 0.27970539148927664,
        0.3818300505051189, 0.4179591836734694,
        0.3818300505051189, 0.27970539148927664,
        0.1294849661688697
    };

    private final CooperativeScheduler<Interval> scheduler;
    private final Doubles parts;
    private final Ints count;

    /**
     * Makes what is needed for integrals, one after the other.
     *
     * @param workers number of workers, which are blocks; 0 for as many as the device holds
     */
    public AdaptiveQuadrature(Device device, int workers) {
        scheduler = CooperativeScheduler.on(
                device, LAYOUT, CooperativeScheduler.defaults().withWorkers(Granularity.BLOCK, workers));
        parts = device.doubles(MOST);
        count = device.ints(1);
    }

    /**
     * {@return the integral of a function}
     *
     * @param tolerance how much the result may be wrong, about
     * @throws ArithmeticException if that takes more than 65,536 intervals
     */
    public double integrate(Integrand function, double from, double to, double tolerance) {
        count.fill(0);
        var sums = parts;
        var used = count;
        double density = tolerance / Math.abs(to - from);
        scheduler.run(List.of(new Interval(from, to, 0)), (interval, group) -> {
            double half = (interval.to() - interval.from()) / 2;
            double center = interval.from() + half;
            Doubles values = Lane.current().block().sharedDoubles(WARPS * ROOM);
            int base = group.number() * ROOM;
            for (int i = group.lane(); i < POINTS; i += group.size()) {
                values.set(base + i, function.at(center + half * AT[i]));
            }
            group.barrier();
            if (group.isFirst()) {
                double kronrod = 0;
                double gauss = 0;
                for (int i = 0; i < POINTS; i++) {
                    kronrod += KRONROD[i] * values.get(base + i);
                    gauss += i % 2 == 1 ? GAUSS[i / 2] * values.get(base + i) : 0;
                }
                boolean exact = Math.abs(kronrod - gauss) <= 2 * density;
                if (exact || interval.depth() == DEEPEST) {
                    int number = used.getAndAddRelaxed(0, 1);
                    if (number < MOST) {
                        sums.set(number, kronrod * half);
                    }
                } else {
                    group.spawn(new Interval(interval.from(), center, interval.depth() + 1));
                    group.spawn(new Interval(center, interval.to(), interval.depth() + 1));
                }
            }
        });
        int found = count.copyOut()[0];
        if (found > MOST) {
            throw new ArithmeticException(found + " intervals for a tolerance of " + tolerance + "; the most are "
                    + MOST + ": allow for more, or split the integral");
        }
        double[] all = parts.copyOut(0, found);
        Arrays.sort(all);
        return Arrays.stream(all).sum();
    }

    @Override
    public void close() {
        scheduler.close();
        parts.close();
        count.close();
    }
}
