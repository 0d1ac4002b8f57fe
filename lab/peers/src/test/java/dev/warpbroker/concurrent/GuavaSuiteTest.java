package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Guava's suite for queues, with all features that a bounded queue without null can have. */
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
        var result = new TestResult();
        suite.run(result);
        assertThat(result.runCount()).isGreaterThan(100);
        assertThat(problems(result)).isEmpty();
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
