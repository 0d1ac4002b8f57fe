package dev.warpbroker.device.backend;

import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Lane;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What runs a lane on the JVM device: the lane asks it for what it cannot do alone. A lane that is alone in its block, or
 * names no other lane of its warp, need not ask.
 */
public interface RunningLane {
    /** {@return the lane that is running, or null between two} */
    @Nullable
    Lane lane();

    /**
     * Called by a lane that has been waiting for a while. Ends the lane if its launch was cancelled.
     *
     * @param waitingFor named in the report then
     */
    void waiting(String waitingFor);

    /** Lets other lanes have the processor for a moment. */
    void rest();

    /** Waits for all lanes of the block that have not ended. */
    void awaitBlock();

    /** Waits for all lanes of {@code mask} that have not ended. */
    void awaitWarp(int mask);

    /** {@return the lanes of {@code mask} whose predicate is true, once all that have not ended have said theirs} */
    int ballot(int mask, boolean predicate);

    /** {@return the value of lane {@code source}, or the caller's own if {@code source} is not here} */
    long shuffle(int mask, long value, int source);

    /**
     * {@return memory that all lanes of the block share which make this call at the same place, by the same way}
     *
     * @param length the same for all
     */
    <M extends DeviceMemory> M sharedHere(Class<M> kind, int length, Supplier<M> allocation);

    /** {@return memory that all lanes of the block share which name this owner and length} */
    <M extends DeviceMemory> M sharedFor(Object owner, Class<M> kind, int length, Supplier<M> allocation);
}
