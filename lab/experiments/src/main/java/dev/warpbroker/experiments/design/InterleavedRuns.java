package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.tasks.TaskOverflowException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures contenders in turn: the first repetition of all, then the second of all, so that what drifts (clocks, heat,
 * other load) does the same to each.
 *
 * <p>Some are slower than others by orders of magnitude. One whose run takes longer than the limit is not run again,
 * nor at larger sizes; one that does not even end is cancelled. One whose repetitions have used up the limit together
 * gets no more of them. One that throws something has failed, which its check says; the others go on.
 */
final class InterleavedRuns {
    private final Device device;
    private final MeasuringEffort effort;

    /** Why contenders were left out, by their labels. */
    private final Map<String, String> leftOut = new HashMap<>();

    InterleavedRuns(Device device, MeasuringEffort effort) {
        this.device = device;
        this.effort = effort;
    }

    /**
     * Measures contenders, and ends them.
     *
     * @param size what is the same for all of them, in words; it may be empty
     * @return a timing for each
     */
    List<Timing> measure(List<Entry> entries, String size, Progress progress) {
        var rows = entries.stream().map(entry -> new Row(entry, size, progress)).toList();
        for (var row : rows) {
            row.attempt("", row::begin);
            progress.step();
        }
        var repeated = rows.stream().filter(row -> row.sampled == null).toList();
        if (effort.check()) {
            for (var row : repeated) {
                row.attempt("checking ", row::check);
                progress.step();
            }
        }
        device.timeKernelsAlone(true);
        try {
            int first = -Math.max(0, effort.warmUps() - 1);
            for (int repetition = first; repetition < effort.repetitions(); repetition++) {
                boolean counts = repetition >= 0;
                for (var row : repeated) {
                    if (row.spent <= effort.limit().toNanos()) {
                        row.attempt("", () -> row.repeat(counts));
                    }
                    progress.step();
                }
            }
        } finally {
            device.timeKernelsAlone(false);
        }
        rows.forEach(Row::close);
        return rows.stream().map(Row::timing).toList();
    }

    /** One contender at one size. */
    private final class Row {
        private final Entry entry;
        private final String size;
        private final Progress progress;
        private final List<Long> nanos = new ArrayList<>();
        private Checked checked = Checked.NOT;
        private long spent;

        /**
         * Made when it is first needed: one that is left out needs nothing, and one that cannot be made fails alone.
         */
        private @Nullable Contender made;

        /** The result of a row that repeats its work itself. */
        private @Nullable Timing sampled;

        private @Nullable String skipped;

        Row(Entry entry, String size, Progress progress) {
            this.entry = entry;
            this.size = size;
            this.progress = progress;
            skipped = leftOut.get(entry.label());
        }

        private Contender contender() {
            var contender = made == null ? entry.making().get() : made;
            made = contender;
            return contender;
        }

        void attempt(String what, Runnable work) {
            progress.at(what + entry.label() + (size.isEmpty() ? "" : ", " + size));
            if (skipped != null) {
                return;
            }
            try {
                work.run();
            } catch (LaunchStoppedException stopped) {
                leaveOut(firstLine(stopped));
                checked = checked.with(
                        Map.of("cancelledAfterSeconds", effort.cancelAfter().toMillis() / 1e3));
            } catch (IllegalArgumentException | TaskOverflowException | DeviceMemoryException refused) {
                // The grid: lanes that wait for each other must all be resident, and registers limit how many can be.
                // Or there are more tasks than a scheduler has room for, or the structure is too large for the device.
                leaveOut(firstLine(refused));
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
                fail(failure);
            }
        }

        /** At other sizes it gets another chance. */
        private void fail(Throwable failure) {
            String reason = FailureReason.of(failure);
            skipped = reason;
            checked = checked.with(CheckResult.failed(reason));
        }

        private void leaveOut(String reason) {
            skipped = reason;
            leftOut.put(entry.label(), "left out since " + size + ": " + reason);
        }

        /**
         * The first run, which compiles the kernel: not for its time, unless it takes so long that it will be the only
         * one.
         */
        void begin() {
            var sampling = contender().sampling();
            if (sampling != null) {
                sampled = sampling.get();
                return;
            }
            device.timeKernelsAlone(true);
            try {
                repeat(false);
            } finally {
                device.timeKernelsAlone(false);
            }
        }

        void check() {
            checked = contender().check().apply(effort.cancelAfter());
        }

        void repeat(boolean counts) {
            long time = contender().run().within(effort.cancelAfter()).toNanos();
            boolean isTooLong = time > effort.limit().toNanos();
            if (isTooLong) {
                leaveOut("a run took " + Quantity.time((double) time) + ", longer than the limit of "
                        + Quantity.time((double) effort.limit().toNanos()));
            }
            if (isTooLong || counts) {
                nanos.add(time);
                spent += time;
            }
        }

        void close() {
            try {
                if (made != null) {
                    made.end().run();
                }
            } catch (RuntimeException failure) {
                // A row that failed may leave resources that cannot be closed.
                if (skipped == null) {
                    fail(failure);
                }
            }
        }

        Timing timing() {
            if (sampled != null) {
                return sampled;
            }
            var times = nanos.isEmpty()
                    ? Statistics.none()
                    : Statistics.of(nanos.stream().mapToLong(Long::longValue).toArray());
            return new Timing(times, checked, skipped);
        }
    }

    /** {@return what happened, without where} */
    private static String firstLine(Exception exception) {
        return String.valueOf(exception.getMessage()).lines().findFirst().orElse("");
    }
}
