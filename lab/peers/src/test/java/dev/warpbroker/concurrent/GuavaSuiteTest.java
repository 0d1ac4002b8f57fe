package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Guava's suite for queues, with all features that a bounded queue without null can have. What it asserts stands in its
 * own test cases; queues that are not what they should be show that it does.
 */
class GuavaSuiteTest {
    private static Stream<Arguments> suites() {
        return Stream.of(
                        suite("power of two", () -> new RingBlockingQueue<>(64)),
                        suite("not a power of two", () -> new RingBlockingQueue<>(41)),
                        suite("positions that wrap around", () -> new RingBlockingQueue<>(41, -8)))
                .map(suite -> argumentSet(suite.getName(), suite));
    }

    @ParameterizedTest
    @MethodSource("suites")
    void passesTheSuite(TestSuite suite) {
        var result = run(suite);
        assertThat(result.runCount()).isGreaterThan(100);
        assertThat(problems(result)).isEmpty();
    }

    @Test
    void suiteHasTestsAndFindsQueuesThatAreWrong() {
        assertThat(suite("right", () -> new RingBlockingQueue<>(64)).countTestCases())
                .isGreaterThan(100);
        assertThat(failures(() -> new RingBlockingQueue<>(64)))
                .as("a queue that is right")
                .isZero();
        assertThat(failures(() -> Collections.asLifoQueue(new ArrayDeque<>())))
                .as("last in, first out")
                .isPositive();
        assertThat(failures(() -> new ArrayBlockingQueue<>(2)))
                .as("too small for what is put in")
                .isPositive();
    }

    private static int failures(Supplier<Queue<String>> empty) {
        return problems(run(suite("checked", empty))).size();
    }

    private static TestResult run(TestSuite suite) {
        var result = new TestResult();
        suite.run(result);
        return result;
    }

    @SuppressWarnings("JdkObsolete") // The suite is made of tests of JUnit 3.
    private static List<String> problems(TestResult result) {
        return Stream.of(result.failures(), result.errors())
                .flatMap(all -> Collections.list(all).stream())
                .map(each -> each.failedTest() + ": " + each.trace())
                .toList();
    }

    private static TestSuite suite(String name, Supplier<Queue<String>> empty) {
        return QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    public Queue<String> create(String[] elements) {
                        var queue = empty.get();
                        queue.addAll(List.of(elements));
                        return queue;
                    }
                })
                .named(name)
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.GENERAL_PURPOSE,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.ALLOWS_NULL_QUERIES)
                .createTestSuite();
    }
}
