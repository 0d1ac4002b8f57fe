package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A queue from threads of the host to lanes, used by both while a kernel runs. Threads put in as into any
 * {@link BlockingQueue}; lanes take by their {@link #consumer}, until the host says by {@link #finish} that no more
 * come.
 *
 * <pre>{@code
 * try (var orders = QueueToDevice.on(device, Layout.of(Order.class))) {
 *     var consumer = orders.consumer();
 *     Launch launch = device.launch(grid, lane -> {
 *         for (var next = consumer.take(lane); next.present(); next = consumer.take(lane)) {
 *             sums.getAndAddRelaxed(next.value().item(), next.value().count());
 *         }
 *     });
 *     orders.put(new Order(3, 7));
 *     orders.finish();
 *     launch.join();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> There are several rings, and a thread puts into one as long as there is room. Nothing is said of the
 * order in which elements are taken.
 *
 * <p>Threads cannot take: such calls throw an {@link UnsupportedOperationException}. Any number of threads may put in.
 * A thread that waits for room looks for it for some microseconds, then with naps of up to a millisecond between looks.
 *
 * @param <E> the elements
 */
public final class QueueToDevice<E> extends AbstractQueue<E> implements BlockingQueue<E>, AutoCloseable {
    private static final String LANES_TAKE = "lanes take from a queue to the device, by its consumer; threads put in";

    private final RingMemory memory;
    private final Layout<E> layout;
    private final List<OutgoingRing> rings;
    private final DeviceConsumer<E> consumer;

    private QueueToDevice(Device device, Layout<E> layout, int capacity, int ringCount) {
        layout.requireZero();
        this.layout = layout;
        memory = RingMemory.on(device, layout, capacity, ringCount);
        var made = new ArrayList<OutgoingRing>();
        for (int i = 0; i < ringCount; i++) {
            made.add(new OutgoingRing(i, memory));
        }
        rings = List.copyOf(made);
        consumer = new DeviceConsumer<>(layout, memory);
    }

    /** {@return a queue with 4 rings of 4096 elements} */
    public static <E> QueueToDevice<E> on(Device device, Layout<E> layout) {
        return on(device, layout, 4096, 4);
    }

    /**
     * {@return a queue}
     *
     * @param layout how an element lies over words
     * @param capacity elements of a ring, a power of two from 64 on; one place of each is for its end
     * @param rings how many rings there are; so many warps can look for elements at a time
     */
    public static <E> QueueToDevice<E> on(Device device, Layout<E> layout, int capacity, int rings) {
        return new QueueToDevice<>(device, layout, capacity, rings);
    }

    /** {@return the lanes' end} */
    public DeviceConsumer<E> consumer() {
        return consumer;
    }

    /** Says that no more elements come: lanes that find nothing are told so from then on. */
    public void finish() {
        rings.forEach(OutgoingRing::end);
    }

    // ---- putting in ----

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException after {@link #finish}
     */
    @Override
    public boolean offer(E element) {
        var words = new int[memory.shape().words()];
        layout.encode(Objects.requireNonNull(element, "the element is null"), words, 0);
        return offer(words);
    }

    private boolean offer(int[] words) {
        int first = (int) (Thread.currentThread().threadId() % rings.size());
        for (int i = 0; i < rings.size(); i++) {
            int at = first + i;
            if (rings.get(at < rings.size() ? at : at - rings.size()).offer(words)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void put(E element) throws InterruptedException {
        var pause = new ThreadPause(memory);
        while (!offer(element)) {
            pause.take();
        }
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        long start = System.nanoTime();
        var pause = new ThreadPause(memory);
        while (!offer(element)) {
            if (System.nanoTime() - start >= nanos) {
                return false;
            }
            pause.take();
        }
        return true;
    }

    @Override
    public int remainingCapacity() {
        return rings.size() * (memory.shape().slots() - 1) - size();
    }

    /** {@return about how many elements were put in and not taken} */
    @Override
    public int size() {
        return rings.stream().mapToInt(OutgoingRing::size).sum();
    }

    /** Frees the memory. The kernels that use it have ended. */
    @Override
    public void close() {
        memory.close();
    }

    @Override
    public String toString() {
        return "queue to the device with about " + size() + " elements";
    }

    // ---- taking, which is for lanes ----

    @Override
    public E poll() {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public E poll(long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public E take() {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public E peek() {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public int drainTo(Collection<? super E> target) {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public int drainTo(Collection<? super E> target, int most) {
        throw new UnsupportedOperationException(LANES_TAKE);
    }

    @Override
    public Iterator<E> iterator() {
        throw new UnsupportedOperationException(LANES_TAKE);
    }
}
