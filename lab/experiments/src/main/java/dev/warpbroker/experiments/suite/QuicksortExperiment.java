package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.sort.DeviceSort;
import dev.warpbroker.examples.tree.EngineName;
import dev.warpbroker.examples.tree.Quicksort;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.Granularity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Experiment {@code quicksort}: random numbers sorted by tasks of blocks and warps. Operations are elements. */
final class QuicksortExperiment implements Experiment {
    private static final Option<List<Integer>> ELEMENTS = Option.numbers("--elements", "N", "Numbers to sort.");

    /** Most elements for which tasks of single lanes are measured as well: the first of them splits all alone. */
    private static final int MAX_BY_LANES = 100_000;

    /** What records say. */
    private static final class Recorded {
        static final Field ELEMENTS = Field.parameter("elements");
        static final Field WORKERS = Field.parameter("workers");
        static final Field WARM_UPS = Field.parameter("warmup");
    }

    @Override
    public String name() {
        return "quicksort";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Quicksort of random numbers by tasks of blocks and warps (cooperative) and, if there are few, by"
                        + " tasks of lanes with fork and join; on the JVM also Java's own sorts.",
                "--threads is the number of workers: blocks, and warps of fork and join.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(ELEMENTS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> trial(device, chosen, 0, List.of(10_000_000), CommonOptions.effort(chosen, 10, 10, 20));
            case SIMULATOR -> trial(device, chosen, 2, List.of(1_000), CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        0,
                        List.of(100_000, 1_000_000, 10_000_000),
                        CommonOptions.effort(chosen, 10, 2, 10));
        };
    }

    private Trial trial(
            Device device, Choices chosen, int presetWorkers, List<Integer> preset, MeasuringEffort effort) {
        int given = CommonOptions.oneNumberOfThreads(
                chosen, Math.max(1, presetWorkers), "this experiment takes one number of workers");
        int workers = chosen.has(CommonOptions.THREADS) ? given : presetWorkers;
        var sizes = chosen.or(ELEMENTS, preset);
        sizes.forEach(size -> MeasuringEffort.requireAtLeast(1, "elements", size));
        boolean java = DeviceKind.of(device.properties()) == DeviceKind.JVM;
        int rows = sizes.stream().mapToInt(size -> sorts(size, java).size()).sum();
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (int size : sizes) {
                int[] elements = new SplittableRandom(1).ints(size).toArray();
                var parameters = Map.ofEntries(
                        Recorded.ELEMENTS.is(size),
                        Recorded.WORKERS.is(workers),
                        Recorded.WARM_UPS.is(effort.warmUps()));
                measuring.startAfresh();
                measuring.record(
                        Quantity.count(size) + " elements",
                        sorts(size, java).stream()
                                .map(sort -> new Entry(
                                        sort.toString(), parameters, size, sort.on(device, elements, workers)))
                                .toList());
            }
        });
    }

    private static List<Sort> sorts(int size, boolean java) {
        var sorts = new ArrayList<>(List.of(Sort.COOPERATIVE));
        if (size <= MAX_BY_LANES) {
            sorts.add(Sort.FORK_JOIN);
        }
        if (java) {
            sorts.add(Sort.PARALLEL_SORT);
            sorts.add(Sort.SORT);
        }
        return sorts;
    }

    /** What sorts. */
    private enum Sort {
        /** Tasks of blocks and warps. */
        COOPERATIVE("cooperative") {
            @Override
            Contender on(Device device, int[] elements, int workers) {
                return new Groups(toString(), device, elements, workers);
            }
        },
        /** Tasks of lanes. */
        FORK_JOIN("fork-join") {
            @Override
            Contender on(Device device, int[] elements, int workers) {
                return new Lanes(device, elements, workers);
            }
        },
        /** Java's sort by many threads. */
        PARALLEL_SORT("Arrays.parallelSort") {
            @Override
            Contender on(Device device, int[] elements, int workers) {
                return new OfJava(toString(), elements, Arrays::parallelSort);
            }
        },
        /** Java's sort by one thread. */
        SORT("Arrays.sort") {
            @Override
            Contender on(Device device, int[] elements, int workers) {
                return new OfJava(toString(), elements, Arrays::sort);
            }
        };

        private final String label;

        Sort(String label) {
            this.label = label;
        }

        abstract Contender on(Device device, int[] elements, int workers);

        @Override
        public String toString() {
            return label;
        }
    }

    private static Checked checked(int[] elements, int[] result) {
        int[] expected = elements.clone();
        Arrays.sort(expected);
        int mismatch = Arrays.mismatch(expected, result);
        return new Checked(
                List.of(new CheckResult(
                        "sorted", mismatch < 0, mismatch < 0 ? "" : "element " + mismatch + " is not in its place")),
                Map.of());
    }

    /** What it needs is made with the first run. */
    private static final class Groups implements Contender {
        private final String label;
        private final Device device;
        private final int[] elements;
        private final int workers;
        private @Nullable DeviceSort made;

        Groups(String label, Device device, int[] elements, int workers) {
            this.label = label;
            this.device = device;
            this.elements = elements;
            this.workers = workers;
        }

        private DeviceSort sort() {
            var sort = made;
            if (sort == null) {
                sort = DeviceSort.quicksort(device, elements, workers);
                made = sort;
            }
            return sort;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            return sort().sort().elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            sort().sort();
            return checked(elements, sort().result());
        }

        @Override
        public void close() {
            if (made != null) {
                made.close();
            }
        }
    }

    /** The same with its memory. */
    private static final class Lanes implements Contender {
        private final Quicksort work;
        private final TreeContender<Long> contender;

        Lanes(Device device, int[] elements, int workers) {
            work = new Quicksort(device, elements, Quicksort.USUAL_SMALL);
            contender = new TreeContender<>(
                    Sort.FORK_JOIN.toString(),
                    device,
                    work,
                    EngineName.FORK_JOIN.engine(Granularity.THREAD, workers, 0));
        }

        @Override
        public String label() {
            return contender.label();
        }

        @Override
        public long run(Duration limit) {
            return contender.run(limit);
        }

        @Override
        public Checked check(Duration limit) {
            return contender.check(limit);
        }

        @Override
        public void close() {
            contender.close();
            work.close();
        }
    }

    /** A sort of the JDK, on the host. */
    private static final class OfJava implements Contender {
        private final String label;
        private final int[] elements;
        private final int[] copy;
        private final Consumer<int[]> sort;

        OfJava(String label, int[] elements, Consumer<int[]> sort) {
            this.label = label;
            this.elements = elements;
            copy = elements.clone();
            this.sort = sort;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            System.arraycopy(elements, 0, copy, 0, copy.length);
            long start = System.nanoTime();
            sort.accept(copy);
            return System.nanoTime() - start;
        }

        @Override
        public Checked check(Duration limit) {
            run(limit);
            return checked(elements, copy);
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.number("elements", row -> Quantity.count((long) Recorded.ELEMENTS.number(row))),
                        Column.text("sort", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number(
                                "elements", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : ""),
                        Column.CHECK),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, QuicksortExperiment::row);
        return new Section(
                "quicksort: " + evidence.device(),
                List.of(
                        new Part.Captioned("Random numbers sorted", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }

    private static String row(Measurement row) {
        return row.structure() + ", " + Quantity.plain(Recorded.ELEMENTS.number(row)) + " elements, "
                + Quantity.plain(Recorded.WORKERS.number(row)) + " workers";
    }
}
