package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.QueueSearch;
import dev.warpbroker.experiments.SpawnSync;
import dev.warpbroker.experiments.SpawnSync.Computation;
import dev.warpbroker.experiments.SpawnSync.Scheme;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.graphs.search.WrongResultException;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the two theses do with deques and queues, and this library does otherwise. */
final class ThesisCases {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private ThesisCases() {}

    /** Spawn and sync: SC 1, also with deques that are too small, SC 2, and the space of a Fibonacci number. */
    private static void spawnSync(Device device, Scheme scheme) {
        int processors = scaled(device, 3, 6, 64);
        compute(device, scheme, Computation.recursion(scaled(device, 5, 40, 200), 10), processors, 0);
        compute(device, scheme, Computation.recursion(scaled(device, 5, 40, 200), 10), processors, 2);
        compute(device, scheme, Computation.imbalance(processors, 10), processors, 0);
        compute(device, scheme, Computation.fibonacci(scaled(device, 6, 15, 22), 1), processors, 0);
    }

    private static void compute(Device device, Scheme scheme, Computation computation, int processors, int capacity) {
        try (var work = new SpawnSync(device, computation, scheme, processors, capacity, true)) {
            var run = work.run(LIMIT);
            if (run.value() != computation.value()) {
                throw new Mismatch(computation + " is " + run.value() + "; must be " + computation.value());
            }
            int bound = computation.activationDepth() * processors;
            if (scheme.boundsSpace() && capacity == 0 && run.space() > bound) {
                throw new Mismatch(computation + " took " + run.space() + " frames; must be at most " + bound);
            }
        }
    }

    /** A search with every vertex through a queue, by threads that run ahead of each other. */
    private static void search(Device device, QueueKind kind) {
        int extent = scaled(device, 8, 60, 200);
        var graph = new RoadGrid(extent, extent, 5).graph(ReadProgress.NONE);
        var grid = device.properties().workerGrid(scaled(device, 64, 6, 2_048), 64);
        search(device, kind, grid, DeviceGraph.of(device, graph));
    }

    private static void search(Device device, QueueKind kind, Grid grid, DeviceGraph graph) {
        try (graph;
                var queue = kind.create(device, Integer.highestOneBit(graph.vertices()) * 2);
                var search = new QueueSearch(graph, queue, grid)) {
            search.run(0, LIMIT);
            search.result().check(graph.graph(), 0);
        } catch (WrongResultException invalid) {
            throw new Mismatch(String.valueOf(invalid.getMessage()));
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var scheme : Scheme.values()) {
            cases.add(named("spawn and sync, " + scheme, device -> spawnSync(device, scheme)));
        }
        for (var kind : List.of(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED, QueueKind.BQ)) {
            cases.add(named("every vertex of a search through " + kind, device -> search(device, kind)));
        }
        return cases;
    }

    private static Case named(String name, Check check) {
        return new Case("thesis: " + name, "applications", false, check);
    }
}
