package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.jspecify.annotations.Nullable;

/**
 * The synthetic scenarios of section 3.5.2 of the thesis on work stealing: a thread calls itself recursively and
 * spawns, at every level, a thread that keeps a processor busy with k additions and k - 1 subtractions, whose value is
 * 1. In scenario SC 1 one recursion of depth N makes N + 1 such threads for n processors; in SC 2 each of n processors
 * starts a recursion, the i-th of depth i.
 *
 * <p><b>Different from the thesis.</b> The recursion is written out: the first task spawns all threads of its levels.
 * In the thesis it comes to the same, because the recursive call is what the spawning processor goes on with. Here the
 * lanes of a warp go in step, and the next call would wait for the thread that another lane has begun. A thread of the
 * thesis takes a whole warp of a GPU; here it is as many tasks as a warp has lanes, each of which does the whole work,
 * so that a warp that gets them does one thread at a time.
 */
public final class SpawnScenario implements TreeWork<SpawnScenario.Step, Integer> {
    private static final int MAX_THREADS = 1 << 12;
    private static final int ONE = 0;
    private static final int ZERO = 1;
    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private final Device device;
    private final int processors;
    private final int first;
    private final int last;
    private final int operations;
    private final int lanes;
    private final Ints numbers;
    private final TaskSum sum;

    /** What a task is to do. */
    public sealed interface Step {
        /** Start a recursion for each number of threads from {@code fewest} to {@code most}. */
        record Processors(int fewest, int most) implements Step {}

        /** Spawn so many threads, by way of a share for each lane of a warp. */
        record Recursion(int threads) implements Step {}

        /** Spawn a lane's part of so many threads. */
        record Share(int threads) implements Step {}

        /** Keep the processor busy: what a thread does. */
        record Work() implements Step {}
    }

    private SpawnScenario(Device device, int processors, int first, int last, int operations) {
        if (processors < 1 || last < 1 || last > MAX_THREADS) {
            throw new IllegalArgumentException(processors + " processors and recursions of " + last
                    + " threads; give at least 1 and at most " + MAX_THREADS);
        }
        if (operations < 1) {
            throw new IllegalArgumentException("k = " + operations + " operations; the thesis has 100 to 100000");
        }
        this.device = device;
        this.processors = processors;
        this.first = first;
        this.last = last;
        this.operations = operations;
        lanes = device.properties().lanesPerWorker();
        numbers = device.ints(2);
        numbers.copyIn(new int[] {1, 0});
        sum = TaskSum.on(device);
    }

    /**
     * {@return scenario SC 1}
     *
     * @param depth N, of the recursion
     * @param operations k, of each thread
     */
    public static SpawnScenario recursion(Device device, int depth, int operations) {
        return new SpawnScenario(device, 1, depth + 1, depth + 1, operations);
    }

    /**
     * {@return scenario SC 2}
     *
     * @param processors n
     * @param operations k, of each thread
     */
    public static SpawnScenario imbalance(Device device, int processors, int operations) {
        return new SpawnScenario(device, processors, 1, processors, operations);
    }

    /** {@return the number of threads, in the sense of the thesis} */
    public int threads() {
        return (first + last) * (last - first + 1) / 2;
    }

    /** {@return how long it takes if every processor does what it started, and nothing is spawned} */
    public Duration withoutStealing() {
        Ints constants = numbers;
        int k = operations;
        int width = lanes;
        int fewest = first;
        Ints values = device.ints(processors * width);
        try (values) {
            Launch launch = device.launch(new Grid(processors * width, width), lane -> {
                int value = 0;
                int threads = fewest + lane.id() / width;
                for (int i = 0; i < threads; i++) {
                    value += busy(constants, k, value);
                }
                values.set(lane.id(), value);
            });
            launch.join();
            return launch.elapsed();
        }
    }

    /**
     * Kernel Java: what keeps a processor busy. {@return 1, after k additions and k - 1 subtractions, each of which
     * needs the result of the one before}
     *
     * @param numbers 1 and 0, which a compiler does not know
     * @param before what the work before this one had as a result, or anything: to a compiler the work seems to need it
     */
    public static int busy(Ints numbers, int k, int before) {
        int one = numbers.get(ONE);
        int zero = numbers.get(ZERO);
        int value = before & zero;
        for (int i = 0; i < k; i++) {
            value += one ^ value & zero;
        }
        for (int i = 1; i < k; i++) {
            value -= one ^ value & zero;
        }
        return value;
    }

    /** Kernel Java. {@return the value of a step itself} */
    private static int perform(Step step, Spawner<Step> out, Ints numbers, int k, int width) {
        return switch (step) {
            case Step.Processors(int fewest, int most) -> {
                for (int threads = fewest; threads <= most; threads++) {
                    out.spawn(new Step.Recursion(threads));
                }
                yield 0;
            }
            case Step.Recursion(int threads) -> {
                for (int i = 0; i < width; i++) {
                    out.spawn(new Step.Share(threads));
                }
                yield 0;
            }
            case Step.Share(int threads) -> {
                for (int i = 0; i < threads; i++) {
                    out.spawn(new Step.Work());
                }
                yield 0;
            }
            case Step.Work() -> busy(numbers, k, 0);
        };
    }

    @Override
    public Layout<Step> layout() {
        return LAYOUT;
    }

    @Override
    public Step root() {
        return new Step.Processors(first, last);
    }

    @Override
    public void reset() {
        sum.clear();
    }

    @Override
    public TaskBody<Step, Spawner<Step>> body() {
        Ints constants = numbers;
        TaskSum total = sum;
        int k = operations;
        int width = lanes;
        return (step, out) -> total.add(perform(step, out, constants, k, width));
    }

    @Override
    public Integer collect() {
        return (int) sum.total();
    }

    @Override
    public Join<Integer> join() {
        return Join.sum();
    }

    @Override
    public TaskBody<Step, Fork<Step, Integer>> forkingBody() {
        Ints constants = numbers;
        int k = operations;
        int width = lanes;
        return (step, fork) -> fork.complete(perform(step, fork, constants, k, width));
    }

    @Override
    public Integer onJavaPool(ForkJoinPool pool) {
        return pool.invoke(new JavaTask(root(), this));
    }

    private static final class JavaTask extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final transient Step step;
        private final transient SpawnScenario scenario;

        JavaTask(Step step, SpawnScenario scenario) {
            this.step = step;
            this.scenario = scenario;
        }

        @Override
        protected Integer compute() {
            var forked = new ArrayList<JavaTask>();
            int value = perform(
                    step,
                    child -> forked.add(new JavaTask(child, scenario)),
                    scenario.numbers,
                    scenario.operations,
                    scenario.lanes);
            return value + invokeAll(forked).stream().mapToInt(JavaTask::join).sum();
        }
    }

    @Override
    public Integer sequentially() {
        int value = 0;
        for (int i = 0; i < threads() * lanes; i++) {
            value += busy(numbers, operations, value);
        }
        return value;
    }

    @Override
    public OptionalLong tasks(Integer result) {
        return OptionalLong.of(1 + (last - first + 1) * (1L + lanes) + (long) threads() * lanes);
    }

    @Override
    public @Nullable String problem(Integer result) {
        int right = threads() * lanes;
        return result == right ? null : "the threads have the value " + right + " together, not " + result;
    }

    @Override
    public void close() {
        numbers.close();
        sum.close();
    }

    @Override
    public String toString() {
        return threads() + " threads of " + operations + " operations";
    }
}
