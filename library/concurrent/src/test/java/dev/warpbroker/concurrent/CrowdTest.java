package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stages of a thread that finds the place owned, which depend on chance in a queue. */
@Timeout(60)
class CrowdTest {
    /** A turn begins with this pause, which is doubled up to the longest one. */
    private static final int FIRST_PAUSE = -20_000;

    private static final int LONGEST_PAUSE = -500_000;

    private final AtomicLong progress = new AtomicLong(1);
    private final AtomicInteger parking = new AtomicInteger();
    private final Crowd crowd = new Crowd(progress::get, parking);

    @BeforeEach
    void severalProcessors() {
        assumeFalse(GivingWay.ONE_PROCESSOR, "with one processor a crowd is always large");
    }

    /** {@return the first stage after the spins of a small crowd} */
    private int afterSpinning() {
        int stage = Crowd.ARRIVED;
        for (int nanos = GivingWay.SHORTEST_NANOS; nanos <= GivingWay.LONGEST_NANOS; nanos *= 2) {
            stage = crowd.giveWay(stage);
            assertThat(stage).isEqualTo(nanos);
        }
        return crowd.giveWay(stage);
    }

    /** {@return the stage of a thread that waits for its turn, as more threads park than there are processors} */
    private int atItsTurn() {
        parking.set(1_000_000);
        int stage = afterSpinning();
        assertThat(parking).hasValue(1_000_000);
        return stage;
    }

    @Test
    void aThreadThatHasSpunParksForShortTimes() {
        int first = afterSpinning();
        assertThat(crowd.giveWay(first)).isEqualTo(first - 1);
        assertThat(parking).hasValue(1);
        crowd.leave(first - 1);
        assertThat(parking).hasValue(0);
    }

    @Test
    void pausesOfATurnDoubleUpToALimit() {
        int stage = atItsTurn();
        for (int pause = FIRST_PAUSE; pause > LONGEST_PAUSE; pause *= 2) {
            assertThat(stage).isEqualTo(pause);
            stage = crowd.giveWay(stage);
        }
        assertThat(stage).isEqualTo(LONGEST_PAUSE);
        assertThat(crowd.giveWay(stage)).isEqualTo(LONGEST_PAUSE);
        crowd.leave(stage);
    }

    @Test
    void aThreadThatWaitedForItsTurnMakesTheCrowdLarge() {
        crowd.leave(atItsTurn());
        int first = crowd.giveWay(Crowd.ARRIVED);
        assertThat(first).as("a spin in a large crowd").isBetween(FIRST_PAUSE + 1, -1);
        int stage = first;
        while (stage > FIRST_PAUSE) {
            stage = crowd.giveWay(stage);
        }
        crowd.leave(stage);

        // Those that succeed after a spin raise the number of useful spins until the crowd is small again.
        int spins = 0;
        for (stage = crowd.giveWay(Crowd.ARRIVED); stage < 0; stage = crowd.giveWay(Crowd.ARRIVED)) {
            crowd.leave(stage);
            assertThat(++spins).isLessThanOrEqualTo(GivingWay.SPINS);
        }
        assertThat(spins).isPositive();
        assertThat(stage).isEqualTo(GivingWay.SHORTEST_NANOS);
    }

    @Test
    void theNextThreadHasItsTurnAfterTheOneBeforeHasLeft() throws Exception {
        int stage = atItsTurn();
        var next = new FutureTask<>(() -> {
            int turn = crowd.giveWay(GivingWay.LONGEST_NANOS);
            crowd.leave(turn);
            return turn;
        });
        var thread = Thread.ofPlatform().daemon().start(next);
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(next.isDone()).isFalse();
        crowd.leave(stage);
        assertThat(next.get(30, TimeUnit.SECONDS)).isEqualTo(FIRST_PAUSE);
    }
}
