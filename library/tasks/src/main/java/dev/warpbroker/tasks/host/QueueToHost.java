package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue from lanes to threads of the host, used by both while a kernel runs. Threads take from it as from any
 * {@link BlockingQueue}; lanes put in by their {@link #producer}.
 *
 * <pre>{@code
 * try (var found = QueueToHost.on(device, Layout.of(Hit.class))) {
 *     var producer = found.producer();
 *     Launch launch = device.launch(grid, lane -> producer.put(lane, new Hit(lane.id())));
 *     Hit first = found.take();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> There are several rings, so that threads need not get in each other's way. Elements that one warp
 * has put in come out in that order if one thread takes all; nothing is said of those of different warps.
 *
 * <p><b>Waiting.</b> {@link #take} and the timed {@link #poll(long, TimeUnit)} look for elements for some microseconds,
 * then with naps of up to a millisecond between looks: no kernel can wake a thread. A kernel's end is not an element;
 * use the timed form and ask the launch, or put in an element that says so.
 *
 * <p>A thread that takes an element fetches up to 32 of its ring, which wait for the threads that take next; lanes have
 * their room again at once. So up to 32 elements for each ring may be inside beyond the capacity.
 *
 * <p>Threads cannot put in: such calls throw an {@link UnsupportedOperationException}. {@link #size} counts element by
 * element. Any number of threads may take. The queue can be used by one launch after the other, also after one that has
 * failed: no element is lost that a lane has put in.
 *
 * @param <E> the elements
 */
public final class QueueToHost<E> extends AbstractQueue<E> implements BlockingQueue<E>, AutoCloseable {
    private static final String LANES_PUT = "lanes put into a queue to the host, by its producer; threads take from it";

    private final RingMemory memory;
    private final List<IncomingRing<E>> rings;
    private final DeviceProducer<E> producer;

    private QueueToHost(Device device, Layout<E> layout, int capacity, int ringCount) {
        memory = RingMemory.on(device, layout, capacity, ringCount);
        memory.counters().copyIn(DeviceProducer.firstCounters(memory));
        var made = new ArrayList<IncomingRing<E>>();
        for (int i = 0; i < ringCount; i++) {
            made.add(new IncomingRing<>(i, memory, layout));
        }
        rings = List.copyOf(made);
        producer = new DeviceProducer<>(layout, memory);
    }

    /** {@return a queue with 8 rings of 4096 elements} */
    public static <E> QueueToHost<E> on(Device device, Layout<E> layout) {
        return on(device, layout, 4096, 8);
    }

    /**
     * {@return a queue}
     *
     * @param layout how an element lies over words
     * @param capacity elements of a ring, a power of two from 64 on
     * @param rings how many rings there are: at least as many as threads that take
     */
    public static <E> QueueToHost<E> on(Device device, Layout<E> layout, int capacity, int rings) {
        return new QueueToHost<>(device, layout, capacity, rings);
    }

    /** {@return the lanes' end} */
    public DeviceProducer<E> producer() {
        return producer;
    }

    // ---- taking ----

    @Override
    public @Nullable E poll() {
        int first = firstRing();
        boolean busy = false;
        for (int i = 0; i < rings.size(); i++) {
            var ring = ring(first, i);
            if (ring.isEmpty()) {
                continue;
            }
            if (ring.tryEnter()) {
                E element = ring.pollAndLeave();
                if (element != null) {
                    return element;
                }
            } else {
                busy = true;
            }
        }
        return busy ? pollBusy(first) : null;
    }

    /** Waits for the turn at rings that others are taking from. */
    private @Nullable E pollBusy(int first) {
        for (int i = 0; i < rings.size(); i++) {
            var ring = ring(first, i);
            if (!ring.isEmpty()) {
                ring.enter();
                E element = ring.pollAndLeave();
                if (element != null) {
                    return element;
                }
            }
        }
        return null;
    }

    @Override
    public E take() throws InterruptedException {
        var pause = new ThreadPause(memory);
        while (true) {
            E element = poll();
            if (element != null) {
                return element;
            }
            pause.take();
        }
    }

    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        long start = System.nanoTime();
        var pause = new ThreadPause(memory);
        while (true) {
            E element = poll();
            if (element != null || System.nanoTime() - start >= nanos) {
                return element;
            }
            pause.take();
        }
    }

    @Override
    public @Nullable E peek() {
        for (var ring : rings) {
            ring.enter();
            try {
                E element = ring.peek();
                if (element != null) {
                    return element;
                }
            } finally {
                ring.leave();
            }
        }
        return null;
    }

    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> target, int most) {
        if (target == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself; give another collection");
        }
        return drain(target::add, most);
    }

    /**
     * Takes what is there.
     *
     * @param target given each element, while its ring is kept from others: it must be short
     * @param most no more are taken
     * @return how many were taken
     */
    public int drain(Consumer<? super E> target, int most) {
        int first = firstRing();
        int count = 0;
        for (int i = 0; i < rings.size() && count < most; i++) {
            var ring = ring(first, i);
            if (!ring.isEmpty() && ring.tryEnter()) {
                try {
                    count += ring.drain(target, most - count);
                } finally {
                    ring.leave();
                }
            }
        }
        return count;
    }

    private int firstRing() {
        return (int) (Thread.currentThread().threadId() % rings.size());
    }

    private IncomingRing<E> ring(int first, int next) {
        int at = first + next;
        return rings.get(at < rings.size() ? at : at - rings.size());
    }

    // ---- what is inside ----

    @Override
    public boolean isEmpty() {
        return rings.stream().allMatch(IncomingRing::isEmpty);
    }

    /** {@return about how many elements are inside: counts them} */
    @Override
    public int size() {
        return rings.stream().mapToInt(IncomingRing::size).sum();
    }

    /** {@return what is inside now; elements cannot be removed by it} */
    @Override
    public Iterator<E> iterator() {
        var elements = new ArrayList<E>();
        for (var ring : rings) {
            ring.enter();
            try {
                ring.copyTo(elements);
            } finally {
                ring.leave();
            }
        }
        return List.copyOf(elements).iterator();
    }

    /** Frees the memory. The kernels that use it have ended. */
    @Override
    public void close() {
        memory.close();
    }

    // ---- putting in, which is for lanes ----

    /** {@return 0: threads cannot put in} */
    @Override
    public int remainingCapacity() {
        return 0;
    }

    @Override
    public boolean offer(E element) {
        throw new UnsupportedOperationException(LANES_PUT);
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException(LANES_PUT);
    }

    @Override
    public void put(E element) {
        throw new UnsupportedOperationException(LANES_PUT);
    }
}
