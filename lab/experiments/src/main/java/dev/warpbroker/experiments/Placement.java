package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * Threads on chosen multiprocessors, as many on each, in blocks of any size. A GPU spreads blocks as it likes: so every
 * multiprocessor gets as many of them as a chosen one is to have, and those on others have nothing to do.
 */
public final class Placement implements AutoCloseable {
    private static final int NOT_CHOSEN = -1;

    private final Grid grid;
    private final int threads;
    private final int blocksOnEach;

    /** For each multiprocessor its place among the chosen ones. */
    private final Ints places;

    /** For each multiprocessor, how many of its blocks have come. */
    private final Ints arrivals;

    /**
     * @param multiprocessors how many there are
     * @param chosen the numbers of those on which threads are to be
     * @param threads in all
     */
    public Placement(Device device, int multiprocessors, List<Integer> chosen, int threads, int blockSize) {
        if (threads % (blockSize * chosen.size()) != 0) {
            throw new IllegalArgumentException(threads + " threads in blocks of " + blockSize + " on " + chosen.size()
                    + " multiprocessors: not as many blocks on each; give a multiple of "
                    + blockSize * chosen.size() + " threads");
        }
        this.threads = threads;
        blocksOnEach = threads / blockSize / chosen.size();
        grid = new Grid(multiprocessors * blocksOnEach * blockSize, blockSize);
        int[] numbers = new int[multiprocessors];
        Arrays.fill(numbers, NOT_CHOSEN);
        for (int i = 0; i < chosen.size(); i++) {
            numbers[chosen.get(i)] = i;
        }
        places = device.ints(multiprocessors);
        places.copyIn(numbers);
        arrivals = device.ints(multiprocessors);
    }

    /** {@return what is launched} */
    public Grid grid() {
        return grid;
    }

    /** {@return how many threads have something to do} */
    public int threads() {
        return threads;
    }

    /** Forgets who has come, as it must be before each launch. */
    public void clear() {
        arrivals.fill(0);
    }

    /** {@return the number of a lane among those that have something to do; less than 0 if it has nothing} */
    int numberOf(Lane lane) {
        lane.gridBarrier(); // all blocks are somewhere, and none makes room for another
        var block = lane.block();
        int place = places.get(block.multiprocessor());
        if (place == NOT_CHOSEN) {
            return NOT_CHOSEN;
        }
        var arrival = block.sharedInts(1);
        if (block.lane() == 0) {
            arrival.set(0, arrivals.getAndAdd(block.multiprocessor(), 1));
        }
        block.barrier();
        int number = arrival.get(0);
        return number < blocksOnEach ? (place * blocksOnEach + number) * block.fullSize() + block.lane() : NOT_CHOSEN;
    }

    @Override
    public void close() {
        places.close();
        arrivals.close();
    }
}
