package dev.warpbroker.conformance;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels that fail, each in one lane only, and kernels that hang. */
final class FaultCases {
    static final String FEATURE = "faults";

    private static final String NEVER = "a flag that nobody raises";

    private FaultCases() {}

    static List<Case> cases() {
        return List.of(
                Failure.withMessage("exception with a message", IllegalStateException.class, FaultCases::thrown),
                Failure.withMessage(
                        "exception without a message", UnsupportedOperationException.class, FaultCases::bare),
                Failure.withMessage(
                        "exception from inlined calls", IllegalArgumentException.class, FaultCases::inlined),
                Failure.withMessage("exception of the user's own class", Overflow.class, FaultCases::ownException),
                Failure.of("int division by zero", ArithmeticException.class, FaultCases::intDivision),
                Failure.of("long remainder by zero", ArithmeticException.class, FaultCases::longRemainder),
                Failure.of("index of a local array", ArrayIndexOutOfBoundsException.class, FaultCases::localIndex),
                Failure.withBoundsChecks(
                        "index of memory, read", ArrayIndexOutOfBoundsException.class, FaultCases::read),
                Failure.withBoundsChecks(
                        "index of memory, write", ArrayIndexOutOfBoundsException.class, FaultCases::write),
                Failure.withBoundsChecks(
                        "index of memory, negative and atomic",
                        ArrayIndexOutOfBoundsException.class,
                        FaultCases::atomic),
                Failure.of("index of a captured text", StringIndexOutOfBoundsException.class, FaultCases::textIndex),
                Failure.of("cast to the wrong class", ClassCastException.class, FaultCases::cast),
                Failure.of("call on null", NullPointerException.class, FaultCases::nullReceiver),
                Failure.of("switch over null", NullPointerException.class, FaultCases::nullSwitch),
                new Case(
                        "wait without end is cancelled",
                        FEATURE,
                        false,
                        new Hang(Grid.threads(2), NEVER, FaultCases::hang)));
    }

    private static Kernel thrown(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            if (lane.id() == 37) {
                throw new IllegalStateException("lane 37 was told to fail");
            }
            out.set(lane, 0, lane.id());
        };
    }

    private static Kernel textIndex(Workspace workspace) {
        var out = workspace.intResults(1);
        String text = "abc";
        return lane -> {
            if (lane.id() == 21) {
                out.set(lane, 0, text.charAt(9));
            }
        };
    }

    private static Kernel bare(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            if (lane.id() == 63) {
                throw new UnsupportedOperationException();
            }
            out.set(lane, 0, lane.id());
        };
    }

    record Size(int value) {
        Size {
            if (value < 0) {
                throw new IllegalArgumentException("negative size");
            }
        }

        Size minus(int amount) {
            return new Size(value - amount);
        }
    }

    private static Kernel inlined(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            var size = new Size(62).minus(lane.id());
            out.set(lane, 0, size.value());
        };
    }

    /** Thrown by a user's kernel. */
    static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        Overflow(String what) {
            super(what);
        }
    }

    private static Kernel ownException(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            if (lane.id() == 5) {
                throw new Overflow("the fifth");
            }
            out.set(lane, 0, 1);
        };
    }

    private static Kernel intDivision(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int divisor = lane.id() - 20;
            int quotient = 1000 / divisor;
            out.set(lane, 0, quotient);
        };
    }

    private static Kernel longRemainder(Workspace workspace) {
        var out = workspace.longResults(1);
        return lane -> {
            long divisor = lane.id() - 20L;
            long remainder = Long.MAX_VALUE % divisor;
            out.set(lane, 0, remainder);
        };
    }

    private static Kernel localIndex(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int[] cells = new int[63];
            cells[lane.id()] = 1;
            out.set(lane, 0, cells[0]);
        };
    }

    private static Kernel read(Workspace workspace) {
        var a = workspace.ints(new int[63]);
        var out = workspace.intResults(1);
        return lane -> {
            int value = a.get(lane.id());
            out.set(lane, 0, value);
        };
    }

    private static Kernel write(Workspace workspace) {
        var a = workspace.doubles(new double[63]);
        return lane -> a.set(lane.id(), 0.5);
    }

    private static Kernel atomic(Workspace workspace) {
        var a = workspace.longs(new long[64]);
        return lane -> a.getAndAddRelaxed(lane.id() - 1, 5);
    }

    sealed interface Job {
        record Read(int from) implements Job {}

        record Write(int to) implements Job {}

        static Job of(int id) {
            return id == 11 ? new Write(id) : new Read(id);
        }
    }

    private static Kernel cast(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            var job = Job.of(lane.id());
            var read = (Job.Read) job;
            out.set(lane, 0, read.from());
        };
    }

    private static @Nullable Job jobUnlessTwelve(int id) {
        return id == 12 ? null : Job.of(id);
    }

    @SuppressWarnings("NullAway") // The dereference of null is the point.
    private static Kernel nullReceiver(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            Size size = lane.id() == 9 ? null : new Size(lane.id());
            out.set(lane, 0, size.value());
        };
    }

    @SuppressWarnings("NullAway") // The switch over null is the point.
    private static Kernel nullSwitch(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            Job job = jobUnlessTwelve(lane.id());
            switch (job) {
                case Job.Read read -> out.set(lane, 0, read.from());
                case Job.Write write -> out.set(lane, 0, -write.to());
            }
        };
    }

    private static Kernel hang(Workspace workspace) {
        var flag = workspace.ints(0);
        var rounds = workspace.ints(0);
        return lane -> {
            var backoff = new Backoff();
            while (flag.getAcquire(0) == 0) {
                rounds.getAndAddRelaxed(0, 1); // a simulator that sees nothing change calls it a deadlock at once
                backoff.pause(NEVER);
            }
        };
    }
}
