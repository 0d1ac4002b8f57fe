package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import org.junit.jupiter.api.Test;

class MailboxTest {
    record Letter(int number, long word) {}

    private static final Layout<Letter> LAYOUT = Layout.of(Letter.class);

    private static Letter letter(int number) {
        return new Letter(number, 3L << 40 | number);
    }

    @Test
    void tasksComeOutInTheOrderInWhichTheyWentInAndMakeRoomForOthers() {
        try (var device = Device.jvm();
                var mailbox = new Mailbox<>(device, LAYOUT)) {
            int sent = 0;
            int received = 0;
            for (int round = 0; round < 3; round++) {
                while (mailbox.send(letter(sent))) {
                    sent++;
                }
                assertThat(mailbox.waiting(received)).isEqualTo(sent - received).isPositive();
                for (; received < sent; received++) {
                    assertThat(mailbox.receive(received)).isEqualTo(letter(received));
                }
                mailbox.received(received);
                assertThat(mailbox.waiting(received)).isZero();
            }
        }
    }

    @Test
    void hostSeesNumbersOf64Bits() {
        try (var device = Device.jvm();
                var mailbox = new Mailbox<>(device, LAYOUT)) {
            for (long executed : new long[] {0, 1, 0x8000_0000L, 0xFFFF_FFFFL, 1L << 32, 5_000_000_000_000L}) {
                mailbox.tell(executed);
                assertThat(mailbox.executed()).isEqualTo(executed);
            }
        }
    }

    @Test
    void boxIsClosedOnceAndForAll() {
        try (var device = Device.jvm();
                var mailbox = new Mailbox<>(device, LAYOUT)) {
            assertThat(mailbox.isClosed()).isFalse();
            mailbox.send(letter(1));
            mailbox.closeForTasks();
            assertThat(mailbox.isClosed()).isTrue();
            assertThat(mailbox.waiting(0)).isOne();
        }
    }
}
