package dev.warpbroker.spark;

import dev.warpbroker.spark.SparkTasks.Progress;
import dev.warpbroker.spark.SparkTasks.Slice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.apache.spark.FutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/** The tasks of a run that no executor has, in the driver, and the slices that are under way. */
final class SlicePool<R> {
    /*
     * A slice is taken out of the pool, goes to an executor and comes back with a result and the tasks that are left.
     * Spark runs it again if the executor is lost, and may run it twice. Its return is taken once: from then on its id is
     * not among those under way. Nothing else of a slice has an effect. So every task counts once.
     *
     * There are twice as many slices under way as can run, so that an executor finds the next one when it has ended one;
     * what the driver does takes place meanwhile. While there are fewer than can run, slices are short: they come back
     * soon, and what is left is split. All slices that can be made at a time are one job of Spark.
     */
    private static final int WAVES = 2;

    /** Part of the time of a slice while some executors have nothing to do. */
    private static final int SHORT = 10;

    /** Tasks of a slice. */
    private static final int MOST_TASKS = 1 << 14;

    private static final long TELL_MILLIS = 250;

    private static final String INTERRUPT = "spark.job.interruptOnCancel";

    private final JavaSparkContext spark;
    private final Broadcast<SliceEngine.Maker<R>> maker;
    private final SliceTask<R> task;
    private final BinaryOperator<R> merge;
    private final Consumer<Progress> listener;
    private final int stride;
    private final long sliceNanos;
    private final Duration patience;

    /** Returns of slices, and failures of jobs. */
    private final BlockingQueue<Object> arrivals = new LinkedBlockingQueue<>();

    private final Set<Long> underWay = new HashSet<>();
    private final List<FutureAction<?>> jobs = new ArrayList<>();
    private final List<Slice> slices = new ArrayList<>();

    /** Words of tasks that wait. */
    private int[] waiting;

    private int words;
    private long nextId;
    private long executed;
    private @Nullable R result;

    SlicePool(
            JavaSparkContext spark,
            SliceEngine.Maker<R> maker,
            BinaryOperator<R> merge,
            int stride,
            int[] first,
            SparkTasks.Settings settings) {
        this.spark = spark;
        this.maker = sent(spark, maker);
        task = new SliceTask<>(UUID.randomUUID().toString(), this.maker);
        this.merge = merge;
        this.stride = stride;
        waiting = first.clone();
        words = first.length;
        sliceNanos = settings.slice().toNanos();
        patience = settings.patience();
        listener = settings.listener();
    }

    /** {@return the work for executors} Spark throws what its methods do not say. */
    private static <V> Broadcast<V> sent(JavaSparkContext spark, V value) {
        try {
            return spark.broadcast(value);
        } catch (Exception notSent) {
            throw ClusterException.of(notSent);
        }
    }

    SparkTasks.Outcome<R> run() {
        String before = spark.getLocalProperty(INTERRUPT);
        spark.setLocalProperty(INTERRUPT, "true");
        boolean interrupted = false;
        try {
            return runToTheEnd();
        } catch (InterruptedException _) {
            interrupted = true;
            throw new ClusterException("interrupted with " + slices.size() + " slices done; the rest was cancelled");
        } finally {
            jobs.stream().filter(job -> !job.isCompleted()).forEach(FutureAction::cancel);
            maker.unpersist();
            spark.setLocalProperty(INTERRUPT, before);
            if (interrupted) { // not before: Spark asks executors, and heeds it
                Thread.currentThread().interrupt();
            }
        }
    }

    private SparkTasks.Outcome<R> runToTheEnd() throws InterruptedException {
        long start = System.nanoTime();
        long lastArrival = start;
        long told = start;
        while (words > 0 || !underWay.isEmpty()) {
            submit();
            var arrival = arrivals.poll(TELL_MILLIS, TimeUnit.MILLISECONDS);
            while (arrival != null) {
                lastArrival = System.nanoTime();
                take(arrival);
                arrival = arrivals.poll();
            }
            long now = System.nanoTime();
            if (now - told > TELL_MILLIS * 1_000_000) {
                listener.accept(progress(now - start));
                told = now;
            }
            if (now - lastArrival > patience.toNanos() && executors() == 0) {
                throw new ClusterException("no executor for " + patience.toSeconds() + " s on "
                        + spark.master() + ", and so none of " + underWay.size()
                        + " slices is done; look at the master's page for workers with free cores and memory, and at"
                        + " the logs of executors that did not start");
            }
        }
        long elapsed = System.nanoTime() - start;
        listener.accept(progress(elapsed));
        return new SparkTasks.Outcome<>(
                Objects.requireNonNull(result), executed, Duration.ofNanos(elapsed), List.copyOf(slices));
    }

