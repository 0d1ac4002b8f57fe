package dev.warpbroker.device.cuda;

import dev.warpbroker.device.cuda.CopyQueue.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies memory that the device cannot reach (the Java heap, mapped files, native memory of others) by way of buffers
 * that it can.
 *
 * <p>A copy is cut into chunks. Several threads, the caller among them, take the next chunk each and bring it from the
 * host's memory to a buffer, or back, while the device copies other buffers: one core copies a fifth of what the link
 * does. A segment that only the caller may access is left to the caller.
 *
 * <p>Buffers are shared by all copies, made when they are first needed, and kept. One that is given back may still be
 * read by the device; whoever takes it waits for that. No thread waits for a buffer while it holds one, so a copy
 * always gets on.
 */
final class StagedCopies {
    /**
     * How copies are cut.
     *
     * @param threads that take part in one copy
     * @param buffers of all copies together
     * @param chunkBytes of a buffer
     */
    record Plan(int threads, int buffers, long chunkBytes) {
        private static final int MAX_THREADS = 8;
        private static final int BUFFERS_PER_THREAD = 3;
        private static final long CHUNK_BYTES = 2L << 20;

        /** {@return what suits this machine, or what the system properties {@code warpbroker.copy.*} say} */
        static Plan ofThisMachine() {
            int processors = Runtime.getRuntime().availableProcessors();
            int threads = Integer.getInteger("warpbroker.copy.threads", Math.clamp(processors / 2, 1, MAX_THREADS));
            return new Plan(
                    threads,
                    Integer.getInteger("warpbroker.copy.buffers", BUFFERS_PER_THREAD * threads),
                    Long.getLong("warpbroker.copy.chunk", CHUNK_BYTES));
        }
    }

    /** A chunk that the device brings into a buffer. */
    private record Arriving(Buffer buffer, long at, long bytes) {}

    private static final Thread ANY_OTHER = Thread.ofPlatform().unstarted(() -> {});
    private static final long IDLE_SECONDS = 5;

    private final Plan plan;
    private final Supplier<Buffer> newBuffer;
    private final ExecutorService helpers;

    /** Those that nobody holds, the one given back first in front. Guarded by this. */
    private final Deque<Buffer> free = new ArrayDeque<>();

    private final List<Buffer> all = new ArrayList<>();

    StagedCopies(Plan plan, Supplier<Buffer> newBuffer) {
        this.plan = plan;
        this.newBuffer = newBuffer;
        var pool = new ThreadPoolExecutor(
                Math.max(1, plan.threads() - 1),
                Math.max(1, plan.threads() - 1),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("warpbroker-copy-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        helpers = pool;
    }

    /** Copies a segment to the device. */
    void copyIn(CopyQueue queue, long address, MemorySegment source) {
        share(queue, source, next -> sendChunks(queue, address, source, next));
    }

    /** Copies device memory to a segment. */
    void copyOut(CopyQueue queue, long address, MemorySegment target) {
        share(queue, target, next -> receiveChunks(queue, address, target, next));
    }

    /** What each thread of a copy does: takes chunks until none is left. */
    private interface Part {
        void run(AtomicLong next);
    }

    private void share(CopyQueue queue, MemorySegment segment, Part part) {
        var next = new AtomicLong();
        long chunks = Math.ceilDiv(segment.byteSize(), plan.chunkBytes());
        long threads = segment.isAccessibleBy(ANY_OTHER) ? Math.min(plan.threads(), chunks) : 1;
        var parts = new ArrayList<CompletableFuture<Void>>();
        for (long i = 1; i < threads; i++) {
            parts.add(CompletableFuture.runAsync(() -> runOrEnd(part, next, segment), helpers));
        }
        parts.add(CompletableFuture.runAsync(() -> runOrEnd(part, next, segment), Runnable::run));
        try {
            CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException reason ? reason : failure;
        } finally {
            queue.await();
        }
    }

    /** Leaves nothing to the other threads if this one fails. */
    private static void runOrEnd(Part part, AtomicLong next, MemorySegment segment) {
        boolean done = false;
        try {
            part.run(next);
            done = true;
        } finally {
            if (!done) {
                next.set(segment.byteSize());
            }
        }
    }

    private void sendChunks(CopyQueue queue, long address, MemorySegment source, AtomicLong next) {
        long size = source.byteSize();
        for (long at = take(next, size); at < size; at = take(next, size)) {
            long bytes = Math.min(plan.chunkBytes(), size - at);
            var buffer = takeBuffer();
            try {
                MemorySegment.copy(source, at, buffer.memory(), 0, bytes);
                queue.toDevice(address + at, buffer, bytes);
            } finally {
                giveBack(buffer);
            }
        }
    }

    /** Lets the device fill one buffer while this thread empties another. */
    private void receiveChunks(CopyQueue queue, long address, MemorySegment target, AtomicLong next) {
        var current = request(queue, address, target.byteSize(), next, true);
        while (current != null) {
            Arriving following = null;
            try {
                following = request(queue, address, target.byteSize(), next, false);
                current.buffer().await();
                MemorySegment.copy(current.buffer().memory(), 0, target, current.at(), current.bytes());
            } catch (RuntimeException failure) {
                if (following != null) {
                    giveBack(following.buffer());
                }
                throw failure;
            } finally {
                giveBack(current.buffer());
            }
            current = following != null ? following : request(queue, address, target.byteSize(), next, true);
        }
    }

    /** {@return the next chunk; null if there is none, or no buffer for it and the caller does not want to wait} */
    private @Nullable Arriving request(CopyQueue queue, long address, long size, AtomicLong next, boolean patient) {
        if (next.get() >= size) {
            return null;
        }
        var buffer = patient ? takeBuffer() : pollBuffer();
        if (buffer == null) {
            return null;
        }
        boolean requested = false;
        try {
            long at = take(next, size);
            if (at >= size) {
                return null;
            }
            long bytes = Math.min(plan.chunkBytes(), size - at);
            queue.toHost(buffer, address + at, bytes);
            requested = true;
            return new Arriving(buffer, at, bytes);
        } finally {
            if (!requested) {
                giveBack(buffer);
            }
        }
    }

    private long take(AtomicLong next, long size) {
        return next.getAndUpdate(at -> at >= size ? at : at + plan.chunkBytes());
    }

    /** {@return a buffer of which no copy is under way, perhaps after waiting for one} */
    private Buffer takeBuffer() {
        boolean interrupted = false;
        try {
            while (true) {
                var buffer = pollBuffer();
                if (buffer != null) {
                    return buffer;
                }
                try {
                    awaitGivenBack();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void awaitGivenBack() throws InterruptedException {
        while (free.isEmpty() && all.size() >= plan.buffers()) {
            wait();
        }
    }

    /** {@return a buffer of which no copy is under way, or null if all are held} */
    private @Nullable Buffer pollBuffer() {
        Buffer oldest;
        synchronized (this) {
            oldest = free.peek();
            if ((oldest == null || !oldest.isIdle()) && all.size() < plan.buffers()) {
                var added = newBuffer.get();
                all.add(added);
                return added;
            }
            free.poll();
        }
        if (oldest != null) {
            oldest.await();
        }
        return oldest;
    }

    private synchronized void giveBack(Buffer buffer) {
        free.add(buffer);
        notifyAll();
    }

    /** Frees the buffers. Requires that no copy is under way. */
    void close() {
        helpers.shutdown();
        all.forEach(Buffer::free);
    }
}
