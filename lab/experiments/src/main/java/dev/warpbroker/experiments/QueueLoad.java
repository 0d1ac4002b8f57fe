package dev.warpbroker.experiments;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/** What threads do with a queue of which the values can be checked afterwards. */
public interface QueueLoad extends AutoCloseable {
    /** {@return the grid of a launch} */
    Grid grid();

    /** {@return what is launched} */
    Kernel kernel(IntQueue queue);

    /** Makes an empty queue ready for a launch, as it must be before each. */
    void prepare(IntQueue queue);

    /** {@return what was put in less what was taken out by the last launch: the sum of what is left} */
    long balance();

    /** Does the same on an empty queue, and looks whether every value that went in came out exactly once. */
    Conservation check(IntQueue queue, Duration limit);

    @Override
    void close();
}
