package dev.warpbroker.device;

import dev.warpbroker.device.backend.RunningKernel;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Copies and launches that are done one after the other, in the background. Several streams let copies overlap kernels:
 *
 * <pre>{@code
 * try (DeviceStream a = device.stream(); DeviceStream b = device.stream()) {
 *     for (int chunk = 0; chunk < chunks; chunk++) {
 *         DeviceStream stream = chunk % 2 == 0 ? a : b;              // each stream has memory of its own
 *         stream.copyIn(input[chunk % 2], source.asSlice(chunk * bytes, bytes));
 *         stream.launch(grid, kernels[chunk % 2]);
 *         stream.copyOut(output[chunk % 2], target.asSlice(chunk * bytes, bytes));
 *     }
 *     a.join();
 *     b.join();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> What a stream is given is done in that order, each after the end of the one before. Streams are not
 * ordered among each other, unless one is told to come {@link #after} another; but never do two kernels run at once.
 * The methods of {@link Device} and {@link DeviceMemory} are ordered with everything: launches, copies and fills made
 * there come after all that any stream was given before, and wait for it; what a stream is given later comes after
 * them. So launch by the stream what is to overlap.
 *
 * <p>While a copy is under way, nobody may write what it reads, or touch what it writes: neither the host in the
 * segment, nor a kernel of another stream in the elements. What is seen then is not specified.
 *
 * <p><b>Failure.</b> If something fails (a kernel throws, a launch is cancelled, the arena of a segment is closed),
 * nothing that the stream was given after it is done, nor what comes after it in other streams; all of it fails with
 * the same cause. The stream stays so; open another one. {@link #join} and {@link #close} throw it.
 *
 * <p><b>Memory.</b> Segments must be accessible to other threads: of the heap, or of an arena that is not confined. A
 * pinned segment is copied in one go; others pass through pinned buffers of the device. On the JVM and the simulator
 * the same happens, one operation at a time.
 *
 * <p>Streams may be used by several threads.
 */
public final class DeviceStream implements AutoCloseable {
    private static final Thread ANY_OTHER = Thread.ofPlatform().unstarted(() -> {});

    /** Something to be done, on the thread of the stream. */
    @FunctionalInterface
    private interface Operation {
        void perform() throws InterruptedException;
    }

    private final Device device;
    private final Streams streams;
    private final ExecutorService thread;

    /** The end of the operation given last. Guarded by this, like what follows. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /** Operations of other streams that the next operation has to wait for. */
    private final List<CompletableFuture<Void>> awaited = new ArrayList<>();

    private boolean closed;
    private boolean reported;

    /** What failed first, after which nothing is done any more. Written by the thread of the stream. */
    private volatile @Nullable Throwable failure;

    DeviceStream(Device device, Streams streams, ExecutorService thread) {
        this.device = device;
        this.streams = streams;
        this.thread = thread;
    }

    /**
     * Copies a segment to the start of device memory.
     *
     * @param target the memory
     * @param source whole elements; they must not change before the {@link #end}
     */
    public void copyIn(DeviceMemory target, MemorySegment source) {
        copyIn(target, 0, source);
    }

    /**
     * Copies a segment to device memory, beginning at an element.
     *
     * @param target the memory
     * @param from the first element
     * @param source whole elements; they must not change before the {@link #end}
     */
    public void copyIn(DeviceMemory target, long from, MemorySegment source) {
        check(target, source);
        target.checkSegment(source, from);
        give("copy of " + source.byteSize() + " bytes to " + target, () -> target.transferIn(from, source), null);
    }

    /**
     * Fills a segment with the first elements of device memory.
     *
     * @param source the memory
     * @param target room for whole elements; it must not be touched before the {@link #end}
     */
    public void copyOut(DeviceMemory source, MemorySegment target) {
        copyOut(source, 0, target);
    }

    /**
     * Fills a segment with elements of device memory.
     *
     * @param source the memory
     * @param from the first element
     * @param target room for whole elements; it must not be touched before the {@link #end}
     */
    public void copyOut(DeviceMemory source, long from, MemorySegment target) {
        check(source, target);
        source.checkTarget(target, from);
        give("copy of " + target.byteSize() + " bytes from " + source, () -> source.transferOut(from, target), null);
    }

    /**
     * Runs a kernel when all that this stream was given before is done. It is compiled then, too; arrays that it
     * captured are read then and must not change before its end.
     *
     * @param grid how many lanes there are, and in which blocks
     * @param kernel what the lanes run
     * @return the launch; {@code join} reports failures, also of what came before. Cancelling it fails the stream
     */
    public Launch launch(Grid grid, Kernel kernel) {
        var queued = new QueuedKernel();
        give("launch", () -> launch(queued, grid, kernel).join(), queued);
        return new Launch(device, queued, null);
    }

    private Launch launch(QueuedKernel queued, Grid grid, Kernel kernel) {
        var event = LaunchEvent.begun(device, grid, kernel);
        return new Launch(device, queued.begin(() -> device.start(grid, kernel)), event);
    }

    /**
     * {@return the end of what this stream was given last, and so of all that it was given so far; a failure if one of
     * them failed} Cancelling it changes nothing. What is attached to it runs on the thread of the stream and must not
     * wait for the device; attach what does so with {@code thenRunAsync} and the like.
     */
    public CompletableFuture<Void> end() {
        return lastEnd().copy();
    }

    /**
     * Lets what this stream is given from now on wait for what another stream was given so far.
     *
     * @param other a stream of the same device
     */
    public void after(DeviceStream other) {
        if (other.device != device) {
            throw new IllegalArgumentException(
                    "a stream of " + device + " cannot wait for one of " + other.device + "; join that one");
        }
        var awaitedEnd = other.lastEnd();
        synchronized (this) {
            awaited.add(awaitedEnd);
        }
    }

    /**
     * Waits until all is done that this stream was given.
     *
     * @throws DeviceException if something failed; its cause is what failed first
     */
    public void join() {
        Streams.refuseOnServingThread();
        awaitEnd();
        var failed = failure;
        if (failed != null) {
            synchronized (this) {
                reported = true;
            }
            throw failed("an operation of a stream of " + device + " failed", failed);
        }
    }

    /**
     * Waits until all is done that this stream was given. To end a kernel that does not end, cancel its launch. Closing
     * twice does nothing.
     *
     * @throws DeviceException if something failed and {@link #join} has not said so
     */
    @Override
    public void close() {
        Streams.refuseOnServingThread();
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        awaitEnd();
        streams.remove(this, thread);
        boolean silent;
        synchronized (this) {
            silent = reported;
        }
        if (!silent) {
            join();
        }
    }

    private synchronized CompletableFuture<Void> lastEnd() {
        return last;
    }

    /** {@return whether all is done that this stream was given} */
    boolean isIdle() {
        return lastEnd().isDone();
    }

    /** Waits until all is done that this stream was given, or has failed. */
    void awaitEnd() {
        lastEnd().handle((_, _) -> true).join();
    }

    /** Lets the thread go. */
    synchronized void endWithDevice() {
        closed = true;
        thread.shutdown();
    }

    private void check(DeviceMemory memory, MemorySegment segment) {
        if (memory.device() != device) {
            throw new IllegalStateException("a stream of " + device + " was given " + memory
                    + "; use a stream of the device that owns the memory");
        }
        if (!memory.isOpen()) {
            throw memory.closedFailure();
        }
        if (!segment.isAccessibleBy(ANY_OTHER)) {
            throw new IllegalArgumentException("a stream was given a segment of a confined arena, which other threads"
                    + " cannot access; allocate it from Arena.ofShared() or Arena.ofAuto()");
        }
    }

    private synchronized void give(String what, Operation operation, @Nullable QueuedKernel queued) {
        if (closed || !device.isOpen()) {
            throw new IllegalStateException("a stream of " + device + " was used after "
                    + (closed ? "it" : "its device") + " was closed; keep both open until the last operation");
        }
        var before = List.copyOf(awaited);
        var launched = device.lastLaunch();
        var end = new CompletableFuture<Void>();
        thread.execute(() -> perform(what, operation, queued, before, launched, end));
        awaited.clear();
        last = end;
    }

    private void perform(
            String what,
            Operation operation,
            @Nullable QueuedKernel queued,
            List<CompletableFuture<Void>> before,
            @Nullable RunningKernel launched,
            CompletableFuture<Void> end) {
        try {
            refuseAfterFailure(what, before);
            if (launched != null) {
                launched.await(Long.MAX_VALUE);
            }
            operation.perform();
        } catch (Throwable reason) { // whatever it is, it is told to those who wait
            if (failure == null) {
                failure = reason;
            }
            if (queued != null) {
                queued.fail(reason);
            }
            end.completeExceptionally(reason);
            return;
        }
        end.complete(null);
    }

    private void refuseAfterFailure(String what, List<CompletableFuture<Void>> before) {
        if (streams.abandoned()) {
            throw new DeviceException(what + " was not done: its device was closed before; join its stream first");
        }
        var failed = failure;
        if (failed != null) {
            throw failed(what + " was not done: an operation before it in its stream failed", failed);
        }
        for (var each : before) {
            try {
                each.join();
            } catch (CompletionException reason) {
                var cause = reason.getCause();
                throw failed(
                        what + " was not done: an operation failed that it had to wait for",
                        cause == null ? reason : cause);
            }
        }
    }

    /** {@return an exception of the device whose cause is what failed} */
    static DeviceException failed(String what, Throwable reason) {
        return new DeviceException(
                what + ": " + (reason.getMessage() == null ? reason : reason.getMessage()),
                reason instanceof DeviceException e ? e.fault() : null,
                reason);
    }
}
