package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/** The messages to a {@link FrameWorker}: results of its tasks' children that others ran. */
final class Inbox<T, R> implements Lending {
    /*
     * An inbox is a ring of slots. A sender takes a ticket, writes its message to the slot of the ticket and sets the
     * slot's flag, which says in which round of the ring it was sent, so that nobody need clear it. The flag releases
     * the message and what came before; the owner's look at the flag acquires, and warp.synchronize passes that on
     * between its lanes.
     *
     * `away` counts own children that are in the own deque or with others: those whose message has not been received.
     * It never exceeds the slots. So the message of ticket t + slots is sent only after that of ticket t was received,
     * and an inbox never overflows; a worker with a full inbox publishes nothing more and runs the tasks itself.
     */
    private final WarpMemory<T> memory;
    private final Plan plan;
    private final Layout<R> results;

    // The same in all lanes.
    private int received;
    private int away;

    Inbox(WarpMemory<T> memory, Layout<R> results) {
        this.memory = memory;
        this.results = results;
        plan = memory.plan();
        received = memory.device().arrivals().getOpaque(memory.worker() * Plan.LINE);
    }

    /** {@return whether there may come messages} */
    boolean isAwaited() {
        return away > 0;
    }

    @Override
    public int room() {
        return plan.inbox() - away;
    }

    @Override
    public void lend(int count, int children) {
        away += children;
    }

    @Override
    public void take(int count, int children) {
        away -= children;
    }

    /** {@return what marks the message of a ticket in its slot; never 0} */
    private int round(int ticket) {
        return (ticket >>> plan.inboxBits()) + 1;
    }

    private int slot(int owner, int ticket) {
        return owner * plan.inbox() + (ticket & plan.inbox() - 1);
    }

    /** Sends the result of the calling lane to the worker whose frame waits for it. */
    void send(LaneWork<T, R> work) {
        Ints messages = memory.device().messages();
        int owner = work.reference >>> Plan.FRAME_BITS;
        int ticket = memory.device().arrivals().getAndAddAcqRel(owner * Plan.LINE, 1);
        int slot = slot(owner, ticket);
        messages.set(slot * plan.messageWords(), work.reference);
        results.write(messages, slot * plan.messageWords() + 1, work.value);
        memory.device().flags().setRelease(slot, round(ticket));
    }

    /** Gives the lanes that have nothing the messages that have come. {@return whether there were some} */
    boolean receive(LaneWork<T, R> work) {
        Ints messages = memory.device().messages();
        boolean idle = work.isNothing();
        int ticket = received + memory.rank(memory.warp().ballot(idle));
        int slot = slot(memory.worker(), ticket);
        boolean arrived = idle && memory.device().flags().getAcquire(slot) == round(ticket);
        int missing = memory.warp().ballot(idle && !arrived);
        int before = missing == 0 ? memory.warp().mask() : (missing & -missing) - 1;
        int taken = memory.warp().ballot(arrived) & before;
        if ((taken >>> memory.lane() & 1) != 0) {
            work.reference = messages.get(slot * plan.messageWords());
            work.value = results.read(messages, slot * plan.messageWords() + 1);
            work.state = LaneWork.RESULT;
        }
        int count = Integer.bitCount(taken);
        received += count;
        away -= count;
        if (count > 0) {
            memory.count(EngineMemory.MESSAGES, count);
        }
        return count > 0;
    }
}
