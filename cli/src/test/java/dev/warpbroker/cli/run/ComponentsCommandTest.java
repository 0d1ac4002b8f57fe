package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun run(String command) {
        return CommandRun.ofLine("run components " + command + " --quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void componentsOfAFileAreCountedAndWritten(String device) throws IOException {
        var file = Files.writeString(folder.resolve("edges.txt"), "0 1\n2 3\n4 2\n5 5\n");
        var csv = folder.resolve("components.csv");
        assertThat(run(file + " --validate --device " + device + " --out " + csv)
                        .succeeded())
                .contains("memory      ", "components  3", "largest     3 vertices, 50.0 % of all, that of vertex 2")
                .contains("sizes       3; 2; 1", "isolated    1", "valid       as a sequential search");
        assertThat(Files.readAllLines(csv))
                .containsExactly("vertex,component", "0,0", "1,0", "2,2", "3,2", "4,2", "5,5");
    }

    @Test
    void generatorIsMadeOnTheDevice() {
        assertThat(run("lattice:4:p=0.05 --validate --device jvm --threads 2").succeeded())
                .contains("vertices    64", "valid");
    }
}
