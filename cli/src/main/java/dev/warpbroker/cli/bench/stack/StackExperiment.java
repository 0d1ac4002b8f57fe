package dev.warpbroker.cli.bench.stack;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Made;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.structures.stack.IntStack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Measures stacks in turn: mix by mix, from few operations to many. */
final class StackExperiment implements Experiment {
    private static final String NAME = "stack";

    private final Device device;
    private final Settings settings;
    private final Turns turns;

    /**
     * What the experiment is run with.
     *
     * @param stacks that take part
     * @param mixes what is done
     * @param operations in all, numbers of
     * @param load who does it
     * @param interval of the lowest area
     * @param effort how often and how long
     */
    record Settings(
            List<StackEntry> stacks,
            List<Work> mixes,
            List<Integer> operations,
            StackLoad load,
            int interval,
            Effort effort) {
        Settings {
            stacks = stacks.stream().distinct().toList();
            mixes = mixes.stream().distinct().toList();
            operations = operations.stream().sorted().distinct().toList();
            operations.forEach(count -> Effort.requireAtLeast(1, "operations", count));
            Effort.requireAtLeast(1, "cells from one look to the next", interval);
        }
    }

    StackExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
        turns = new Turns(device, settings.effort());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return settings.mixes().size()
                * settings.operations().size()
                * settings.stacks().size()
                * turns.steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        var stacks = new LinkedHashMap<StackEntry, Made<IntStack>>();
        try (var mix = settings.load().mix(device)) {
            for (var entry : settings.stacks()) {
                stacks.put(
                        entry,
                        Made.of(
                                () -> entry.create(device, settings.load().capacity(), settings.interval()),
                                IntStack::close));
            }
            for (var work : settings.mixes()) {
                for (int operations : settings.operations()) {
                    measure(stacks, mix, work, operations, progress).forEach(measured);
                }
            }
        } finally {
            stacks.values().forEach(Made::close);
        }
    }

    private List<Measurement> measure(
            Map<StackEntry, Made<IntStack>> stacks, StackMix mix, Work work, int operations, Progress progress) {
        var contenders = settings.stacks().stream()
                .map(entry -> new LateContender(
                        entry + ", " + work,
                        () -> new StackContender(
                                entry,
                                device,
                                Objects.requireNonNull(stacks.get(entry)).get(),
                                mix,
                                settings.load(),
                                work,
                                operations)))
                .toList();
        var timings = turns.measure(contenders, Quantity.count(operations) + " operations", progress);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < timings.size(); i++) {
            var entry = settings.stacks().get(i);
            measurements.add(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            entry.toString(),
                            parameters(entry, work, operations),
                            operations));
        }
        return measurements;
    }

    private Map<String, Object> parameters(StackEntry entry, Work work, int operations) {
        var parameters = settings.load().parameters();
        parameters.put("mix", work.toString());
        parameters.put("operations", operations);
        parameters.put("warmup", settings.effort().warmUps());
        if (entry.hasLowestArea()) {
            parameters.put("interval", settings.interval());
        }
        return parameters;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return StackTable.of(measurements);
    }
}
