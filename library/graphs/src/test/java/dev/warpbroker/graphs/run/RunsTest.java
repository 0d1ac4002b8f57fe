package dev.warpbroker.graphs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.components.Components;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.rank.PullPageRank;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.graphs.search.PathsOptions;
import dev.warpbroker.graphs.search.ShortestPaths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunsTest {
    private static final PageRank.StoppingRule ONCE = PageRank.StoppingRule.afterIterations(1);

    private static Graph path() {
        return Graph.ofEdges("path", 5, true, 0, 1, 1, 2, 2, 3);
    }

    private static void assertWithoutResult(ThrowingCallable result) {
        assertThatIllegalStateException()
                .isThrownBy(result)
                .withMessageContainingAll("path", "no run has ended; run it first");
    }

    private static void assertClosed(ThrowingCallable use) {
        assertThatIllegalStateException()
                .isThrownBy(use)
                .withMessageContainingAll("path", "was used after it was closed");
    }

    @Test
    void runInTheMiddleOfAnotherIsRefused() {
        var runs = new Runs("engine");
        assertThatIllegalStateException()
                .isThrownBy(() -> runs.make(() -> runs.make(() -> 1)))
                .withMessageStartingWith("engine is in the middle of a run; wait for its end");
        assertThatIllegalStateException()
                .isThrownBy(() -> runs.make(() -> {
                    runs.requireResult();
                    return 1;
                }))
                .withMessageStartingWith("engine has no result: it is in the middle of a run");
        assertThatIllegalStateException().isThrownBy(runs::requireResult);
        assertThat(runs.make(() -> 1)).isEqualTo(1);
        runs.requireResult();
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void searchHasAResultAfterARunAndUntilItIsClosed(BfsVariant variant) {
        try (var device = Device.jvm();
                var graph = DeviceGraph.of(device, path())) {
            var search = Bfs.on(graph, BfsOptions.of(variant).withThreads(2));
            assertWithoutResult(search::result);
            search.run(1);
            assertThat(search.result().distances()).containsExactly(1, 0, 1, 2, -1);
            search.close();
            assertClosed(search::result);
            assertClosed(() -> search.run(0));
        }
    }

    @Test
    void otherEnginesHaveResultsAfterRunsAndUntilTheyAreClosed() {
        try (var device = Device.jvm();
                var graph = DeviceWeightedGraph.of(device, WeightedGraph.withRandomWeights(path(), 1, 1, 1))) {
            var paths = ShortestPaths.on(graph, PathsOptions.defaults());
            assertWithoutResult(paths::result);
            paths.run(0);
            assertThat(paths.result().farthest()).isEqualTo(3);
            paths.close();
            assertClosed(paths::result);
            assertClosed(() -> paths.run(0));

            var components = Components.on(graph.rows());
            assertWithoutResult(components::result);
            components.run();
            assertThat(components.result().count()).isEqualTo(2);
            components.close();
            assertClosed(components::result);
            assertClosed(components::run);

            var pulled = PullPageRank.on(device, path(), RankGraph.Precision.DOUBLE);
            pulled.close();
            assertClosed(() -> pulled.run(ONCE));
        }
    }

    @Test
    void cancelledOrRefusedRunLeavesNoResult() {
        var tooLong = WeightedGraph.withRandomWeights(path(), Integer.MAX_VALUE, Integer.MAX_VALUE, 1);
        try (var device = Device.jvm();
                var graph = DeviceWeightedGraph.of(device, tooLong);
                var paths = ShortestPaths.on(graph, PathsOptions.defaults());
                var search = Bfs.on(graph.rows(), BfsOptions.of(BfsVariant.QUEUE))) {
            paths.run(4);
            assertThat(paths.result().reached()).isEqualTo(1);
            assertThatThrownBy(() -> paths.run(0)).hasMessageContaining("is longer than");
            assertWithoutResult(paths::result);
            search.run(0);
            assertThatThrownBy(() -> search.run(0, Duration.ZERO)).isInstanceOf(LaunchStoppedException.class);
            assertWithoutResult(search::result);
            search.run(0);
            assertThat(search.result().depth()).isEqualTo(3);
        }
    }

    @Test
    void ranksOnOneGraphAreNotMadeInTheMiddleOfOthers() {
        try (var device = Device.jvm();
                var graph = RankGraph.of(device, path(), RankGraph.Precision.DOUBLE);
                var one = PageRank.on(graph);
                var other = PageRank.on(graph)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> one.run(PageRank.StoppingRule.afterIterations(20), _ -> other.run(ONCE)))
                    .withMessageContaining("PageRank of path on a queue is in the middle of a run");
            assertThat(other.run(ONCE).iterations()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void threadsThatShareASearchAreRefusedAndWaitForNothing(BfsVariant variant) throws Exception {
        try (var device = Device.jvm();
                var graph = DeviceGraph.of(device, path());
                var search = Bfs.on(graph, BfsOptions.of(variant).withThreads(4));
                var threads = Executors.newFixedThreadPool(4)) {
            var runs = new ArrayList<Future<Bfs.Run>>();
            for (int i = 0; i < 40; i++) {
                int source = i % 3;
                runs.add(threads.submit(() -> search.run(source)));
            }
            for (var run : runs) {
                try {
                    assertThat(run.get().expansions()).isPositive();
                } catch (ExecutionException refused) {
                    assertThat(refused).hasCauseInstanceOf(IllegalStateException.class);
                }
            }
            search.run(3);
            assertThat(search.result().distances()).containsExactly(3, 2, 1, 0, -1);
        }
    }
}
