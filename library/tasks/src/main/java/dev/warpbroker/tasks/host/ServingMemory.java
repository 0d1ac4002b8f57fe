package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WorkerRings;
import java.util.ArrayList;

/**
 * The memory of an executor.
 *
 * @param requestLayout where the words of requests lie
 * @param answerLayout where those of answers lie: an answer has the place of its request
 * @param requests written by the host; host-visible
 * @param answers written by lanes, and by the host between two kernels; host-visible
 * @param firstPages where each warp begins, written by the host before a launch
 * @param begun the position after that of the request that each lane began last
 * @param traces where warps note what they do
 */
record ServingMemory(
        RingLayout requestLayout,
        RingLayout answerLayout,
        Longs requests,
        Longs answers,
        Longs firstPages,
        Longs begun,
        WorkerRings traces)
        implements AutoCloseable {
    static ServingMemory on(Device device, int rings, Layout<?> tasks, RingLayout requests, RingLayout answers) {
        var made = new ArrayList<DeviceMemory>();
        try {
            var forRequests = device.hostLongs(longs(rings, requests));
            made.add(forRequests);
            var forAnswers = device.hostLongs(longs(rings, answers));
            made.add(forAnswers);
            var firstPages = device.longs(rings);
            made.add(firstPages);
            var begun = device.longs(rings * (long) requests.lanes());
            made.add(begun);
            return new ServingMemory(
                    requests,
                    answers,
                    forRequests,
                    forAnswers,
                    firstPages,
                    begun,
                    WorkerRings.of(device, tasks, rings));
        } catch (RuntimeException notMade) {
            made.forEach(DeviceMemory::close);
            throw notMade;
        }
    }

    private static int longs(int rings, RingLayout layout) {
        long longs = rings * layout.longs();
        if (longs > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(rings + " rings of " + layout.slots() + " entries of " + layout.words()
                    + " words are " + longs + " longs, more than one memory holds (" + Integer.MAX_VALUE
                    + "); take fewer workers, or a smaller capacity");
        }
        return (int) longs;
    }

    /** Throws what an access has thrown, unless that was because the memory was closed, or its device. */
    void requireClosed(IllegalStateException thrown) {
        if (requests.isOpen() && answers.isOpen()) {
            throw thrown;
        }
    }

    @Override
    public void close() {
        requests.close();
        answers.close();
        firstPages.close();
        begun.close();
        traces.close();
    }
}
