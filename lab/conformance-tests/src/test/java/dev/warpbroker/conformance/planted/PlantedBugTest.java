package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Call.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.structures.deque.DequeTrial;
import dev.warpbroker.structures.queue.QueueTrial;
import dev.warpbroker.structures.queue.TestDevices;
import dev.warpbroker.structures.queue.TicketWait;
import dev.warpbroker.structures.stack.StackTrial;
import dev.warpbroker.tasks.WorkerTrial;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests' own test: every planted bug must be found, and the classes as they are must pass. */
class PlantedBugTest {
    private static final int SEEDS = 80;

    /** Seeds with which classes without a bug must pass. */
    private static final int CORRECT_SEEDS = TestDevices.tries(2, 20);

    private static final ChangedLibrary UNCHANGED = new ChangedLibrary(List.of());

    private static Stream<PlantedBug> bugs() {
        return Stream.of(QueueBugs.all(), StackBugs.all(), DequeBugs.all(), WorkerBugs.all())
                .flatMap(List::stream);
    }

    private static Stream<Enum<? extends Trial>> trials() {
        return Stream.of(QueueTrial.values(), StackTrial.values(), DequeTrial.values(), WorkerTrial.values())
                .flatMap(Stream::of);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void plantedBugIsFound(PlantedBug bug) {
        assertThat(bug.finder(SEEDS)).as("a seed that finds the bug").isPresent();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void classesWithoutABugPass(Enum<? extends Trial> trial) {
        var unchanged = UNCHANGED.twin(trial);
        assertThat(IntStream.range(0, CORRECT_SEEDS).filter(unchanged::finds))
                .as("seeds that find fault with a correct structure")
                .isEmpty();
    }

    @Test
    void launchThatHangsForABugSaysWhatItWaitsFor() {
        var bug = PlantedBug.of(TicketWait.ON_THE_JVM, "", QueueBugs.ONE_ROUND_TOO_FAR);
        assertThat(bug.finder(1)).isPresent();
    }

    @Test
    void bugWithoutAPlaceIsRefused() {
        var broker = "dev.warpbroker.structures.queue.Broker";
        var once = Change.drop(call("Ints.getAndAddRelaxed"));
        assertRefused("which does not exist", new Edit(broker + "s", "nextTail", once));
        assertRefused("Broker.lastTail, of which there are 0", new Edit(broker, "lastTail", once));
        assertRefused(
                "Broker.nextTail: 0 Ints.getAndAdd; the bug is written for 1",
                new Edit(broker, "nextTail", Change.drop(call("Ints.getAndAdd"))));
        assertRefused(
                "Broker.nextTail: 1 Ints.getAndAddRelaxed; the bug is written for 2",
                new Edit(broker, "nextTail", Change.drop(call("Ints.getAndAddRelaxed", 1, 2))));
        assertRefused(
                "Broker.nextTail: 0 comparisons of a and b",
                new Edit(broker, "nextTail", Change.alwaysBranch("a", "b", 1, 1)));
    }

    private static void assertRefused(String message, Edit edit) {
        assertThatThrownBy(() -> new ChangedLibrary(List.of(edit)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }
}
