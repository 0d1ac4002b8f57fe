package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.suite.Suite;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParameterException;

/**
 * Numbers that are too small, and threads that are too many, are refused by every experiment before it measures a row.
 * All options with numbers are tried, so that a new one is, too.
 */
class TooSmallNumbersTest {
    /** Decide what is random; any number will do. */
    private static final Set<String> SEEDS = Set.of("--seed", "--weight-seed");

    /** Of which 0 is a number as good as others. */
    private static final Set<String> MAY_BE_ZERO = Set.of(
            "--warmup",
            "--source",
            "--p",
            "--p-enq",
            "--p-deq",
            "--fma",
            "--patience",
            "--prefill",
            "--added",
            "--cutoff",
            "--fib",
            "--uts-seed",
            "--low",
            "--deltas",
            "--ballast",
            "--intervals");

    /** Without which an option means nothing. */
    private static final Map<String, String> TOGETHER =
            Map.of("--runs", "--invalid", "--intervals", "--invalid", "--groups", "--variants=queue-only");

    /** {@return every option with numbers of every experiment, with a number that is too small} */
    static Stream<Arguments> tooSmall() {
        return Suite.EXPERIMENTS.stream()
                .filter(Experiment::isCommand)
                .flatMap(experiment -> experiment.options().stream()
                        .filter(TooSmallNumbersTest::isNumber)
                        .filter(option -> !SEEDS.contains(option.toString()))
                        .flatMap(option -> Stream.of("-1", "0")
                                .filter(number -> number.equals("-1") || !mayBeZero(experiment, option))
                                .map(number -> Arguments.of(experiment.name(), option.toString(), number))));
    }

    private static boolean isNumber(Option<?> option) {
        return option.parser() == null
                && List.of(Integer.class, Long.class, Double.class).contains(option.type());
    }

    private static boolean mayBeZero(Experiment experiment, Option<?> option) {
        boolean levels = experiment.name().equals("spawn") && option.toString().equals("--depth");
        return levels || MAY_BE_ZERO.contains(option.toString());
    }

    private static boolean has(Experiment experiment, String argument) {
        return experiment.options().stream()
                .anyMatch(option -> option.toString().equals(argument.split("=", 2)[0]));
    }

    /** {@return every experiment that has threads} */
    static Stream<String> withThreads() {
        return Suite.EXPERIMENTS.stream()
                .filter(experiment -> experiment.isCommand() && has(experiment, "--threads"))
                .map(Experiment::name);
    }

    @ParameterizedTest
    @MethodSource("withThreads")
    void moreThreadsThanAnyDeviceHasAreRefusedBeforeTheFirstRow(String name) {
        try (Device device = Device.jvm()) {
            var experiment = Suite.named(name).orElseThrow();
            assertThatThrownBy(() -> ExperimentCommand.trial(experiment, device, "--threads=2147483647"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2147483647 threads; the greatest number is ");
        }
    }

    @ParameterizedTest
    @MethodSource("tooSmall")
    void aNumberThatIsTooSmallIsRefusedBeforeTheFirstRow(String name, String option, String number) {
        try (Device device = Device.jvm()) {
            var experiment = Suite.named(name).orElseThrow();
            var arguments = Stream.of(TOGETHER.get(option), option + "=" + number)
                    .filter(Objects::nonNull)
                    .filter(argument -> has(experiment, argument))
                    .toArray(String[]::new);
            assertThatThrownBy(() -> ExperimentCommand.trial(experiment, device, arguments))
                    .isInstanceOfAny(IllegalArgumentException.class, ParameterException.class)
                    .hasMessageContaining(number);
        }
    }
}
