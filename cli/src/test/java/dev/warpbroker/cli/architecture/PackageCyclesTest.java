package dev.warpbroker.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Dependencies between packages point down only. Here, because this module sees all others. */
class PackageCyclesTest {
    @Test
    void noTwoPackagesUseEachOther() throws IOException {
        var graph = PackageGraph.read();

        assertThat(graph.packages())
                .contains(
                        "dev.warpbroker.cli",
                        "dev.warpbroker.conformance",
                        "dev.warpbroker.device.cuda",
                        "dev.warpbroker.examples.render",
                        "dev.warpbroker.experiments",
                        "dev.warpbroker.graphs.search",
                        "dev.warpbroker.structures.queue",
                        "dev.warpbroker.tasks.forkjoin",
                        "dev.warpbroker.verify");
        assertThat(graph.cycles()).isEmpty();
    }

    @Test
    void aCycleIsFoundByWayOfOtherPackages() {
        var graph = PackageGraph.of(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a"), "d", Set.of("a")));

        assertThat(graph.cycles()).containsExactly(Set.of("a", "b", "c"));
    }
}
