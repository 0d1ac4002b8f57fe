package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.LaneGroup.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Notices when no lane will ever make progress again.
 *
 * <p>When memory has not changed and no lane has ended for a while, all stores are made visible and the registers of
 * every running lane are noted. A lane that has run and is at the same instruction with the same registers later on
 * repeats itself for ever, as long as memory does not change. Once that holds for all running lanes, none of them can
 * change memory. Lanes that count something, or look at the clock, do not repeat themselves; they run into the step
 * limit.
 */
final class StallDetector {
    private static final int PATIENCE_PER_LANE = 2_000;
    private static final int CHECK_INTERVAL = 256;

    /** What a warp was like when it was noted. */
    private static final class Note {
        final long[] registers;
        final int[] next = new int[SimulatedWarp.SIZE];

        /** Lanes that have run since then. */
        int ran;

        int repeating;

        Note(SimulatedWarp warp) {
            registers = warp.copyRegisters();
            for (LaneGroup group : warp.groups()) {
                for (int rest = group.lanes; rest != 0; rest &= rest - 1) {
                    next[Integer.numberOfTrailingZeros(rest)] = group.next;
                }
            }
        }
    }

    private final MemoryModel memory;
    private final Map<SimulatedWarp, Note> notes = new HashMap<>();
    private boolean watching;
    private long lastProgress = -1;
    private long suspicious;
    private long renewal;
    private long patience;
    private int slices;

    StallDetector(MemoryModel memory) {
        this.memory = memory;
    }

    /** Called before a group runs. */
    void observe(SimulatedWarp warp, LaneGroup group) {
        if (!watching) {
            return;
        }
        Note note = notes.get(warp);
        if (note == null) {
            note = new Note(warp);
            notes.put(warp, note);
        }
        for (int rest = group.lanes & note.ran & ~note.repeating; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (note.next[lane] == group.next && warp.sameRegisters(note.registers, lane)) {
                note.repeating |= 1 << lane;
            }
        }
        note.ran |= group.lanes;
    }

    /**
     * {@return whether all lanes wait or repeat themselves}
     *
     * @param progress a number that grows with every change of memory and every lane that ends
     */
    boolean isStalled(long progress, long steps, int liveLanes, Collection<SimulatedBlock> blocks) {
        if (progress != lastProgress) {
            lastProgress = progress;
            patience = (long) PATIENCE_PER_LANE * liveLanes;
            suspicious = steps + patience;
            watching = false;
            return false;
        }
        if (steps < suspicious) {
            return false;
        }
        if (!watching || steps > renewal) {
            watching = true;
            memory.settle();
            notes.clear();
            patience *= 2;
            renewal = steps + patience;
            return false;
        }
        return ++slices % CHECK_INTERVAL == 0 && allRepeat(blocks);
    }

    private boolean allRepeat(Collection<SimulatedBlock> blocks) {
        for (SimulatedBlock block : blocks) {
            for (SimulatedWarp warp : block.warps()) {
                Note note = notes.get(warp);
                int repeating = note == null ? 0 : note.repeating;
                if ((warp.lanes(State.RUNNING) & ~repeating) != 0) {
                    return false;
                }
            }
        }
        return true;
    }
}
