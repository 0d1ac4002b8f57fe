package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.EngineName;
import dev.warpbroker.examples.tree.TreeMaker;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.experiments.cluster.TreeRecords;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.TaskOverflowException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all trees of tasks share: where to run, and on what. */
final class TreeOptions {
    /** Lanes on the simulator, where more of them only take longer. */
    private static final int SIMULATED_LANES = 128;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--policy",
            paramLabel = "P",
            converter = EngineNameConverter.class,
            defaultValue = "fork-join",
            description = {
                "fork-join: results of tasks are joined (default);",
                "fork-join-continued: each task waits for its children and passes on what was joined;",
                "stealing: tasks without joins, stolen by warps (threads on the JVM);",
                "stealing-locked, stealing-abp, stealing-chase-lev: algorithm WS on deques;",
                "distributed-deques: the same deques, victims in turn;",
                "central, busy-leaves, distributed: pools that are queues; central-stack: one that is a stack;",
                "java-pool (ForkJoinPool), sequential: on this JVM, for comparison."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private EngineName policy;

    @Option(
            names = {"--workers", "--threads"},
            paramLabel = "N",
            description =
                    "Number of workers (default: as many as the device holds at once, on the JVM one per processor,"
                            + " on the simulator " + SIMULATED_LANES + " lanes).")
    private @Nullable Integer count;

    @Option(
            names = "--worker",
            paramLabel = "W",
            description = "Who takes tasks: thread, warp or block (default: thread). Not for fork-join and stealing,"
                    + " whose workers are warps.")
    private @Nullable Granularity worker;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description =
                    "Tasks that the pool, or each deque, has room for; a power of two. What does not fit is run by"
                            + " the worker that spawned it. Not for fork-join.")
    private @Nullable Integer capacity;

    @Option(
            names = {"--out", "--record"},
            paramLabel = "FILE.jsonl",
            description = "Add the time to this file, one JSON record a line; cluster expect --records reads it.")
    private @Nullable Path record;

    /**
     * Runs work and prints what came of it.
     *
     * @param lines the result, for people
     * @return the exit code of the command
     */
    <T, R> int run(Console console, Function<Device, TreeWork<T, R>> works, Function<R, List<String>> lines)
            throws IOException {
        if (count != null && count < 1) {
            throw new IllegalArgumentException(count + " workers; the smallest number is 1; leave --workers out for as"
                    + " many as the device holds");
        }
        if (!policy.hasPool()) {
            refuse("--capacity", capacity);
        }
        if (policy.hasWarps() || policy.isJavaOnly()) {
            refuse("--worker", worker);
        }
        requireAppendable();
        try (Device opened = device.openTimed();
                var work = works.apply(opened)) {
            Engine engine = policy.engine(
                    worker == null ? Granularity.THREAD : worker, workers(opened), capacity == null ? 0 : capacity);
            TreeRun<R> run;
            try (var heartbeat = new Heartbeat(console, work.toString());
                    var prepared = engine.prepare(opened, work)) {
                run = prepared.run(heartbeat::done);
            } catch (TaskOverflowException overflow) {
                throw new IllegalStateException(overflow.getMessage() + " (--capacity)", overflow);
            }
            String where = policy.isJavaOnly()
                    ? "this JVM"
                    : opened + ", " + opened.properties().name();
            console.print(work + " on " + where + ", " + policy);
            print(console, run, lines.apply(run.result()));
            var properties = opened.properties();
            int threads = count == null ? properties.residentThreads() : count;
            add(console, TreeRecords.onDevice(properties, work.toString(), policy.toString(), threads, run));
            return checked(console, work, run.result());
        }
    }

    /**
     * Runs work on a cluster and prints what came of it.
     *
     * @param lines the result, for people
     * @return the exit code of the command
     */
    <T, R> int run(
            Console console,
            ClusterOption cluster,
            SliceOption slice,
            TreeMaker<T, R> maker,
            Function<R, List<String>> lines)
            throws IOException {
        cluster.refuse("--device", "--trace", "--workers", "--worker", "--capacity");
        if (policy != EngineName.FORK_JOIN && policy != EngineName.STEALING) {
            throw new IllegalArgumentException(
                    "--policy " + policy + " with --cluster; executors know fork-join and stealing");
        }
        requireAppendable();
        try (var here = Device.jvm();
                var work = maker.on(here)) {
            return cluster.run(console, executors -> {
                var run = executors.run(
                        maker,
                        policy == EngineName.FORK_JOIN,
                        slice.duration(),
                        cluster.progress(console, work.toString()));
                console.print(work + " on " + cluster.where(executors) + ", " + policy);
                print(console, run, lines.apply(run.result()));
                add(
                        console,
                        TreeRecords.inSlices(
                                here.properties(),
                                work.toString(),
                                policy.toString(),
                                executors,
                                slice.duration(),
                                run));
                return checked(console, work, run.result());
            });
        }
    }

    private void requireAppendable() throws IOException {
        if (record != null) {
            ResultFile.requireAppendable(record);
        }
    }

    private void add(Console console, Measurement measured) throws IOException {
        if (record != null) {
            ResultFile.append(record, List.of(measured), console::error);
        }
    }

    private static <R> int checked(Console console, TreeWork<?, R> work, R result) {
        String problem = work.problem(result);
        if (problem != null) {
            console.error("WRONG RESULT: " + problem);
            return ExitCode.SOFTWARE;
        }
        return ExitCode.OK;
    }

    private void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw new IllegalArgumentException(
                    option + " " + value + " means nothing for the policy " + policy + "; leave it out");
        }
    }

    private int workers(Device opened) {
        if (count != null) {
            return count;
        }
        if (DeviceKind.of(opened.properties()) != DeviceKind.SIMULATOR) {
            return 0;
        }
        boolean threads = (worker == null || worker == Granularity.THREAD) && !policy.hasWarps();
        return threads ? SIMULATED_LANES : SIMULATED_LANES / opened.properties().lanesPerWorker();
    }

    private static void print(Console console, TreeRun<?> run, List<String> result) {
        double nanos = run.elapsed().toNanos();
        result.forEach(console::named);
        if (run.tasks().isPresent()) {
            console.count("tasks    ", run.tasks().getAsLong());
        } else {
            console.print("tasks    not counted");
        }
        console.time("time     ", nanos);
        if (run.tasks().isPresent()) {
            console.rate("tasks/s  ", run.tasks().getAsLong() / nanos * 1e9);
        }
    }
}
