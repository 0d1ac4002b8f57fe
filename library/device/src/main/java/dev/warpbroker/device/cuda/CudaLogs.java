package dev.warpbroker.device.cuda;

import dev.warpbroker.compiler.log.LogRing;
import dev.warpbroker.compiler.log.LogSite;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.HostWords;
import dev.warpbroker.device.backend.RemoteMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The logs of launches in flight, and a thread that reads them while kernels run. There is neither memory nor a thread
 * before the first launch of a kernel that logs. What is left when a launch has ended is read by whoever notices that.
 */
final class CudaLogs {
    private static final long SHORTEST_REST_NANOS = 200_000;
    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final RemoteMemory memory;
    private final int lines;
    private final Delivery<LogLine> reader;
    private final Deque<HostWords> free = new ArrayDeque<>();
    private final Set<Log> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private @Nullable Thread thread;

    CudaLogs(RemoteMemory memory, int lines, Delivery<LogLine> reader) {
        this.memory = memory;
        this.lines = lines;
        this.reader = reader;
    }

    /** The log of one launch. */
    final class Log {
        private final HostWords words;
        private final LogRing ring;

        private Log(HostWords words, LogRing ring) {
            this.words = words;
            this.ring = ring;
        }

        long address() {
            return words.address();
        }

        /** Reads what is left of a launch that has ended, and gives the memory back. */
        void end() {
            if (open.remove(this)) {
                ring.finish();
                synchronized (CudaLogs.this) {
                    free.push(words);
                }
            }
        }
    }

    /** {@return an empty log for a launch that is about to be made; the context must be current} */
    synchronized Log begin(List<LogSite> sites, GridShape shape) {
        HostWords words = free.poll();
        if (words == null) {
            words = memory.allocateHostVisible(LogRing.bytes(lines), "log of " + lines + " lines");
        } else {
            for (int i = 0; i < LogRing.bytes(lines) / Integer.BYTES; i++) {
                words.set(i, 0);
            }
        }
        var log = new Log(words, new LogRing(words, lines, sites, shape, reader));
        open.add(log);
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("warpbroker-log").start(this::read);
        }
        LockSupport.unpark(thread);
        return log;
    }

    private void read() {
        long rest = SHORTEST_REST_NANOS;
        while (!closed) {
            boolean found = false;
            for (Log log : open) {
                found |= log.ring.drain();
            }
            rest = found ? SHORTEST_REST_NANOS : Math.min(2 * rest, LONGEST_REST_NANOS);
            if (open.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, rest);
            }
        }
    }

    /** Ends the thread. Required before the memory is freed; all launches must have ended. */
    void close() {
        closed = true;
        Thread reading;
        synchronized (this) {
            reading = thread;
        }
        if (reading == null) {
            return;
        }
        LockSupport.unpark(reading);
        boolean interrupted = false;
        while (reading.isAlive() && reading != Thread.currentThread()) {
            try {
                reading.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
