package dev.warpbroker.device.backend;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What runs a lane on the JVM device: the lane asks it for what it cannot do alone. A lane that is alone in its block,
 * or names no other lane of its warp, need not ask.
 *
 * @param <L> lanes, as kernels see them
 * @param <M> memory handles
 */
public interface RunningLane<L, M> {
    /** {@return the lane that is running, or null between two} */
    @Nullable
    L lane();

    /**
     * Called by a lane that has been waiting for a while. Ends the lane if its launch was cancelled.
     *
     * @param waitingFor named in the report then
     */
    void waiting(String waitingFor);

    /** Lets other lanes have the processor for a moment. */
    void rest();

    /** Tells the host something. */
    void log(String text, @Nullable Object... values);

    /** Waits for all lanes of the block that have not ended. */
    void awaitBlock();

    /** Waits for all lanes of the launch that have not ended. */
    void awaitGrid();

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
    <S extends M> S sharedHere(Class<S> kind, int length, Supplier<S> allocation);

    /** {@return memory that all lanes of the block share which name this owner and length} */
    <S extends M> S sharedFor(Object owner, Class<S> kind, int length, Supplier<S> allocation);
}