    private void take(Object arrival) {
        switch (arrival) {
            case Throwable failure -> throw ClusterException.of(failure);
            case SliceReturn<?> any -> {
                @SuppressWarnings("unchecked") // no others are put in
                var slice = (SliceReturn<R>) any;
                if (underWay.remove(slice.id())) {
                    merge(slice);
                }
            }
            default -> throw new IllegalStateException("unknown arrival " + arrival);
        }
    }

    private void merge(SliceReturn<R> slice) {
        if (slice.failure() != null) {
            throw new ClusterException(slice.failure() + " (on executor " + slice.executor() + ")");
        }
        R one = Objects.requireNonNull(slice.result());
        result = result == null ? one : merge.apply(result, one);
        executed += slice.executed();
        int[] left = slice.leftovers();
        if (words + left.length > waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(2 * waiting.length, words + left.length));
        }
        System.arraycopy(left, 0, waiting, words, left.length);
        words += left.length;
        slices.add(new Slice(
                slice.executor(),
                slice.begin(),
                Duration.ofNanos(slice.nanos()),
                slice.executed(),
                left.length / stride));
    }

    /** Makes as many slices as are wanted, of tasks that are dealt in turn: what lies together is of similar size. */
    private void submit() {
        int tasks = words / stride;
        int slots = slots();
        int count = Math.min(tasks, WAVES * slots - underWay.size());
        if (count <= 0) {
            return;
        }
        int dealt = (int) Math.min(tasks, (long) count * MOST_TASKS);
        int from = words - dealt * stride;
        boolean scarce = underWay.size() + count < slots;
        var orders = new ArrayList<SliceOrder>();
        for (int i = 0; i < count; i++) {
            int[] dealtToOne = new int[Math.ceilDiv(dealt - i, count) * stride];
            for (int at = 0; at < dealtToOne.length; at += stride) {
                System.arraycopy(waiting, from + (i + at / stride * count) * stride, dealtToOne, at, stride);
            }
            orders.add(new SliceOrder(nextId, dealtToOne, scarce ? sliceNanos / SHORT : sliceNanos));
            underWay.add(nextId++);
        }
        words = from;
        jobs.removeIf(FutureAction::isCompleted);
        jobs.add(submit(orders));
    }

    private FutureAction<?> submit(List<SliceOrder> orders) {
        var partitions = new ArrayList<Object>();
        for (int i = 0; i < orders.size(); i++) {
            partitions.add(i);
        }
        FutureAction<BoxedUnit> job = spark.sc()
                .submitJob(
                        spark.parallelize(orders, orders.size()).rdd(),
                        task,
                        CollectionConverters.asScala(partitions).toSeq(),
                        (_, slice) -> {
                            arrivals.add(slice);
                            return BoxedUnit.UNIT;
                        },
                        () -> BoxedUnit.UNIT);
        job.onComplete(
                done -> {
                    if (done.isFailure()) {
                        arrivals.add(done.failed().get());
                    }
                    return BoxedUnit.UNIT;
                },
                ExecutionContext.fromExecutor(Runnable::run));
        return job;
    }

    private Progress progress(long nanos) {
        return new Progress(
                slices.size(), underWay.size(), words / stride, executed, executors(), Duration.ofNanos(nanos));
    }

    private int executors() {
        int known = spark.statusTracker().getExecutorInfos().length;
        return spark.isLocal() ? known : known - 1; // the driver is among them
    }

    /** {@return how many slices can run at once} */
    private int slots() {
        var conf = spark.sc().conf();
        int byCores = spark.defaultParallelism() / conf.getInt("spark.task.cpus", 1);
        double gpusOfTask = conf.getDouble("spark.task.resource.gpu.amount", 0);
        if (gpusOfTask > 0) {
            double gpus = conf.getDouble("spark.executor.resource.gpu.amount", 1) * executors();
            return Math.max(1, Math.min(byCores, (int) (gpus / gpusOfTask)));
        }
        return Math.max(1, byCores);
    }
}
