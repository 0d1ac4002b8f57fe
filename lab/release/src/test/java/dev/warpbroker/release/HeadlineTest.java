package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HeadlineTest {
    private static final Path ROOT = Path.of("../..");
    private static final int MAX_README = 6 * 1_024;

    @Test
    void tableInTheReadmeIsThatOfTheRecords() throws Exception {
        var readme = Files.readString(ROOT.resolve("README.md"));
        assertThat(Headline.tableIn(readme))
                .as("to write it again: java lab/release/src/main/java/dev/warpbroker/release/Headline.java")
                .isEqualTo(Headline.table(ROOT.resolve("results")));
    }

    @Test
    void readmeIsShort() throws Exception {
        assertThat(Files.size(ROOT.resolve("README.md"))).isLessThanOrEqualTo(MAX_README);
    }
}
