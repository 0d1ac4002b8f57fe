package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The devices of executors. A task of Spark has the GPU whose address Spark gave it
 * ({@code spark.task.resource.gpu.amount} and {@code spark.executor.resource.gpu.amount}), else threads of the JVM, as
 * many as Spark reckons for it ({@code spark.task.cpus}).
 *
 * <pre>{@code
 * JavaRDD<Double> sums = numbers.mapPartitions(Devices.onPartition((device, elements) -> {
 *     try (var memory = device.doubles(…)) { … device.run(…); … }
 * }));
 * }</pre>
 *
 * <p>A device stays open for later tasks of the executor. Tasks that run at the same time have devices of their own.
 */
public final class Devices {
    private static final String GPU = "gpu";

    /** What no task uses at present, by address; {@link #JVM} for threads. Guarded by itself. */
    private static final Map<String, Deque<Device>> IDLE = new HashMap<>();

    private static final String JVM = "jvm";

    private Devices() {}

    /**
     * What is done with the elements of a partition.
     *
     * @param <A> the elements
     * @param <B> what comes of them
     */
    @FunctionalInterface
    public interface PartitionWork<A, B> extends Serializable {
        /**
         * {@return what comes of the elements}
         *
         * @param device of the executor: do not close it, and free the memory that you take
         * @throws Exception if that is not possible: Spark tries again, some times
         */
        Iterator<B> apply(Device device, Iterator<A> elements) throws Exception;
    }

    /** {@return a function for {@code mapPartitions} that has a device} */
    public static <A, B> FlatMapFunction<Iterator<A>, B> onPartition(PartitionWork<A, B> work) {
        return elements -> work.apply(ofTask(), elements);
    }

    /**
     * {@return the device of the task of Spark that calls this, its alone until the task ends}
     *
     * @throws IllegalStateException if Spark promised a GPU that cannot be used, or outside of a task
     */
    public static Device ofTask() {
        var task = task();
        String address = address(task);
        var device = take(address);
        TaskCompletionListener listener = _ -> giveBack(address, device);
        task.addTaskCompletionListener(listener);
        return device;
    }

    /** {@return how many threads the task of Spark that calls this may keep busy} */
    public static int threadsOfTask() {
        return task().cpus();
    }

    static Device take(String address) {
        synchronized (IDLE) {
            var idle = IDLE.computeIfAbsent(address, _ -> new ArrayDeque<>());
            while (!idle.isEmpty()) {
                var device = idle.pop();
                if (device.isOpen()) {
                    return device;
                }
            }
        }
        return open(address);
    }

    static void giveBack(String address, Device device) {
        synchronized (IDLE) {
            IDLE.computeIfAbsent(address, _ -> new ArrayDeque<>()).push(device);
        }
    }

    /** {@return where the device of a task is: the number of a GPU, or {@link #JVM}} */
    static String address(TaskContext task) {
        var gpus = task.resourcesJMap().get(GPU);
        return gpus == null || gpus.addresses().length == 0 ? JVM : gpus.addresses()[0];
    }

    private static Device open(String address) {
        if (address.equals(JVM)) {
            return Device.jvm();
        }
        String promised = "Spark promised GPU " + address + " of executor "
                + SparkEnv.get().executorId() + ", ";
        try {
            return Device.cuda(Integer.parseInt(address));
        } catch (NumberFormatException notANumber) {
            throw new IllegalStateException(
                    promised + "which is no number; let spark.worker.resource.gpu.discoveryScript print numbers from 0",
                    notANumber);
        } catch (DeviceException missing) {
            throw new IllegalStateException(
                    promised + "which cannot be used: " + missing.getMessage()
                            + "; correct the resources of that worker, or run without spark.task.resource.gpu.amount",
                    missing);
        }
    }

    private static TaskContext task() {
        var task = TaskContext.get();
        if (task == null) {
            throw new IllegalStateException("a device of an executor is had in a task of Spark only; elsewhere open one"
                    + " with Device.open()");
        }
        return task;
    }
}
