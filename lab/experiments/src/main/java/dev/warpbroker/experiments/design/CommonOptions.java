package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Options that many experiments have. What is not given suits itself to the device. */
public final class CommonOptions {
    /** Numbers of threads. */
    public static final Option<List<Integer>> THREADS = Option.numbers("--threads", "N", "Numbers of threads.");

    /** Queues by name. */
    public static final Option<List<QueueKind>> QUEUES = Option.list(
            Option.oneOf("structure", QueueKind.values()),
            "--structures",
            "NAME",
            "Queues by name, such as BQ,BQ-fused (default: all that can take part).");

    /** The size of blocks. */
    public static final Option<Integer> BLOCK = Option.number("--block", "N", "Lanes per block.");

    private static final Option<Integer> REPETITIONS = Option.number("--reps", "N", "Timed repetitions.");

    private static final Option<Integer> WARM_UPS =
            Option.number("--warmup", "N", "Repetitions before the timed ones.");

    private static final Option<Double> LIMIT = Option.of(
            Double.class,
            "--limit",
            "SECONDS",
            "Time for the repetitions of one row (default: 0.5 in most experiments).",
            "A row of which a single run takes longer is left out from there on; after twice the time a run is"
                    + " cancelled.");

    private static final Option<Boolean> CHECK = Option.on(
            "--check", "Check that nothing is lost or duplicated, apart from the timed repetitions (default).");

    private static final Option<Boolean> QUICK = Option.flag(
            "--quick", "Only to see that everything runs: sizes as on sim wherever it is, one repetition, no warm-up.");

    /** Of a device: a GPU holds some hundred thousand at once. */
    private static final int MAX_THREADS = 1 << 24;

    /** Of the host. */
    private static final int MAX_HOST_THREADS = 1 << 14;

    /** The options of all timed experiments. */
    static final List<Option<?>> TIMED = List.of(THREADS, REPETITIONS, WARM_UPS, LIMIT, CHECK, QUICK);

    private CommonOptions() {}

    /**
     * {@return the device by which an experiment chooses its sizes: the one that it runs on, or the simulator, which
     * has the smallest, if all should be over soon}
     */
    public static DeviceKind scale(Device device, Choices chosen) {
        return chosen.isSet(QUICK) ? DeviceKind.SIMULATOR : DeviceKind.of(device.properties());
    }

    /** {@return the numbers of threads, smallest first: what is too slow is left out of larger ones} */
    public static List<Integer> threads(Choices chosen, List<Integer> preset) {
        chosen.or(THREADS, List.of()).forEach(CommonOptions::requireThreads);
        return chosen.or(THREADS, preset).stream().sorted().distinct().toList();
    }

    /** Refuses what is no number of threads of a device. */
    public static void requireThreads(int number) {
        MeasuringEffort.requireBetween(1, MAX_THREADS, "threads", number);
    }

    /** Refuses what is no number of threads of the host. */
    public static void requireHostThreads(int number) {
        MeasuringEffort.requireBetween(1, MAX_HOST_THREADS, "threads", number);
    }

    /**
     * {@return the one number of threads}
     *
     * @param why only one, said to those who give several
     */
    public static int oneNumberOfThreads(Choices chosen, int preset, String why) {
        var threads = threads(chosen, List.of(preset));
        if (threads.size() != 1) {
            throw new IllegalArgumentException("--threads " + threads + "; " + why);
        }
        return threads.getFirst();
    }

    /** {@return the queues, each once} */
    public static List<QueueKind> queues(Choices chosen, List<QueueKind> preset) {
        return chosen.or(QUEUES, preset).stream().distinct().toList();
    }

    /** {@return the capacity of queues, which is refused if no queue can have it} */
    public static int capacity(Choices chosen, Option<Integer> option, int preset) {
        return QueueOptions.capacity(chosen.or(option, preset)).capacity();
    }

    /** Refuses a number that is too small, if the user gives one. */
    public static void requireAtLeast(int least, String what, Choices chosen, Option<Integer> option) {
        MeasuringEffort.requireAtLeast(least, what, chosen.or(option, least));
    }

    /** {@return choices of an effort, for trials that no command line makes} */
    public static Map<Option<?>, Object> chosen(MeasuringEffort effort) {
        return Map.of(
                REPETITIONS,
                effort.repetitions(),
                WARM_UPS,
                effort.warmUps(),
                CHECK,
                effort.check(),
                LIMIT,
                effort.limit().toMillis() / 1e3);
    }

    /** {@return how often and how long to measure, with a limit in seconds if the user gives none} */
    public static MeasuringEffort effort(Choices chosen, int repetitions, int warmUps, double seconds) {
        boolean quick = chosen.isSet(QUICK);
        return new MeasuringEffort(
                chosen.or(REPETITIONS, quick ? 1 : repetitions),
                chosen.or(WARM_UPS, quick ? 0 : warmUps),
                chosen.of(CHECK),
                Duration.ofMillis(Math.round(chosen.or(LIMIT, seconds) * 1e3)));
    }

    /** {@return 1, {@code base} and its powers below {@code most}, and that} */
    public static List<Integer> powers(int base, int most) {
        return upTo(most, IntStream.iterate(1, n -> n < most, n -> base * n).toArray());
    }

    /** {@return those of {@code numbers} that are below {@code most}, and that} */
    public static List<Integer> upTo(int most, int... numbers) {
        return IntStream.concat(IntStream.of(numbers).filter(number -> number < most), IntStream.of(most))
                .boxed()
                .toList();
    }

    /** {@return the powers of two up to {@code most}} */
    public static List<Integer> powersOfTwo(int most) {
        return IntStream.iterate(1, n -> n <= most, n -> 2 * n).boxed().toList();
    }

    /** {@return the processors of this JVM} */
    public static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
