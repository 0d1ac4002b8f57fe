package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.MemoryModel.MemoryPort;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A block of lanes with its shared memory. */
final class SimulatedBlock {
    /** Above all global addresses. */
    private static final long SHARED_IDENTITIES = 1L << 62;

    private static final int SHARED_BITS = 32;

    private final int index;
    private final List<SimulatedWarp> warps = new ArrayList<>();
    private final List<MemoryRegion> shared = new ArrayList<>();
    private int liveLanes;

    /** @param contents what shared memory holds at first: anything, as on a device */
    SimulatedBlock(int index, List<Variable> variables, int dynamicSharedBytes, SplittableRandom contents) {
        this.index = index;
        for (Variable variable : variables) {
            if (variable.space() == AddressSpace.SHARED) {
                long identity = SHARED_IDENTITIES + ((long) index << SHARED_BITS) + variable.address();
                int bytes = variable.bytes() == Variable.OF_LAUNCH ? dynamicSharedBytes : variable.bytes();
                var region = new MemoryRegion(variable.name(), variable.address(), bytes, identity);
                fill(region, contents);
                shared.add(region);
            }
        }
    }

    private static void fill(MemoryRegion region, SplittableRandom contents) {
        long[] words = region.words();
        for (int word = 0; word < words.length; word++) {
            words[word] = contents.nextLong();
        }
    }

    void add(SimulatedWarp warp) {
        warps.add(warp);
        liveLanes += Integer.bitCount(warp.liveLanes());
    }

    int index() {
        return index;
    }

    List<SimulatedWarp> warps() {
        return warps;
    }

    int liveLanes() {
        return liveLanes;
    }

    void lanesEnded(int count) {
        liveLanes -= count;
    }

    @Nullable
    MemoryRegion sharedAt(long address, int bytes) {
        for (MemoryRegion region : shared) {
            if (region.contains(address, bytes)) {
                return region;
            }
        }
        return null;
    }

    /** {@return whether all lanes that have not ended wait at the same barrier} */
    boolean isBarrierComplete() {
        int[] waiting = new int[2];
        for (SimulatedWarp warp : warps) {
            for (LaneGroup group : warp.groups()) {
                if (group.state == LaneGroup.State.AT_BLOCK_BARRIER) {
                    waiting[group.members] += Integer.bitCount(group.lanes);
                }
            }
        }
        return liveLanes > 0 && (waiting[0] == liveLanes || waiting[1] == liveLanes);
    }

    /** Lets all lanes go on from the barrier. */
    void releaseBarrier(MemoryModel memory) {
        var ports = new ArrayList<MemoryPort>(liveLanes);
        for (SimulatedWarp warp : warps) {
            warp.releaseBarrier();
            warp.collectPorts(warp.liveLanes(), ports);
        }
        memory.meet(ports);
    }
}
