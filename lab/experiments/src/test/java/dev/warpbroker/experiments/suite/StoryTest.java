package dev.warpbroker.experiments.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.page.Story;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoryTest {
    static List<String> names() {
        return Suite.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyExperimentSaysWhatOneSees(String name) {
        assertThat(Story.of(name)).hasValueSatisfying(story -> {
            assertThat(story.title()).isNotBlank();
            assertThat(story.about()).endsWith(".");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"host-queue", "sources", "barrier"})
    void removedExperimentIsSaidToBeOnlyInOldRecords(String name) {
        assertThat(Suite.names()).doesNotContain(name);
        assertThat(Story.of(name)).hasValueSatisfying(story -> {
            assertThat(story.title()).isNotBlank();
            assertThat(story.about()).endsWith("; only in old records.");
        });
    }
}
