package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.LaunchStoppedException;
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
public final class InterleavedRuns {
    private final Device device;
    private final MeasuringEffort effort;

    /** Why contenders were left out, by their labels. */
    private final Map<String, String> leftOut = new HashMap<>();

    public InterleavedRuns(Device device, MeasuringEffort effort) {
        this.device = device;
        this.effort = effort;
    }

    /** One contender at one size. */
    private static final class Row {
        final Contender contender;
        final List<Long> nanos = new ArrayList<>();
        Checked checked = Checked.NOT;
        long spent;

        /** What it came to, if it repeats its work itself. */
        @Nullable
        Timing sampled;

        @Nullable
        String skipped;

        Row(Contender contender) {
            this.contender = contender;
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

    /**
     * Measures contenders, and closes them.
     *
     * @param size what is the same for all of them, in words; it may be empty
     * @return a timing for each
     */
    public List<Timing> measure(List<? extends Contender> contenders, String size, Progress progress) {
        var rows = new ArrayList<Row>();
        for (var contender : contenders) {
            var row = new Row(contender);
            row.skipped = leftOut.get(contender.label());
            rows.add(row);
        }
        for (var row : rows) {
            progress.at(words(row, size));
            attempt(row, size, () -> {
                row.sampled = row.contender.sampled();
                if (row.sampled == null) {
                    probe(row, size);
                }
            });
            progress.step();
        }
        var repeated = rows.stream().filter(row -> row.sampled == null).toList();
        if (effort.check()) {
            for (var row : repeated) {
                progress.at("checking " + words(row, size));
                attempt(row, size, () -> row.checked = row.contender.check(effort.cancelAfter()));
                progress.step();
            }
        }
        time(repeated, size, progress);
        rows.forEach(InterleavedRuns::close);
        return rows.stream().map(Row::timing).toList();
    }

    private static String words(Row row, String size) {
        return size.isEmpty() ? row.contender.label() : row.contender.label() + ", " + size;
    }

    private void attempt(Row row, String size, Runnable work) {
        if (row.skipped != null) {
            return;
        }
        try {
            work.run();
        } catch (LaunchStoppedException stopped) {
            leaveOut(row, size, firstLine(stopped));
            row.checked = row.checked.with(
                    "cancelledAfterSeconds", effort.cancelAfter().toMillis() / 1e3);
        } catch (IllegalArgumentException | TaskOverflowException | DeviceMemoryException refused) {
            // The grid: lanes that wait for each other must all be resident, and registers limit how many can be. Or
            // there are more tasks than a scheduler has room for, or the structure is too large for the device.
            leaveOut(row, size, firstLine(refused));
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
            fail(row, failure);
        }
    }

    /** At other sizes it gets another chance. */
    private static void fail(Row row, Throwable failure) {
        String reason = FailureReason.of(failure);
        row.skipped = reason;
        row.checked = row.checked.with(CheckResult.failed(reason));
    }

    private static void close(Row row) {
        try {
            row.contender.close();
        } catch (RuntimeException failure) {
            // What a row that failed has left behind may be beyond closing.
            if (row.skipped == null) {
                fail(row, failure);
            }
        }
    }

    private void leaveOut(Row row, String size, String reason) {
        row.skipped = reason;
        leftOut.put(row.contender.label(), "left out since " + size + ": " + reason);
    }

    /**
     * The first run, which compiles the kernel: not for its time, unless it takes so long that it will be the only one.
     */
    private void probe(Row row, String size) {
        device.timeKernelsAlone(true);
        try {
            tooLong(row, size, row.contender.run(effort.cancelAfter()));
        } finally {
            device.timeKernelsAlone(false);
        }
    }

    private boolean tooLong(Row row, String size, long nanos) {
        if (nanos <= effort.limit().toNanos()) {
            return false;
        }
        row.nanos.add(nanos);
        leaveOut(
                row,
                size,
                "a run took " + Quantity.time((double) nanos) + ", longer than the limit of "
                        + Quantity.time((double) effort.limit().toNanos()));
        return true;
    }

    private void time(List<Row> rows, String size, Progress progress) {
        device.timeKernelsAlone(true);
        try {
            int first = -Math.max(0, effort.warmUps() - 1);
            for (int repetition = first; repetition < effort.repetitions(); repetition++) {
                boolean counts = repetition >= 0;
                for (var row : rows) {
                    if (row.spent <= effort.limit().toNanos()) {
                        progress.at(words(row, size));
                        attempt(row, size, () -> repeat(row, size, counts));
                    }
                    progress.step();
                }
            }
        } finally {
            device.timeKernelsAlone(false);
        }
    }

    private void repeat(Row row, String size, boolean counts) {
        long nanos = row.contender.run(effort.cancelAfter());
        if (!tooLong(row, size, nanos) && counts) {
            row.nanos.add(nanos);
            row.spent += nanos;
        }
    }

    /** {@return what happened, without where} */
    private static String firstLine(Exception exception) {
        return String.valueOf(exception.getMessage()).lines().findFirst().orElse("");
    }
}
