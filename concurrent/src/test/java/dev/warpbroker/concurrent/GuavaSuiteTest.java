package dev.warpbroker.concurrent;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Guava's suite for queues, with all features that a bounded queue without null can have. */
class GuavaSuiteTest {
    @TestFactory
    Stream<DynamicNode> passesTheSuite() {
        var rings = Stream.of(
                suite("RingBlockingQueue, power of two", () -> new RingBlockingQueue<>(64)),
                suite("RingBlockingQueue, not a power of two", () -> new RingBlockingQueue<>(41)),
                suite("RingBlockingQueue, positions that wrap around", () -> new RingBlockingQueue<>(41, -8)));
        var algorithms = AlgorithmBlockingQueue.kinds().stream()
                .map(kind -> suite("AlgorithmBlockingQueue, " + kind, () -> AlgorithmBlockingQueue.of(kind, 64)));
        return Stream.concat(rings, algorithms).map(GuavaSuiteTest::node);
    }

    @SuppressWarnings("JdkObsolete") // The suite is made of tests of JUnit 3.
    private static DynamicNode node(Test test) {
        return switch (test) {
            case TestSuite suite ->
                dynamicContainer(
                        suite.getName(),
                        Collections.list(suite.tests()).stream().map(GuavaSuiteTest::node));
            case TestCase single -> dynamicTest(single.getName(), single::runBare);
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
