package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.tasks.TaskFailedException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/**
 * Runs a slice in an executor. It changes nothing outside of itself, so that Spark may run it as often as it likes,
 * also twice at the same time.
 */
final class SliceTask<R> extends AbstractFunction1<Iterator<SliceOrder>, SliceReturn<R>> implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int[] NOTHING = {};

    /** Engines that no slice uses at present, all of the latest run. Guarded by itself. */
    private static final Deque<Opened> IDLE = new ArrayDeque<>();

    /** An engine of a run, and the device that it has. */
    private record Opened(String run, String address, Device device, SliceEngine<?, ?> engine) {
        void close() {
            engine.close();
            Devices.giveBack(address, device);
        }
    }

    private final String run;
    private final Broadcast<SliceEngine.Maker<R>> maker;

    SliceTask(String run, Broadcast<SliceEngine.Maker<R>> maker) {
        this.run = run;
        this.maker = maker;
    }

    @Override
    public SliceReturn<R> apply(Iterator<SliceOrder> orders) {
        var order = orders.next();
        var opened = take(TaskContext.get());
        boolean usable = false;
        try {
            var slice = run(order, opened);
            usable = slice.failure() == null;
            return slice;
        } finally {
            if (usable) {
                giveBack(opened);
            } else {
                opened.close();
            }
        }
    }

    private SliceReturn<R> run(SliceOrder order, Opened opened) {
        @SuppressWarnings("unchecked") // it is of this run
        var engine = (SliceEngine<?, R>) opened.engine;
        long begin = System.currentTimeMillis();
        long start = System.nanoTime();
        try {
            var done = engine.run(order.words(), order.nanos());
            return slice(order, done.result(), done.leftovers(), done.executed(), begin, start, null);
        } catch (TaskFailedException failure) {
            return slice(order, null, NOTHING, 0, begin, start, failure.getMessage());
        }
    }

    private static <R> SliceReturn<R> slice(
            SliceOrder order,
            @Nullable R result,
            int[] leftovers,
            long executed,
            long begin,
            long start,
            @Nullable String failure) {
        String executor = SparkEnv.get().executorId();
        return new SliceReturn<>(
                order.id(), result, leftovers, executed, executor, begin, System.nanoTime() - start, failure);
    }

    /** What belongs to a run that has ended is closed by the first slice of the next. */
    private Opened take(TaskContext task) {
        String address = Devices.address(task);
        synchronized (IDLE) {
            for (var idle : IDLE.toArray(Opened[]::new)) {
                if (!idle.run.equals(run)) {
                    IDLE.remove(idle);
                    idle.close();
                } else if (idle.address.equals(address)) {
                    IDLE.remove(idle);
                    return idle;
                }
            }
        }
        var device = Devices.take(address);
        return new Opened(run, address, device, maker.value().open(device, task.cpus()));
    }

    private static void giveBack(Opened opened) {
        synchronized (IDLE) {
            IDLE.push(opened);
        }
    }
}
