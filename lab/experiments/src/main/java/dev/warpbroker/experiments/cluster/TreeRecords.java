package dev.warpbroker.experiments.cluster;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Statistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records of trees of tasks, on one device and in slices on a cluster, and what the arithmetic says of the latter. */
public final class TreeRecords {
    private static final String ON_DEVICE = "tree";
    private static final String IN_SLICES = "tree-in-slices";

    private static final String WORK = "work";
    private static final String THREADS = "threads";
    private static final String EXECUTORS = "executors";
    private static final String GPU = "gpu";
    private static final String SLICE_MILLIS = "sliceMillis";

    private TreeRecords() {}

    /** {@return the record of a run on one device} */
    public static Measurement onDevice(
            DeviceProperties device, String work, String policy, int threads, TreeRun<?> run) {
        return measured(ON_DEVICE, device, policy, Map.of(WORK, work, THREADS, threads), run);
    }

    /**
     * {@return the record of a run on a cluster, the only one since it was connected}
     *
     * @param driver the device of the driver: those of executors are not known there
     */
    public static Measurement inSlices(
            DeviceProperties driver, String work, String policy, Cluster cluster, Duration slice, TreeRun<?> run) {
        var slot = cluster.slot();
        Map<String, Object> parameters = Map.of(
                WORK, work,
                THREADS, slot.threads(),
                GPU, slot.gpu(),
                EXECUTORS, cluster.executors(),
                SLICE_MILLIS, slice.toMillis());
        var slices = cluster.slices();
        return measured(IN_SLICES, driver, policy, parameters, run)
                .with(
                        Map.of(
                                "slices",
                                slices.size(),
                                "nanosecondsInSlices",
                                slices.stream()
                                        .mapToLong(one -> one.elapsed().toNanos())
                                        .sum()),
                        null);
    }

    private static Measurement measured(
            String experiment, DeviceProperties device, String policy, Map<String, Object> parameters, TreeRun<?> run) {
        return Measurement.now(
                experiment,
                device,
                policy,
                parameters,
                Statistics.of(new long[] {run.elapsed().toNanos()}),
                run.tasks().orElse(0),
                List.of());
    }

    /**
     * A number of executors, measured and by arithmetic.
     *
     * @param measured in seconds, the median
     * @param expected in seconds; on one executor that is what was measured
     */
    public record Row(int executors, double measured, double expected) {
        /** {@return by which part the measurement differs from what was expected} */
        public double difference() {
            return measured / expected - 1;
        }
    }

    /**
     * The same tree by the same policy with the same threads for each slice.
     *
     * @param name of all that
     * @param model from the run on one device and that on one executor
     * @param rows by executors, the fewest first
     */
    public record Series(String name, SliceModel model, List<Row> rows) {
        public Series {
            rows = List.copyOf(rows);
        }
    }

    /**
     * {@return what was measured in slices beside what the arithmetic says} It gets the start of an executor from the
     * run on one, all else is as given.
     *
     * @param driver time of the driver for a slice, in seconds
     * @param job time from a slice's order to its begin, in seconds
     * @throws IllegalArgumentException if no tree was measured on a device, on one executor and on more
     */
    public static List<Series> compared(List<Measurement> records, double driver, double job) {
        var alone =
                medians(records.stream().filter(record -> record.experiment().equals(ON_DEVICE)), "");
        var series = new ArrayList<Series>();
        records.stream()
                .filter(record -> record.experiment().equals(IN_SLICES)
                        && Boolean.FALSE.equals(record.parameters().get(GPU)))
                .collect(Collectors.groupingBy(
                        record -> name(record) + ", slices of " + number(record, SLICE_MILLIS) + " ms",
                        TreeMap::new,
                        Collectors.toList()))
                .forEach((name, group) -> {
                    var times = medians(group.stream(), EXECUTORS);
                    var work = alone.get(name(group.getFirst()));
                    var one = times.get("1");
                    if (work != null && one != null && times.size() > 1) {
                        double slice = number(group.getFirst(), SLICE_MILLIS) / 1e3;
                        var model = new SliceModel(work, slice, 0, driver, job, 0).fittedTo(one);
                        series.add(new Series(name, model, rows(model, times)));
                    }
                });
        if (series.isEmpty()) {
            throw new IllegalArgumentException("the records have no tree that was measured on a device, on one executor"
                    + " and on more; record the same tree by the same policy three times at least: run uts ... --device"
                    + " jvm --workers CORES --record FILE, then with --cluster local-cluster[1,CORES,1024] and more"
                    + " executors");
        }
        return series;
    }

    private static List<Row> rows(SliceModel model, Map<String, Double> times) {
        return times.entrySet().stream()
                .map(entry -> new Row(
                        Integer.parseInt(entry.getKey()),
                        entry.getValue(),
                        model.seconds(Integer.parseInt(entry.getKey()))))
                .sorted((one, other) -> Integer.compare(one.executors, other.executors))
                .toList();
    }

    /** {@return the median in seconds, by a parameter, or by name if that is empty} */
    private static Map<String, Double> medians(Stream<Measurement> records, String parameter) {
        return records.filter(Measurement::measured)
                .collect(Collectors.groupingBy(
                        record -> parameter.isEmpty() ? name(record) : String.valueOf(number(record, parameter)),
                        Collectors.collectingAndThen(
                                Collectors.mapping(
                                        record -> (long) record.nanoseconds().median(), Collectors.toList()),
                                all -> Statistics.of(all.stream()
                                                        .mapToLong(Long::longValue)
                                                        .toArray())
                                                .median()
                                        / 1e9)));
    }

    private static String name(Measurement record) {
        return record.parameters().get(WORK) + ", " + record.structure() + ", threads of a slice: "
                + number(record, THREADS);
    }

    private static long number(Measurement record, String parameter) {
        return record.parameters().get(parameter) instanceof Number number ? number.longValue() : 0;
    }
}
