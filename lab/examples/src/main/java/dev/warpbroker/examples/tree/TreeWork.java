package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Work that unfolds from one task, in all forms that an {@link Engine} may ask for. It lives on a device, whose memory
 * it frees when it is closed, and can be run again and again, once at a time.
 *
 * @param <T> the tasks
 * @param <R> what comes of them
 */
public interface TreeWork<T, R> extends AutoCloseable {
    /** {@return how a task lies over words} */
    Layout<T> layout();

    /** {@return the task from which all others come} */
    T root();

    /** Makes everything as it was before the first run. */
    void reset();

    /** {@return what is done with a task that nobody waits for: results go to device memory} */
    TaskBody<T, Spawner<T>> body();

    /** {@return what the tasks of the last run left in device memory} */
    R collect();

    /** {@return how results of tasks become one} */
    Join<R> join();

    /** {@return what is done with a task whose result is joined with those of the others} */
    TaskBody<T, Fork<T, R>> forkingBody();

    /** {@return what comes of it on Java's own pool, in the form that a Java developer would write} */
    R onJavaPool(ForkJoinPool pool);

    /** {@return what comes of it if the calling thread does everything} */
    R sequentially();

    /** {@return how many tasks there were, if the result tells} */
    OptionalLong tasks(R result);

    /** {@return what is wrong with a result of the last run, or null} */
    @Nullable
    String problem(R result);

    @Override
    void close();
}
