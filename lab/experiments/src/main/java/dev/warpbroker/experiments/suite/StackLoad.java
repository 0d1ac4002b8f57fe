package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.structures.Granularity;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Who makes the operations, on how large a stack.
 *
 * @param form who makes an operation together
 * @param seed of the operations
 * @param threads the most of them
 * @param threadEach whether a thread makes one operation only, where threads need not be on the device at once
 * @param block lanes per block
 * @param capacity of the stacks
 * @param fresh whether scans of a Scan Stack read what is in memory
 * @param ballast bytes of shared memory that a block takes for nothing, so that fewer are on the device at once
 * @param alike how many operations in a row are the same, if they are random
 */
record StackLoad(
        Granularity form,
        int seed,
        int threads,
        boolean threadEach,
        int block,
        int capacity,
        boolean fresh,
        int ballast,
        int alike) {
    private static final Option<Granularity> FORM = Option.of(
            name -> Granularity.valueOf(Option.oneOf(
                            "form",
                            Arrays.stream(Granularity.values())
                                    .map(StackLoad::words)
                                    .toList())
                    .apply(name)
                    .toUpperCase(Locale.ROOT)),
            "--form",
            "F",
            "thread, warp or block: who makes operations together (default: block).");

    private static final Option<Integer> CAPACITY =
            Option.number("--capacity", "N", "Capacity of the stacks (default: the largest number of operations).");

    private static final Option<Integer> SEED = Option.number(
                    "--seed",
                    "N",
                    "The same seed makes the same operations; with --invalid every run has the next (default:"
                            + " ${DEFAULT-VALUE}).")
            .preset("1");

    private static final Option<Boolean> THREAD_EACH = Option.flag(
            "--thread-each",
            "A thread for each operation of a Scan Stack, as in its paper, not as many as are on the device at once"
                    + " (default on a GPU with --invalid, unless --threads is given).");

    private static final Option<Boolean> FRESH = Option.flag(
            "--fresh",
            "Scans of a Scan Stack read what is in memory; otherwise, as in its paper, a cache may serve them what was"
                    + " there before.");

    private static final Option<Integer> BALLAST = Option.number(
                    "--ballast",
                    "BYTES",
                    "Shared memory that each block takes for nothing, so that fewer are on the device at once (default:"
                            + " ${DEFAULT-VALUE}).")
            .preset("0");

    private static final Option<Integer> ALIKE = Option.number(
                    "--alike",
                    "N",
                    "Operations in a row that are the same, pushes or pops, in a random mix (default:"
                            + " ${DEFAULT-VALUE}).")
            .preset("1");

    /** The options that choose it. */
    static final List<Option<?>> OPTIONS =
            List.of(CommonOptions.BLOCK, FORM, CAPACITY, SEED, THREAD_EACH, FRESH, BALLAST, ALIKE);

    StackLoad {
        MeasuringEffort.requireAtLeast(1, "values of capacity", capacity);
        MeasuringEffort.requireAtLeast(0, "bytes of ballast", ballast);
        MeasuringEffort.requireAtLeast(1, "operations in a row that are the same", alike);
    }

    /**
     * {@return what is chosen, with room for {@code operations} unless the user says otherwise}
     *
     * @param paperGrid whether a GPU makes each operation by a thread of its own unless the user says otherwise
     */
    static StackLoad chosen(DeviceProperties device, Choices chosen, int operations, boolean paperGrid) {
        var kind = DeviceKind.of(device);
        if (chosen.isSet(THREAD_EACH) && chosen.has(CommonOptions.THREADS)) {
            throw new IllegalArgumentException(THREAD_EACH + " together with " + CommonOptions.THREADS
                    + "; the operations say how many threads there are");
        }
        boolean threadEach =
                chosen.isSet(THREAD_EACH) || paperGrid && kind == DeviceKind.GPU && !chosen.has(CommonOptions.THREADS);
        int threads = CommonOptions.oneNumberOfThreads(
                chosen,
                threadEach
                        ? operations
                        : switch (kind) {
                            case JVM -> 2 * CommonOptions.processors();
                            case SIMULATOR -> 256;
                            case GPU -> device.residentThreads();
                        },
                "the operations are what is varied, so give one number of threads");
        // On the JVM every lane is in a block of its own, whatever is asked for.
        int wanted = chosen.or(CommonOptions.BLOCK, kind == DeviceKind.SIMULATOR ? 64 : 256);
        MeasuringEffort.requireAtLeast(1, "lanes per block", wanted);
        int lanes = kind == DeviceKind.JVM ? 1 : wanted;
        return new StackLoad(
                chosen.or(FORM, Granularity.BLOCK),
                chosen.of(SEED),
                threads,
                threadEach,
                lanes,
                chosen.or(CAPACITY, operations),
                chosen.isSet(FRESH),
                chosen.of(BALLAST),
                chosen.of(ALIKE));
    }

    private static String words(Granularity form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    StackMix mix(Device device) {
        return new StackMix(device, form, seed, Math.ceilDiv(threads, block) * block, ballast, alike);
    }

    /**
     * {@return full blocks, as many as there are operations for, and as can be resident} Only a Scan Stack can have a
     * thread for each operation, as its threads do not wait for each other.
     */
    Grid grid(Device device, StackEntry stack, Kernel kernel, int operations) {
        int most = threadEach && stack.isScan() ? threads : Math.min(threads, device.residentThreads(kernel, block));
        return device.properties().workerGrid(Math.ceilDiv(Math.min(most, operations), block) * block, block);
    }

    /** {@return what records have of it, and of what is done} */
    Map<String, Object> parameters(Work work, int operations) {
        var parameters = new HashMap<String, Object>();
        parameters.put("form", words(form));
        parameters.put("seed", seed);
        parameters.put("threads", threads);
        parameters.put("block", block);
        parameters.put("capacity", capacity);
        parameters.put("mix", work.toString());
        parameters.put("operations", operations);
        if (fresh) {
            parameters.put("fresh", true);
        }
        if (ballast > 0) {
            parameters.put("ballast", ballast);
        }
        if (alike > 1) {
            parameters.put("alike", alike);
        }
        return parameters;
    }
}
