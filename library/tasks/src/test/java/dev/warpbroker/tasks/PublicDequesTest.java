package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the owner of a public deque may write to. */
class PublicDequesTest {
    private static final int OWN = 1;

    private final Device device = Device.jvm();
    private final PublicDeques deques = new PublicDeques(device, 2, 8, 1);

    @AfterEach
    void close() {
        deques.close();
        device.close();
    }

    @Test
    void placesThatAThiefStillReadsAreNotSafe() {
        deques.add(OWN, 8);
        assertThat(deques.take(OWN, deques.look(OWN), 3)).isTrue();
        assertThat(deques.safePosition(OWN, 0)).isZero();
        deques.haveRead(OWN, 3);
        assertThat(deques.safePosition(OWN, 0)).isEqualTo(3);
    }

    @Test
    void laterThiefThatIsDoneDoesNotMakeTheEarlierOnesPlacesSafe() {
        deques.add(OWN, 8);
        deques.take(OWN, deques.look(OWN), 3);
        deques.take(OWN, deques.look(OWN), 3);
        deques.haveRead(OWN, 3); // the second one
        assertThat(deques.safePosition(OWN, 0)).isZero();
        deques.haveRead(OWN, 3);
        assertThat(deques.safePosition(OWN, 0)).isEqualTo(6);
    }

    @Test
    void staleLookTakesNothing() {
        deques.add(OWN, 4);
        long seen = deques.look(OWN);
        assertThat(deques.takeBack(OWN, seen, 2)).isTrue();
        assertThat(deques.take(OWN, seen, 1)).isFalse();
        assertThat(deques.takeBack(OWN, seen, 1)).isFalse();
        assertThat(PublicDeques.size(deques.look(OWN))).isEqualTo(2);
        assertThat(PublicDeques.size(deques.look(0))).isZero();
    }

    @Test
    void endsWrapAround() {
        for (int i = 0; i < 5; i++) {
            deques.add(OWN, Integer.MAX_VALUE);
            deques.take(OWN, deques.look(OWN), Integer.MAX_VALUE);
        }
        deques.add(OWN, 7);
        long ends = deques.look(OWN);
        assertThat(PublicDeques.size(ends)).isEqualTo(7);
        assertThat(PublicDeques.tail(ends)).isEqualTo((int) (5L * Integer.MAX_VALUE + 7));
        assertThat(deques.takeBack(OWN, ends, 5)).isTrue();
        assertThat(PublicDeques.size(deques.look(OWN))).isEqualTo(2);
    }
}
