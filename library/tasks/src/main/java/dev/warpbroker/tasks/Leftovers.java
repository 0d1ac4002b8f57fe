package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends a run before all tasks are done, and keeps those that are left: for work that is to go on later, or elsewhere.
 *
 * <pre>{@code
 * try (var leftovers = Leftovers.on(device, layout, 1 << 16)) {
 *     var body = leftovers.instead((task, out) -> out.spawn(…));
 *     …                                        // another thread calls leftovers.stop() after a while
 *     scheduler.run(first, body);
 *     List<Task> rest = leftovers.take();      // run these, and all is done
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> After {@link #stop} tasks that begin are set aside, not run: they are among the leftovers, and
 * neither spawn nor complete. Of every task either the body was run, once, or it is a leftover, once. What the run gave
 * together with what the leftovers give is what all would have given, if it is a sum, or any other operation whose
 * order does not matter: {@link TaskSum}, and what {@link dev.warpbroker.tasks.forkjoin.Join} combines.
 *
 * <p><b>Not guaranteed.</b> How soon workers notice; threads of the JVM do before their next task. A task for which
 * there is no room is run, and so is what it spawns, for as long as there is none. A run with a
 * {@link dev.warpbroker.tasks.forkjoin.Fork.Continuation} must not be stopped: a continuation would see the result of
 * children that were not run.
 *
 * @param <T> the tasks
 */
public final class Leftovers<T> implements AutoCloseable {
    /*
     * The host stops a run by a word that it shares with the device. Threads of the JVM read that word before each
     * task. To lanes of a GPU it is far away: a few of them look there, and tell the others by words in device memory,
     * one for some warps, so that not all read the same line. A lane that looks late runs more tasks, and does nothing
     * wrong.
     *
     * Places are claimed by an atomic add. A claim beyond the end sets nothing aside; lanes that see the end passed
     * claim no more, so the count exceeds the capacity by at most the number of lanes, and cannot wrap.
     */

    /** Ints of a line of 128 bytes. */
    private static final int LINE = Ints.LINE;

    /** Lanes of which one looks at the host's word. */
    private static final int LANES_PER_LOOK = 1024;

    /** Words in device memory that say to stop. */
    private static final int SIGNS = 32;

    private static final int COUNT = SIGNS * LINE;

    private final Layout<T> layout;
    private final int stride;
    private final int capacity;

    /** Whether lanes are threads of the JVM. */
    private final boolean threads;

    /** The word of the host: not 0 from {@link #stop} on. */
    private final Ints stopped;

    private final Ints control;
    private final Ints places;

    private Leftovers(Device device, Layout<T> layout, int capacity) {
        this.layout = layout;
        this.capacity = capacity;
        stride = Math.max(1, layout.words());
        threads = device.properties().lanesPerWorker() == 1;
        var made = new ArrayList<Ints>();
        try {
            stopped = keep(made, device.hostInts(LINE));
            control = keep(made, device.ints(COUNT + LINE));
            places = keep(made, device.ints((long) capacity * stride));
        } catch (RuntimeException noRoom) {
            made.forEach(Ints::close);
            throw noRoom;
        }
    }

    private static Ints keep(List<Ints> made, Ints memory) {
        made.add(memory);
        return memory;
    }

    /**
     * {@return room for tasks that are left}
     *
     * @param layout how a task lies over words
     * @param capacity how many tasks can be set aside
     * @throws IllegalArgumentException if the capacity is not positive
     */
    public static <T> Leftovers<T> on(Device device, Layout<T> layout, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "room for " + capacity + " leftover tasks; without room no run can be stopped: give at least 1");
        }
        return new Leftovers<>(device, layout, capacity);
    }

    /** {@return a body that runs {@code body}, and from {@link #stop} on sets tasks aside instead} */
    public <S extends Spawner<T>> TaskBody<T, S> instead(TaskBody<T, S> body) {
        return (task, out) -> {
            if (!isStopped() || !setAside(task)) {
                body.run(task, out);
            }
        };
    }

    /** Says that no more tasks are to be run. By any thread, at any time; it holds until {@link #take}. */
    public void stop() {
        stopped.setVolatile(0, 1);
    }

    /**
     * {@return the tasks that were left, after the run, in no certain order} From now on tasks are run again, until the
     * next {@link #stop}.
     */
    public List<T> take() {
        int count = Math.min(control.copyOut(COUNT, 1)[0], capacity);
        var tasks = new ArrayList<T>(count);
        int[] words = places.copyOut(0, count * stride);
        for (int i = 0; i < count; i++) {
            tasks.add(layout.decode(words, i * stride));
        }
        stopped.setVolatile(0, 0);
        control.fill(0);
        return tasks;
    }

    /** Frees the memory. */
    @Override
    public void close() {
        stopped.close();
        control.close();
        places.close();
    }

    // ---- in kernels ----

    private boolean isStopped() {
        return threads ? stopped.getOpaque(0) != 0 : isTold();
    }

    private boolean isTold() {
        int lane = Lane.current().id();
        if (control.getOpaque(lane / LINE % SIGNS * LINE) != 0) {
            return true;
        }
        if (lane % LANES_PER_LOOK != 0 || stopped.getOpaque(0) == 0) {
            return false;
        }
        for (int i = 0; i < SIGNS; i++) {
            control.setOpaque(i * LINE, 1);
        }
        return true;
    }

    /** {@return whether there was room} */
    private boolean setAside(T task) {
        if (control.getOpaque(COUNT) >= capacity) {
            return false;
        }
        int place = control.getAndAddRelaxed(COUNT, 1);
        if (place >= capacity) {
            return false;
        }
        layout.write(places, place * stride, task);
        return true;
    }
}
