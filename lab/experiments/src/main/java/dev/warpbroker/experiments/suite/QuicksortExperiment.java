package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.sort.DeviceSort;
import dev.warpbroker.examples.tree.EngineName;
import dev.warpbroker.examples.tree.Quicksort;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.structures.Granularity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Experiment {@code quicksort}: random numbers sorted by tasks of blocks and warps. Operations are elements. */
final class QuicksortExperiment extends Sweep {
    private static final Axis<Integer> ELEMENTS = Axis.numbers("elements", "--elements", "N", "Numbers to sort.")
            .jvm(10_000_000)
            .simulator(1_000)
            .gpu(100_000, 1_000_000, 10_000_000)
            .atLeast(1, "elements");

    private static final Axis<Integer> WORKERS = Axis.oneNumberOfThreads(
                    "workers", "this experiment takes one number of workers")
            .presets(0, 2, 0);

    private static final Axis<Sort> SORT = Axis.fixed("sort", Sort.values()).structure();

    /** Most elements for which tasks of single lanes are measured as well: the first of them splits all alone. */
    private static final int MAX_BY_LANES = 100_000;

    /** The sorting algorithms. */
    private enum Sort {
        /** Tasks of blocks and warps. */
        COOPERATIVE("cooperative"),
        /** Tasks of lanes. */
        FORK_JOIN("fork-join"),
        /** Java's sort by many threads. */
        PARALLEL_SORT("Arrays.parallelSort"),
        /** Java's sort by one thread. */
        SORT("Arrays.sort");

        private final String label;

        Sort(String label) {
            this.label = label;
        }

        boolean isJava() {
            return this == PARALLEL_SORT || this == SORT;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    QuicksortExperiment() {
        super(
                "quicksort",
                "Quicksort of random numbers by tasks of blocks and warps (cooperative) and, if there are few, by"
                        + " tasks of lanes with fork and join; on the JVM also Java's own sorts.",
                "--threads is the number of workers: blocks, and warps of fork and join.");
        measure(Loops.stages(ELEMENTS).rows(SORT));
        settings(WORKERS);
        shows(WORKERS);
        effort(new Effort(10, 10, 20), new Effort(1, 1, 60), new Effort(10, 2, 10));
        columns(Column.timed(
                List.of(
                        Column.number(
                                "elements",
                                row -> Quantity.count((long) ELEMENTS.field().number(row))),
                        Column.text(SORT)),
                Column.rate("elements")));
    }

    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        var sort = row.get(SORT);
        return sort.isJava()
                ? DeviceKind.of(device.properties()) == DeviceKind.JVM
                : sort != Sort.FORK_JOIN || row.get(ELEMENTS) <= MAX_BY_LANES;
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        int[] elements = new SplittableRandom(1).ints(shared.get(ELEMENTS)).toArray();
        int workers = shared.get(WORKERS);
        return new Stage(_ -> elements.length, row -> switch (row.get(SORT)) {
            case COOPERATIVE -> byTasks(DeviceSort.quicksort(device, elements, workers), elements);
            case FORK_JOIN -> {
                var work = new Quicksort(device, elements, Quicksort.USUAL_SMALL);
                var engine = EngineName.FORK_JOIN.engine(Granularity.THREAD, workers, 0);
                yield TreeContender.of(device, work, engine, _ -> {}).closing(work::close);
            }
            case PARALLEL_SORT -> byJava(Arrays::parallelSort, elements);
            case SORT -> byJava(Arrays::sort, elements);
        });
    }

    private static Contender byTasks(DeviceSort sort, int[] elements) {
        return new Contender(
                _ -> sort.sort().elapsed(),
                _ -> {
                    sort.sort();
                    return checked(sort.result(), elements);
                },
                sort::close);
    }

    /** A sort of the JDK, on the host. */
    private static Contender byJava(Consumer<int[]> sort, int[] elements) {
        int[] copy = elements.clone();
        Contender.Run run = _ -> {
            System.arraycopy(elements, 0, copy, 0, copy.length);
            long start = System.nanoTime();
            sort.accept(copy);
            return Duration.ofNanos(System.nanoTime() - start);
        };
        return new Contender(run, limit -> {
            run.within(limit);
            return checked(copy, elements);
        });
    }

    private static Checked checked(int[] result, int[] elements) {
        int[] expected = elements.clone();
        Arrays.sort(expected);
        int mismatch = Arrays.mismatch(expected, result);
        return Checked.of("sorted", mismatch < 0, mismatch < 0 ? "" : "element " + mismatch + " is not in its place");
    }
}
