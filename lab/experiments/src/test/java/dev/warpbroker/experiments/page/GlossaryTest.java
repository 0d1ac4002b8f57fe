package dev.warpbroker.experiments.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.examples.tree.EngineName;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GlossaryTest {
    static Stream<String> names() {
        return Stream.of(
                        QueueKind.values(),
                        StackKind.values(),
                        DequeKind.values(),
                        EngineName.values(),
                        Scheme.values())
                .flatMap(Arrays::stream)
                .map(Object::toString);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyStructureAndEngineIsExplained(String name) {
        assertThat(Glossary.of(name)).hasValueSatisfying(term -> {
            assertThat(term.name()).isEqualTo(name);
            assertThat(term.title()).isNotBlank();
            assertThat(term.meaning()).isNotBlank().doesNotEndWith(".");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        BQ, one per warp          | BQ
        BQ-fused per block        | BQ-fused
        nvcc BQ-fused per block   | BQ-fused
        async on BQ, p = 1        | async
        Inval+EL+LA+PX †          | Inval+EL+LA+PX
        fetch-add, distinct words | fetch-add, distinct words
        """)
    void aLabelMayBeMoreThanTheName(String label, String name) {
        assertThat(Glossary.of(label)).map(Glossary.Term::name).hasValue(name);
    }

    @Test
    void aNameHasTheSameColourWhateverIsBesideIt() {
        var alone = Glossary.inks(List.of("BQ"));
        var beside = Glossary.inks(List.of("BWD", "lattice:180", "BQ †"));

        assertThat(beside.getLast()).isEqualTo(alone.getFirst());
        assertThat(beside.get(1)).as("a label without meaning").isNotIn(beside.getFirst(), beside.getLast(), Ink.GREY);
    }

    @Test
    void fastQueuesDifferInColour() {
        var fast = List.of("BQ", "BQ-fused", "BWD", "BSQ", "OVQ", "GQ", "CBQ", "HTQ", "SFQ", "G-LFQ", "LCRQ");
        assertThat(Glossary.inks(fast)).doesNotHaveDuplicates().doesNotContain(Ink.GREY);
    }
}
