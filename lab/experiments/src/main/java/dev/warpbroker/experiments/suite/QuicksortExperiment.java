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
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.Granularity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Experiment {@code quicksort}: random numbers sorted by tasks of blocks and warps. Operations are elements. */
final class QuicksortExperiment extends Sweep {
    private static final Axis<Integer> ELEMENTS = Axis.of(
                    "elements", Option.numbers("--elements", "N", "Numbers to sort."))
            .jvm(10_000_000)
            .simulator(1_000)
            .gpu(100_000, 1_000_000, 10_000_000)
            .atLeast(1, "elements");

    private static final Axis<Integer> WORKERS = Axis.oneNumberOfThreads(
                    "workers", "this experiment takes one number of workers")
            .jvm(0)
            .simulator(2)
            .gpu(0);

    private static final Axis<Sort> SORT = Axis.fixed("sort", Sort.values()).structure();

    /** Most elements for which tasks of single lanes are measured as well: the first of them splits all alone. */
    private static final int MAX_BY_LANES = 100_000;

    /** What sorts. */
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
        effort(new Effort(10, 10, 20), new Effort(1, 1, 60), new Effort(10, 2, 10));
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
        return new Numbers(
                device, new SplittableRandom(1).ints(shared.get(ELEMENTS)).toArray(), shared.get(WORKERS));
    }

    private static final class Numbers implements Stage {
        private final Device device;
        private final int[] elements;
        private final int workers;

        Numbers(Device device, int[] elements, int workers) {
            this.device = device;
            this.elements = elements;
            this.workers = workers;
        }

        @Override
        public long operations(Point row) {
            return elements.length;
        }

        @Override
        public Contender contender(Point row) {
            return switch (row.get(SORT)) {
                case COOPERATIVE -> byTasks(DeviceSort.quicksort(device, elements, workers));
                case FORK_JOIN -> byLanes(new Quicksort(device, elements, Quicksort.USUAL_SMALL));
                case PARALLEL_SORT -> byJava(Arrays::parallelSort);
                case SORT -> byJava(Arrays::sort);
            };
        }

        private Work byTasks(DeviceSort sort) {
            return new Work(
                    _ -> sort.sort().elapsed(),
                    _ -> {
                        sort.sort();
                        return checked(sort.result());
                    },
                    sort::close);
        }

        private Work byLanes(Quicksort work) {
            var sort = TreeContender.of(device, work, EngineName.FORK_JOIN.engine(Granularity.THREAD, workers, 0));
            return new Work(sort.run(), sort.check(), () -> {
                sort.close();
                work.close();
            });
        }

        /** A sort of the JDK, on the host. */
        private Work byJava(Consumer<int[]> sort) {
            int[] copy = elements.clone();
            return new Work(_ -> timed(sort, copy), _ -> {
                timed(sort, copy);
                return checked(copy);
            });
        }

        private Duration timed(Consumer<int[]> sort, int[] copy) {
            System.arraycopy(elements, 0, copy, 0, copy.length);
            long start = System.nanoTime();
            sort.accept(copy);
            return Duration.ofNanos(System.nanoTime() - start);
        }

        private Checked checked(int[] result) {
            int[] expected = elements.clone();
            Arrays.sort(expected);
            int mismatch = Arrays.mismatch(expected, result);
            return new Checked(List.of(new CheckResult(
                    "sorted", mismatch < 0, mismatch < 0 ? "" : "element " + mismatch + " is not in its place")));
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
        return List.of(
                Column.number(
                        "elements",
                        row -> Quantity.count((long) ELEMENTS.field().number(row))),
                Column.text(SORT),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("elements"),
                Column.CHECK);
    }
}
