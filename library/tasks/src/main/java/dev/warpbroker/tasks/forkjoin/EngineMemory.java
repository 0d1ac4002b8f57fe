package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WorkerRings;
import java.util.ArrayList;
import java.util.List;

/**
 * The device memory of all workers, each part divided evenly among them.
 *
 * @param stacks stacked tasks that do not fit into fast memory
 * @param frames frames that do not fit into fast memory
 * @param freeFrames their numbers, those that are free
 * @param deques of every public deque a word of tag, tail and head, on a cache line of its own
 * @param published the tasks in the public deques
 * @param arrivals how many messages were sent to an inbox, on a cache line of its own
 * @param flags of every slot of an inbox, which round's message it holds
 * @param messages the messages
 * @param root whether the root has ended, the words of its result, the words of the root task; what is left to do, and
 *     how many workers have a total
 * @param totals what tasks of a worker have given, if there are no frames
 * @param running of every lane the task that it runs, if that is noted
 * @param counters statistics
 * @param rings what workers note for the time line
 */
record EngineMemory(
        Ints stacks,
        Ints frames,
        Ints freeFrames,
        Longs deques,
        Ints published,
        Ints arrivals,
        Ints flags,
        Ints messages,
        Ints root,
        Ints totals,
        Ints running,
        Longs counters,
        WorkerRings rings)
        implements AutoCloseable {
    // Statistics of a worker.
    static final int STOLEN = 0;
    static final int STEALS = 1;
    static final int MESSAGES = 2;
    static final int SPILLED = 3;
    static final int COUNTERS = 4;

    static EngineMemory on(Device device, Plan plan, Layout<?> tasks, int workers) {
        var made = new ArrayList<DeviceMemory>();
        try {
            return on(new Maker(device, workers, made), plan, tasks);
        } catch (RuntimeException noRoom) {
            made.forEach(DeviceMemory::close);
            throw noRoom;
        }
    }

    private static EngineMemory on(Maker maker, Plan plan, Layout<?> tasks) {
        int lanes = maker.device().properties().lanesPerWorker();
        return new EngineMemory(
                maker.ints("tasks", plan.tasks(), plan.entryWords()),
                maker.ints("frames", plan.frames(), plan.frameWords()),
                maker.ints("frames", plan.frames(), 1),
                maker.longs(maker.workers() * (Plan.LINE / 2)),
                maker.ints("inbox", plan.publicTasks(), plan.entryWords()),
                maker.ints("workers", 1, Plan.LINE),
                maker.ints("inbox", plan.inbox(), 1),
                maker.ints("inbox", plan.inbox(), plan.messageWords()),
                maker.keep(maker.device().ints(plan.rootWords())),
                maker.ints("workers", 1, plan.resultWords()),
                maker.ints("workers", plan.traces() ? lanes : 1, Math.max(1, plan.taskWords())),
                maker.longs(maker.workers() * COUNTERS),
                WorkerRings.of(maker.device(), tasks, maker.workers()));
    }

    /**
     * Allocates.
     *
     * @param made what there is to free if the rest cannot be had
     */
    private record Maker(Device device, int workers, List<DeviceMemory> made) {
        <M extends DeviceMemory> M keep(M memory) {
            made.add(memory);
            return memory;
        }

        Longs longs(int length) {
            return keep(device.longs(length));
        }

        Ints ints(String option, int each, int words) {
            long length = (long) workers * each * words;
            if (length > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("option " + option + ": " + each + " of " + words
                        + " words for each of " + workers + " workers are " + length
                        + " words, more than one memory holds (" + Integer.MAX_VALUE + "); make " + option
                        + " smaller or take fewer workers");
            }
            return keep(device.ints(Math.max(1, (int) length)));
        }
    }

    /** Makes all deques and inboxes empty after a run that did not come to its end. */
    void clear() {
        deques.fill(0);
        arrivals.fill(0);
        flags.fill(0);
    }

    @Override
    public void close() {
        stacks.close();
        frames.close();
        freeFrames.close();
        deques.close();
        published.close();
        arrivals.close();
        flags.close();
        messages.close();
        root.close();
        totals.close();
        running.close();
        counters.close();
        rings.close();
    }
}
