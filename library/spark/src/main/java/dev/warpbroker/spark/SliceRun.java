package dev.warpbroker.spark;

import dev.warpbroker.spark.SparkTasks.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.FutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/** A run in the driver: hands slices of a pool to Spark, and their returns to the pool. */
final class SliceRun<R> {
    private static final long TELL_MILLIS = 250;

    private static final String INTERRUPT = "spark.job.interruptOnCancel";

    private final JavaSparkContext spark;
    private final SlicePool<R> pool;
    private final Broadcast<SliceEngine.Maker<R>> maker;
    private final SliceTask<R> task;
    private final Duration patience;
    private final Consumer<Progress> listener;

    /** What threads of Spark have to say. */
    private final BlockingQueue<Arrival<R>> arrivals = new LinkedBlockingQueue<>();

    private final List<FutureAction<?>> jobs = new ArrayList<>();

    /** From a job: the return of a slice, or why it failed. */
    private record Arrival<R>(
            @Nullable SliceReturn<R> slice, @Nullable Throwable failure) {}

    SliceRun(JavaSparkContext spark, SlicePool<R> pool, SliceEngine.Maker<R> maker, SparkTasks.Settings settings) {
        this.spark = spark;
        this.pool = pool;
        this.maker = sent(spark, maker);
        task = new SliceTask<>(UUID.randomUUID().toString(), this.maker);
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
            throw new ClusterException(
                    "interrupted with " + pool.slices().size() + " slices done; the rest was cancelled");
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
        while (!pool.isDone()) {
            requireContext();
            var orders = pool.deal(slots(), Duration.ofNanos(System.nanoTime() - start));
            if (!orders.isEmpty()) {
                jobs.removeIf(FutureAction::isCompleted);
                jobs.add(submit(orders));
            }
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
                        + spark.master() + ", and so none of " + pool.underWay()
                        + " slices is done; look at the master's page for workers with free cores and memory, and at"
                        + " the logs of executors that did not start");
            }
        }
        long elapsed = System.nanoTime() - start;
        listener.accept(progress(elapsed));
        return new SparkTasks.Outcome<>(
                pool.result(), pool.executed(), Duration.ofNanos(elapsed), List.copyOf(pool.slices()));
    }

    /** Spark ends a context by itself if no master answers. */
    private void requireContext() {
        if (spark.sc().isStopped()) {
            throw new ClusterException("the context of Spark on " + spark.master() + " has ended with "
                    + pool.slices().size() + " slices done: no master answered, or another thread stopped it; see"
                    + " whether a master runs at that address, and start again");
        }
    }

    private void take(Arrival<R> arrival) {
        if (arrival.failure != null) {
            requireContext();
            throw ClusterException.of(arrival.failure);
        }
        if (arrival.slice != null) {
            pool.take(arrival.slice);
        }
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
                            arrivals.add(new Arrival<>(slice, null));
                            return BoxedUnit.UNIT;
                        },
                        () -> BoxedUnit.UNIT);
        job.onComplete(
                done -> {
                    if (done.isFailure()) {
                        arrivals.add(new Arrival<>(null, done.failed().get()));
                    }
                    return BoxedUnit.UNIT;
                },
                ExecutionContext.fromExecutor(Runnable::run));
        return job;
    }

    private Progress progress(long nanos) {
        return new Progress(
                pool.slices().size(),
                pool.underWay(),
                pool.waiting(),
                pool.executed(),
                executors(),
                Duration.ofNanos(nanos));
    }

    private int executors() {
        int known = spark.statusTracker().getExecutorInfos().length;
        return spark.isLocal() ? known : known - 1; // the driver is among them
    }

    /** {@return how many slices can run at once, by cores and GPUs of the executors that are there} */
    private int slots() {
        var context = spark.sc();
        var profile = context.resourceProfileManager().defaultResourceProfile();
        return Math.max(1, context.maxNumConcurrentTasks(profile));
    }
}
