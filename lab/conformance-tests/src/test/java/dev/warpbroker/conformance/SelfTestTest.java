package dev.warpbroker.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.queue.TestDevices;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SelfTestTest {
    private static final long SEED = 1;

    private static List<Case> cases() {
        return SelfTest.cases();
    }

    /** Methods of StrictMath write to memory that nobody else uses: no memory is adversarial to them. */
    private static boolean isMathematics(Case each) {
        return each.feature().equals("mathematics");
    }

    private static List<Case> mathematics() {
        return cases().stream().filter(SelfTestTest::isMathematics).toList();
    }

    private static List<Case> structuresAndLanguage() {
        var shares = Shares.ofThisBuild();
        return casesWithMemory().stream()
                .filter(each -> !Shares.isApplication(each) && shares.isOnSimulator(each))
                .toList();
    }

    /** Tests of library/graphs search on simulators with adversarial memory, too, and these cases take long there. */
    private static List<Case> applications() {
        return casesWithMemory().stream().filter(Shares::isApplication).toList();
    }

    private static List<Case> casesWithMemory() {
        return cases().stream().filter(each -> !isMathematics(each)).toList();
    }

    @ParameterizedTest
    @MethodSource("mathematics")
    void mathematicsOfTheSimulatorIsThatOfTheJvm(Case each) {
        try (Device device = simulator(SimulatorOptions.seeded(SEED), each)) {
            assertPasses(each, device);
        }
    }

    /** Adversarial memory finds all that ordinary memory finds, hence seldom. */
    @ParameterizedTest
    @MethodSource("casesWithMemory")
    @Tag("long")
    void everyCasePassesOnTheSimulator(Case each) {
        try (Device device = simulator(SimulatorOptions.seeded(SEED), each)) {
            assertPasses(each, device);
        }
    }

    @ParameterizedTest
    @MethodSource("applications")
    @Tag("long")
    void applicationsPassOnTheSimulatorWithAdversarialMemory(Case each) {
        try (Device device = simulator(SimulatorOptions.seeded(SEED).adversarial(), each)) {
            assertPasses(each, device);
        }
    }

    @ParameterizedTest
    @MethodSource("structuresAndLanguage")
    void everyCasePassesOnTheSimulatorWithAdversarialMemory(Case each) {
        try (Device device = simulator(SimulatorOptions.seeded(SEED).adversarial(), each)) {
            assertPasses(each, device);
        }
    }

    private static List<Case> comparisons() {
        return casesWithMemory().stream().filter(Shares::isComparison).toList();
    }

    /** Checks of bounds are other code, which needs the length of memory that is chosen when the kernel runs. */
    @ParameterizedTest
    @MethodSource("comparisons")
    void everyComparisonPassesWithBoundsChecks(Case each) {
        var checked = DeviceOptions.defaults().withBoundsChecks(true);
        try (Device device = Device.simulator(SimulatorOptions.seeded(SEED), checked)) {
            assertPasses(each, device);
        }
    }

    private static Stream<Arguments> publicationsAndSeeds() {
        return cases().stream()
                .filter(each -> each.name().endsWith("publishes what was written before"))
                .flatMap(each -> LongStream.rangeClosed(SEED + 1, SEED + TestDevices.tries(1, 8))
                        .mapToObj(seed -> arguments(each, seed)));
    }

    /** An access mode that is too weak shows itself with some seeds only. */
    @ParameterizedTest
    @MethodSource("publicationsAndSeeds")
    void whatIsPublishedIsSeenWithOtherSeeds(Case each, long seed) {
        try (Device device = simulator(SimulatorOptions.seeded(seed).adversarial(), each)) {
            assertPasses(each, device);
        }
    }

    @Test
    void namesAreUnique() {
        assertThat(SelfTest.cases()).extracting(Case::name).doesNotHaveDuplicates();
    }

    @Test
    void everyCaseComesToADeviceAndEveryStructureAndEveryCheckToBoth() {
        var cases = cases();
        var shares = new Shares(cases, false);
        assertThat(cases).allMatch(each -> shares.isOnJvm(each) || shares.isOnSimulator(each));
        Stream.<Function<Case, String>>of(Case::feature, Shares::subject, Shares::check)
                .flatMap(key -> cases.stream().collect(Collectors.groupingBy(key)).values().stream())
                .filter(group -> group.size() > 1)
                .forEach(group -> assertThat(group)
                        .anyMatch(shares::isOnSimulator)
                        .anyMatch(each -> shares.isOnJvm(each) || Shares.isComparison(each)));
        assertThat(cases).allMatch(new Shares(cases, true)::isOnJvm).allMatch(new Shares(cases, true)::isOnSimulator);
    }

    @Test
    void wrongResultIsReportedWithItsPlace() {
        assertReported(Agreement.of("reads the active lanes", "none", workspace -> {
            var out = workspace.intResults(2);
            return lane -> out.set(lane, 1, lane.warp().activeMask());
        }));
    }

    @Test
    void wrongResultOfASampleIsReportedWithItsPlace() {
        var samples = new Samples("none");
        assertReported(samples.lanes("puts the active lanes", 2, (lane, out) -> {
            out.put(0.5);
            out.put(lane.warp().activeMask());
        }));
        assertReported(samples.lanes("puts the active lanes as a double", 2, (lane, out) -> {
            out.put(7);
            out.put((double) lane.warp().activeMask());
        }));
    }

    /** The mask of a warp differs from that of the JVM, on which a lane is alone. */
    private static void assertReported(Case wrong) {
        try (Device device = Device.simulator(SEED)) {
            var outcome = SelfTest.run(wrong, device);
            assertThat(outcome.passed()).isFalse();
            assertThat(outcome.detail()).contains("row 0, column 1").containsPattern("must be 1(\\.0)? ");
        }
    }

    @Test
    void missingFailureIsReported() {
        var harmless = Failure.of("does not fail", ArithmeticException.class, workspace -> {
            var out = workspace.intResults(1);
            return lane -> out.set(lane, 0, 1);
        });
        try (Device device = Device.simulator(SEED)) {
            var outcome = SelfTest.run(harmless, device);
            assertThat(outcome.passed()).isFalse();
            assertThat(outcome.detail()).contains("must be java.lang.ArithmeticException");
        }
    }

    private static Device simulator(SimulatorOptions options, Case each) {
        return Device.simulator(options, DeviceOptions.defaults().withBoundsChecks(each.boundsChecks()));
    }

    static void assertPasses(Case each, Device device) {
        var outcome = SelfTest.run(each, device);
        assertThat(outcome.passed()).as(outcome.detail()).isTrue();
    }
}
