package dev.warpbroker.experiments.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final Findings FINDINGS = Findings.of(FindingsTest.class, "sample");

    @Test
    void notesAndPartsAreReadInTheirOrder() {
        assertThat(FINDINGS.notes()).containsExactly("a note before all", "a note [with brackets]", "the last");
        assertThat(FINDINGS.parts()).containsExactly("table 2", "words");
        assertThat(FINDINGS.names("table 2")).containsExactly("LA", "EL+LA");
        assertThat(FINDINGS.text("words", "BQ")).contains("a = b");
        assertThat(FINDINGS.text("words", "none")).isEmpty();
        assertThat(FINDINGS.text("none", "BQ")).isEmpty();
    }

    @Test
    void numbersThatAreNotThereAreNaN() {
        assertThat(FINDINGS.number("table 2", "LA", 1)).isEqualTo(0.67);
        assertThat(FINDINGS.number("table 2", "LA", 2)).isNaN();
        assertThat(FINDINGS.number("table 2", "LA", 3)).isNaN();
        assertThat(FINDINGS.number("table 2", "LA", -1)).isNaN();
        assertThat(FINDINGS.number("table 2", "other", 0)).isNaN();
    }

    @Test
    void aMissingResourceIsNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> Findings.of(FindingsTest.class, "nothing"))
                .withMessageContaining("nothing.findings");
    }
}
