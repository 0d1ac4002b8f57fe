package dev.warpbroker.device;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The open streams of a device, and the threads that serve them.
 *
 * <p>Where copies run beside kernels, each stream has a thread of its own. Elsewhere one thread serves all of them, in
 * the order in which the host made its calls: that is one of the orders in which they may run, it needs no protection
 * of memory that a copy and a kernel both touch, and it makes a simulation repeatable.
 */
final class Streams {
    /** A thread that serves streams. What waits for streams must not run on it. */
    private static final class ServingThread extends Thread {
        ServingThread(Runnable body, String device) {
            super(null, body, "warpbroker-stream-" + device, 0, false);
            setDaemon(true);
        }
    }

    private static final long LOOK_NANOS = 100_000;

    private final Device device;
    private final boolean besideKernels;
    private final Set<DeviceStream> open = ConcurrentHashMap.newKeySet();

    /** Serves all streams; null until there is one, and where each has a thread of its own. Guarded by this. */
    private @Nullable ExecutorService common;

    private volatile boolean abandoned;

    Streams(Device device, boolean besideKernels) {
        this.device = device;
        this.besideKernels = besideKernels;
    }

    synchronized DeviceStream open() {
        var thread = besideKernels ? newThread() : common;
        if (thread == null) {
            thread = newThread();
            common = thread;
        }
        var stream = new DeviceStream(device, this, thread);
        open.add(stream);
        return stream;
    }

    private ExecutorService newThread() {
        return Executors.newSingleThreadExecutor(body -> new ServingThread(body, device.toString()));
    }

    /** Forgets a stream that has nothing left to do. */
    void remove(DeviceStream stream, ExecutorService thread) {
        open.remove(stream);
        if (besideKernels) {
            thread.shutdown();
        }
    }

    /** {@return whether what was not begun is not to begin any more} */
    boolean abandoned() {
        return abandoned;
    }

    /** Waits until all that streams were given is done. */
    void await() {
        if (!open.isEmpty()) {
            refuseOnServingThread();
            open.forEach(DeviceStream::awaitEnd);
        }
    }

    /** Waits until all that streams were given is done. {@return whether it is, in time} */
    boolean await(long nanos) {
        long start = System.nanoTime();
        while (!open.stream().allMatch(DeviceStream::isIdle)) {
            if (System.nanoTime() - start > nanos) {
                return false;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        return true;
    }

    /** Lets nothing begin any more. */
    void abandon() {
        abandoned = true;
    }

    /** Lets the threads go once they have nothing left to do. */
    synchronized void close() {
        abandoned = true;
        open.forEach(DeviceStream::endWithDevice);
        open.clear();
        if (common != null) {
            common.shutdown();
        }
    }

    static void refuseOnServingThread() {
        if (Thread.currentThread() instanceof ServingThread) {
            throw new IllegalStateException(
                    "what runs when an operation of a stream ends (thenRun and the like) must not"
                            + " wait for the device: that would wait for itself; use thenRunAsync and the like");
        }
    }
}
