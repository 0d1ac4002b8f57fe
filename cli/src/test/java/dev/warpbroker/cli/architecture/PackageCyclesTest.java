package dev.warpbroker.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Dependencies between packages point down only. Here, because this module sees all others. */
class PackageCyclesTest {
    /** Of these packages, and those below them, no two use each other; add others as they are brought in order. */
    private static final Set<String> CHECKED = Set.of("cli", "compiler", "device", "experiments", "verify");

    @Test
    void noTwoPackagesUseEachOther() throws IOException {
        var graph = PackageGraph.read();

        assertThat(graph.packages())
                .contains("dev.warpbroker.device", "dev.warpbroker.device.cuda", "dev.warpbroker.verify");
        assertThat(graph.cycles().stream().filter(cycle -> cycle.stream().anyMatch(PackageCyclesTest::isChecked)))
                .isEmpty();
    }

    @Test
    void aCycleIsFoundByWayOfOtherPackages() {
        var graph = PackageGraph.of(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a"), "d", Set.of("a")));

        assertThat(graph.cycles()).containsExactly(Set.of("a", "b", "c"));
    }

    private static boolean isChecked(String name) {
        return CHECKED.contains(name.split("\\.", -1)[2]);
    }
}
