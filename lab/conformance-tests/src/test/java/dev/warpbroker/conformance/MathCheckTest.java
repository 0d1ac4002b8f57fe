package dev.warpbroker.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MathCheckTest {
    @Test
    void everyMethodOfStrictMathIsChecked() {
        var methods = Arrays.stream(StrictMath.class.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> !method.getName().equals("random"))
                .map(MathCheckTest::signature)
                .toList();
        assertThat(MathFunction.all()).extracting(MathFunction::signature).hasSameElementsAs(methods);
    }

    private static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Fails if the arguments are such that the methods always give the same. */
    @Test
    void resultsAreManyDifferentNumbers() {
        MathInputs inputs = MathInputs.random(5_000, 3);
        for (MathFunction method : MathFunction.all()) {
            long distinct = IntStream.range(0, 5_000)
                    .mapToLong(i -> method.function().bits(inputs.first(i), inputs.second(i)))
                    .distinct()
                    .count();
            assertThat(distinct)
                    .as(method.signature())
                    .isGreaterThan(method.signature().startsWith("signum") ? 3 : 50);
        }
    }

    @Test
    @Tag("long")
    void hundredThousandResultsOfEachMethodAreTheSameOnTheSimulator() {
        var wrong = new ArrayList<MathCheck.Result>();
        try (Device device = Device.simulator(1)) {
            MathCheck.run(device, 100_000, 2, _ -> true, result -> {
                if (result.differences() > 0) {
                    wrong.add(result);
                }
            });
        }
        assertThat(wrong).isEmpty();
    }
}
