package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.graphs.search.Bfs;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedGraphsTest {
    @ParameterizedTest
    @CsvSource({
        "p2p-Gnutella31.txt.gz, 62586, 147892, false",
        "usroads.txt.gz, 129164, 330870, true",
        "web-NotreDame.txt.gz, 325729, 1497134, false"
    })
    void realGraphsHaveTheSizeTheirHeadersSayAndValidSearches(String name, int vertices, int edges, boolean undirected)
            throws IOException {
        var graph = Graph.read(SharedGraphs.file(name));
        assertThat(graph.vertices()).isEqualTo(vertices);
        assertThat(graph.edges()).isEqualTo(edges);
        assertThat(graph.undirected()).isEqualTo(undirected);
        for (int source : new int[] {0, vertices / 2, vertices - 1}) {
            var search = Bfs.sequential(graph, source);
            search.check(graph, source);
            assertThat(search.reached()).isPositive();
        }
        var both = graph.asUndirected();
        assertThat(Graph.of(name, both.offsets(), both.targets(), true).sameRows(both))
                .isTrue();
    }
}
