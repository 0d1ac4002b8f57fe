package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Beside {@link SelfTestTest}: a class of its own, so that both run at a time. {@link Shares} says what runs where. */
final class JvmSelfTestTest {
    private static List<Case> cases() {
        var shares = Shares.ofThisBuild();
        return SelfTest.cases().stream().filter(shares::isOnJvm).toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyCasePassesOnTheJvm(Case each) {
        try (Device device = Device.jvm()) {
            SelfTestTest.assertPasses(each, device);
        }
    }
}
