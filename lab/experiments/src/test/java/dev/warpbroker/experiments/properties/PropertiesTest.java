package dev.warpbroker.experiments.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PropertiesTest {
    @Test
    void thePapersTableIsThere() {
        assertThat(PaperTable.columns()).hasSize(13);
        for (var property : Property.values()) {
            assertThat(PaperTable.of("BQ", property)).contains(Answer.YES);
            assertThat(PaperTable.of("BWD", property)).isEmpty();
        }
        assertThat(PaperTable.of("WFQ", Property.FAIR_ORDERING)).contains(Answer.PARTLY);
        assertThat(PaperTable.of("SFQ", Property.MULTI_QUEUE)).contains(Answer.NO);
    }

    /** What is open is no guess; what section 3 says of a queue is none either. */
    @Test
    void guessesAreKnown() {
        for (String queue : PaperTable.columns()) {
            for (var property : Property.values()) {
                if (PaperTable.isGuess(queue, property)) {
                    assertThat(PaperTable.of(queue, property).orElseThrow()).isNotEqualTo(Answer.UNCLEAR);
                    assertThat(queue).isIn("CBQ", "HTQ", "NSFQ");
                    assertThat(property).isGreaterThan(Property.LINEARIZABILITY);
                }
            }
        }
        assertThat(PaperTable.isGuess("NSFQ", Property.MULTI_ELEMENT)).isTrue();
        assertThat(PaperTable.isGuess("2MQ", Property.MULTI_ELEMENT)).isFalse();
        assertThat(PaperTable.isGuess("BWD", Property.MULTI_ELEMENT)).isFalse();
    }

    /**
     * A queue that does not claim to be linearizable must be shown not to be, without anybody saying how long to look.
     */
    @ParameterizedTest
    @EnumSource
    void whatDoesNotClaimToBeLinearizableIsRefuted(QueueKind kind) {
        if (!kind.claims(Claim.LINEARIZABLE)) {
            assertThat(HistorySearch.search(kind, Examiner.MAX_HISTORIES).verdict())
                    .isEqualTo(Answer.NO);
        }
    }
}
