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
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Guava's suite for queues, with all features that a bounded queue without null can have. What it asserts stands in its own
 * test cases; queues that are not what they should be show that it does.
 */
class GuavaSuiteTest {
    private static Stream<Arguments> cases() {
        var rings = Stream.of(
                suite("RingBlockingQueue, power of two", () -> new RingBlockingQueue<>(64)),
                suite("RingBlockingQueue, not a power of two", () -> new RingBlockingQueue<>(41)),
                suite("RingBlockingQueue, positions that wrap around", () -> new RingBlockingQueue<>(41, -8)));
        var algorithms = AlgorithmBlockingQueue.kinds().stream()
                .map(kind -> suite("AlgorithmBlockingQueue, " + kind, () -> AlgorithmBlockingQueue.of(kind, 64)));
        return Stream.concat(rings, algorithms).flatMap(suite -> cases(suite.getName(), suite));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void passesTheSuite(TestCase single) throws Throwable {
        single.runBare();
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
        var result = new TestResult();
        suite("checked", empty).run(result);
        return result.failureCount() + result.errorCount();
    }

    @SuppressWarnings("JdkObsolete") // The suite is made of tests of JUnit 3.
    private static Stream<Arguments> cases(String queue, junit.framework.Test test) {
        return switch (test) {
            case TestSuite suite -> Collections.list(suite.tests()).stream().flatMap(each -> cases(queue, each));
            case TestCase single -> Stream.of(argumentSet(queue + ": " + single.getName(), single));
            default -> throw new IllegalArgumentException("neither a suite nor a test: " + test);
        };
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
