package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import java.util.Optional;

/**
 * The elimination-backoff stack (EB): Treiber's stack, in which a thread that was not the fastest looks for a partner
 * instead of only waiting: a push and a pop that meet have nothing more to do at the stack.
 *
 * <p>Danny Hendler, Nir Shavit, Lena Yerushalmi: <i>A Scalable Lock-free Stack Algorithm</i>, SPAA 2004, and Journal of
 * Parallel and Distributed Computing 70(1), 2010.
 *
 * <p><b>Guarantees.</b> Those of {@link TreiberStack}: last in, first out; linearizable; lock-free; values are
 * published; every int is a value; exactly {@code capacity} of them fit; Full and Empty have their instant. A push that
 * meets a pop succeeds also while the stack is full, as if it held one more between the two.
 *
 * <p><b>Not guaranteed.</b> What is not guaranteed there. Threads that do not get in each other's way never meet, so a
 * stack that is used by pushes alone, or by pops alone, is no faster than Treiber's.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>There, the collision array holds names of threads, and a second array says what each thread wants. Here a
 *       thread waits in the collision array itself: what it wants, a value and the answer fit into one word. So a
 *       thread needs no number and no record of its own, of which a GPU would need hundreds of thousands, and a meeting
 *       is one compare-and-swap instead of two.
 *   <li>How much of the collision array a thread uses adapts while an operation lasts, as in the paper's adaptive form,
 *       but begins anew with each operation. How long it waits does not adapt.
 *   <li>Nodes are as in {@link TreiberStack}. Also a push that was not the fastest to take a free node looks for a
 *       partner.
 * </ul>
 */
final class EliminationBackoffStack extends TreiberStack {
    /*
     * Invariants: those of NodeLists and of Collision. A push and a pop that meet are both under way at the instant of
     * their meeting, so they take effect then, one right after the other, whatever is on the stack.
     */

    /** Threads of a GPU that share a place in the collision array, if all are there. */
    private static final int THREADS_PER_PLACE = 64;

    private static final int MAX_PLACES = 1 << 12;

    /** Where operations meet. */
    private final Longs places;

    private final Collision.Callers callers;

    private EliminationBackoffStack(Device device, StackOptions options) {
        super(device, options);
        boolean warps = device.properties().lanesPerWorker() > 1;
        callers = warps ? new Collision.Callers.Lanes() : new Collision.Callers.Threads();
        int wanted = warps
                ? device.properties().residentThreads() / THREADS_PER_PLACE
                : Runtime.getRuntime().availableProcessors() / 2;
        places = device.longs(Integer.highestOneBit(Math.clamp(wanted, 1, MAX_PLACES)));
    }

    static EliminationBackoffStack with(Device device, StackOptions options) {
        return new EliminationBackoffStack(device, options);
    }

    @Override
    Detour detour() {
        return new Collision(places, callers);
    }

    @Override
    public void clear() {
        super.clear();
        places.fill(0);
    }

    @Override
    public Optional<String> damage() {
        for (long place : places.copyOut()) {
            if (place != Collision.FREE) {
                return Optional.of("an operation still waits for a partner");
            }
        }
        return super.damage();
    }

    @Override
    public void close() {
        super.close();
        places.close();
    }
}
