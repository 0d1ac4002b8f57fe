package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Warp;

/**
 * A lane of a worker, which is a warp: what it does, and what it and the other lanes know of their common state. {@link
 * JvmWorker} does the same with threads.
 */
final class Worker<T, R> extends Fork<T, R> {
    /*
     * A step: lanes that have nothing pop a task each; those that have a task run it; a lane whose task has spawned goes on
     * with the first child and pushes the others; those that have a result hand it to the frame of the parent, and who
     * brings the last one has the parent's result, or goes on with the parent, in the next step. Every `pace` steps the warp
     * looks at what is outside: the inbox, its own deque, other deques, the host.
     *
     * Invariants
     *   - A task that was spawned and has not begun is in one place: on the stack of one worker, in one public deque, or with a
     *     lane. On the stack, indexes from base to top are in fast memory, from bottom to base in device memory. All that is
     *     older than bottom was published.
     *   - A frame is opened by the worker that ran its task, and read and written by lanes of this worker alone; its number has
     *     the worker in it. It is opened before any child can be run, and is free again when the last result has arrived.
     *     Every lane has a spare frame before it runs a task, so that a body needs no room in the middle of it.
     *   - A frame's pending children are those that have not arrived. The result of a child that another worker ran comes as
     *     a message to the inbox of the frame's owner.
     *   - `away` counts own children that are in the own deque or with others: those whose message has not been received.
     *     It never exceeds the inbox. So the message of ticket t + inbox is sent only after that of ticket t was received, and
     *     an inbox never overflows; a worker with a full inbox publishes nothing more and runs the tasks itself.
     *   - The word of a deque has a tag, a tail and a head. The owner alone moves the tail and, when it takes tasks back, adds to
     *     the tag: a thief that read tasks before that fails, even if the tail has come back to where it was. What a thief copied
     *     before its exchange failed is above the top of its stack, where nobody looks.
     *   - The run has ended when the root's result is there. Then no task is left anywhere, since each is awaited by its parent.
     *     Only workers without any work look.
     *
     * Access modes. What lies in fast memory is the warp's own: warp.synchronize orders it between lanes. Published tasks are
     * written and read opaquely, since a thief may read what is being overwritten. The addition that moves the tail releases
     * them (and all that their parents wrote), the look that found them acquires; warp.synchronize passes both on between
     * the lane that did it and the others. A message is released by its flag and acquired by who sees the flag, the same
     * way. The flag says which round of the inbox it is of, so that nobody need clear it; tickets come from an addition.
     * The root's flag releases its result for the host's sake. `seen` is a hint, so it is read opaquely.
     */

    // What a lane has.
    private static final int NOTHING = 0;
    private static final int RESULT = 1;
    private static final int TASK = 2;
    private static final int RESUMED = 3;

    private static final int ALL = -1;
    private static final int NO_FRAME = -1;

    /** Steps between two looks at the world outside of the worker: most of them, and while work is being spread. */
    private static final int SERVICE = 16;

    private static final int SOON = 4;

    /** If it takes longer from one look to the next, there is one after every step, and others get all but one step's work. */
    private static final int SLOW_NANOS = 20_000;

    /** Services between two looks whether the host has cancelled the run. */
    private static final int CANCEL = 64;

    /** Tasks that are made public at once, as long as steps are quick. */
    private static final int SHARE = 32;

    private static final int HALF_BITS = Plan.DEQUE_BITS;
    private static final int HALF_MASK = (1 << HALF_BITS) - 1;

    private final Plan plan;
    private final EngineMemory memory;
    private final Layout<T> tasks;
    private final Layout<R> results;
    private final Join<R> join;
    private final TaskBody<T, R> body;
    private final Continuation<T, R> continuation;

    private final Lane self;
    private final Warp warp;
    private final int lane;
    private final int lanesBelow;
    private final int worker;
    private final int workers;

    /** The fast memory of the block, and where the parts of this worker begin. */
    private final Ints fast;

    private final int stackAt;

    private final int ownReferences;
    private final int slots;

    // The lane: what it has, and the frame that it belongs to.
    private int state = NOTHING;
    private T task;
    private R value;
    private int reference = Plan.NO_PARENT;

    /** A frame for the task that runs next, should it spawn. */
    private int spare = NO_FRAME;

    // The running task.
    private int children;
    private boolean pushed;
    private boolean completed;
    private T first;
    private T second;
    private T next;
    private R result;

    // The warp: the same in all lanes.
    private int top;
    private int base;
    private int bottom;
    private int free;
    private int freeElsewhere;
    private int usedElsewhere;
    private int countdown = 1;
    private int pace = 1;
    private long lastService;
    private boolean found;

    /** Whether others took tasks that this worker was about to take: there may be more. */
    private boolean outrun;

    private int services;
    private int random;
    private long seen;
    private int tail;

    /** Tasks in the own deque at the last look: at most so many are there until more are made public. */
    private int ownSize;

    private int received;
    private int away;
    private Backoff backoff = new Backoff();

    Worker(
            Lane lane,
            Plan plan,
            EngineMemory memory,
            Layout<T> tasks,
            Join<R> join,
            TaskBody<T, R> body,
            Continuation<T, R> continuation) {
        this.plan = plan;
        this.memory = memory;
        this.tasks = tasks;
        this.join = join;
        this.body = body;
        this.continuation = continuation;
        results = join.layout();
        self = lane;
        warp = lane.warp();
        this.lane = warp.lane();
        lanesBelow = warp.lanesBelow();
        worker = lane.id() >>> Integer.numberOfTrailingZeros(warp.size());
        workers = lane.count() >>> Integer.numberOfTrailingZeros(warp.size());
        fast = lane.block().sharedInts(plan.workersPerBlock() * plan.fastWords());
        stackAt = (lane.block().lane() >>> Integer.numberOfTrailingZeros(warp.size())) * plan.fastWords();
        ownReferences = worker << Plan.FRAME_BITS;
        slots = plan.fastTasks() - 1;
        task = tasks.zero();
        first = task;
        second = task;
        next = task;
        value = join.identity();
        result = value;
        free = plan.fastFrames();
        random = (lane.id() + 1) * 0x9E3779B9;
        lastService = lane.nanoTime();
    }

    void run() {
        begin();
        while (true) {
            if (--countdown <= 0) {
                service();
            }
            int idle = warp.ballot(ALL, state == NOTHING);
            int wanted = Integer.bitCount(idle);
            int stacked = top - base;
            pop(Integer.bitCount(idle & lanesBelow), stacked);
            top -= Math.min(wanted, stacked);
            if (wanted > stacked) {
                if (wanted - stacked == warp.size()) {
                    if (!found && rootHasEnded()) {
                        break;
                    }
                    countdown = 0;
                    continue;
                }
                if (base != bottom) {
                    countdown = 0;
                }
            }
            reserveFrames();
            boolean runs = state >= TASK;
            if (runs) {
                execute();
            } else {
                children = 0;
                pushed = false;
            }
            warp.synchronize(ALL);
            push(runs);
            finish();
        }
    }

    private void begin() {
        for (int i = lane; i < plan.fastFrames(); i += warp.size()) {
            fast.set(stackAt + i + plan.freeAt(), i);
        }
        if (lane == 0) {
            fast.set(stackAt + plan.pushedAt(), 0);
        }
        seen = memory.deques().getOpaque(worker * (Plan.LINE / 2));
        tail = tailOf(seen);
        received = memory.arrivals().getOpaque(worker * Plan.LINE);
        if (worker == 0 && lane == 0) {
            task = tasks.read(memory.root(), 1 + plan.resultWords());
            state = TASK;
        }
        warp.synchronize(ALL);
    }

    private void count(int counter, int amount) {
        if (lane == 0) {
            int at = worker * EngineMemory.COUNTERS + counter;
            memory.counters().set(at, memory.counters().get(at) + amount);
        }
    }

    // ---- the stack ----

    private void pop(int rank, int stacked) {
        if (state == NOTHING && rank < stacked) {
            int slot = top - 1 - rank & slots;
            task = tasks.read(fast, stackAt + slot * plan.taskWords());
            reference = fast.get(stackAt + slot + plan.referencesAt());
            state = TASK;
        }
    }

    private void push(boolean runs) {
        if (warp.any(ALL, pushed)) {
            int added = fast.get(stackAt + plan.pushedAt());
            warp.synchronize(ALL);
            if (lane == 0) {
                fast.set(stackAt + plan.pushedAt(), 0);
            }
            top += added;
        }
        if (top - base > plan.fastTasks() - warp.size()) {
            spill();
        }
        boolean hasSecond = runs && children > 1;
        int seconds = warp.ballot(ALL, hasSecond);
        if (hasSecond) {
            int slot = top + Integer.bitCount(seconds & lanesBelow) & slots;
            tasks.write(fast, stackAt + slot * plan.taskWords(), second);
            fast.set(stackAt + slot + plan.referencesAt(), reference);
        }
        top += Integer.bitCount(seconds);
    }

    /** Leaves the newest tasks, half of what fits, in fast memory. */
    private void spill() {
        checkStack(top);
        warp.synchronize(ALL);
        int fastEnd = base + plan.fastTasks();
        int kept = top - plan.fastTasks() / 2;
        int moved = Math.min(kept - base, plan.fastTasks());
        for (int i = lane; i < moved; i += warp.size()) {
            copyToStacks(base + i);
        }
        warp.synchronize(ALL);
        for (int i = Math.max(0, kept - fastEnd) + fastEnd + lane; i - top < 0; i += warp.size()) {
            copyFromStacks(i);
        }
        count(EngineMemory.SPILLED, kept - base);
        base = kept;
        warp.synchronize(ALL);
    }

    /** Takes back the newest tasks from device memory; fast memory is empty. */
    private void refill() {
        int count = Math.min(plan.fastTasks() / 2, base - bottom);
        for (int i = lane; i < count; i += warp.size()) {
            copyFromStacks(base - 1 - i);
        }
        base -= count;
        warp.synchronize(ALL);
    }

    private void checkStack(int end) {
        if (end - bottom > plan.tasks()) {
            throw new IllegalStateException("tasks of a worker that wait to be run exceed the capacity of "
                    + plan.tasks() + " by " + (end - bottom - plan.tasks()) + "; see ForkJoinOptions.withTasks");
        }
    }

    private int stacksAt(int index) {
        return (worker * plan.tasks() + (index & plan.tasks() - 1)) * plan.entryWords();
    }

    private void copyToStacks(int index) {
        copyEntry(index & slots, memory.stacks(), stacksAt(index));
    }

    private void copyFromStacks(int index) {
        int slot = index & slots;
        int from = stacksAt(index);
        for (int word = 0; word < plan.taskWords(); word++) {
            fast.set(stackAt + slot * plan.taskWords() + word, memory.stacks().get(from + word));
        }
        fast.set(stackAt + slot + plan.referencesAt(), memory.stacks().get(from + plan.taskWords()));
    }

    private void copyEntry(int slot, Ints target, int to) {
        for (int word = 0; word < plan.taskWords(); word++) {
            target.set(to + word, fast.get(stackAt + slot * plan.taskWords() + word));
        }
        target.set(to + plan.taskWords(), fast.get(stackAt + slot + plan.referencesAt()));
    }

    // ---- running a task ----

    private void execute() {
        children = 0;
        pushed = false;
        completed = false;
        first = task;
        second = task;
        next = task;
        if (plan.traces()) {
            tasks.write(memory.running(), (worker * warp.size() + lane) * plan.taskWords(), task);
        }
        if (plan.resumes() && state == RESUMED) {
            result = value;
            continuation.run(task, value, this);
        } else {
            result = join.identity();
            body.run(task, this);
        }
        if (children == 0) {
            value = result;
            state = RESULT;
            return;
        }
        if (plan.resumes() && !completed) {
            result = join.identity();
        }
        openFrame();
        reference = ownReferences + spare;
        spare = NO_FRAME;
        task = first;
        state = TASK;
    }

    @Override
    public void spawn(T child) {
        int before = children++;
        if (before == 0) {
            first = child;
            return;
        }
        if (before == 1) {
            second = child;
            return;
        }
        pushed = true;
        pushAt(top + warp.aggregatedAdd(fast, stackAt + plan.pushedAt(), 1), child);
    }

    private void pushAt(int index, T child) {
        int parent = ownReferences + spare;
        if (index - base < plan.fastTasks()) {
            int slot = index & slots;
            tasks.write(fast, stackAt + slot * plan.taskWords(), child);
            fast.set(stackAt + slot + plan.referencesAt(), parent);
        } else {
            checkStack(index + 1);
            int at = stacksAt(index);
            tasks.write(memory.stacks(), at, child);
            memory.stacks().set(at + plan.taskWords(), parent);
        }
    }

    @Override
    public void complete(R completion) {
        result = completion;
        completed = true;
    }

    @Override
    public void resumeAs(T state) {
        next = state;
    }

    // ---- frames ----

    private void reserveFrames() {
        int lacking = warp.ballot(ALL, spare == NO_FRAME);
        int rank = Integer.bitCount(lacking & lanesBelow);
        int count = Integer.bitCount(lacking);
        if (count <= free) {
            if (spare == NO_FRAME) {
                spare = fast.get(stackAt + free - rank + plan.freeAt() - 1);
            }
            free -= count;
        } else {
            reserveFramesElsewhere(rank, count);
        }
    }

    private void reserveFramesElsewhere(int rank, int count) {
        if (spare == NO_FRAME) {
            if (rank < free) {
                spare = fast.get(stackAt + rank + plan.freeAt());
            } else {
                int older = freeElsewhere - 1 - (rank - free);
                int frame = older >= 0
                        ? memory.freeFrames().get(worker * plan.frames() + older)
                        : usedElsewhere - 1 - older;
                if (frame >= plan.frames()) {
                    throw new IllegalStateException("tasks of a worker that wait for children exceed the capacity of "
                            + (plan.fastFrames() + plan.frames()) + " by " + (frame - plan.frames() + 1)
                            + "; see ForkJoinOptions.withFrames");
                }
                spare = plan.fastFrames() + frame;
            }
        }
        int elsewhere = count - free;
        int reused = Math.min(elsewhere, freeElsewhere);
        freeElsewhere -= reused;
        usedElsewhere += elsewhere - reused;
        free = 0;
        warp.synchronize(ALL);
    }

    private void openFrame() {
        if (spare < plan.fastFrames()) {
            fast.set(stackAt + spare + plan.pendingAt(), children);
            fast.set(stackAt + spare + plan.parentsAt(), reference);
            results.write(fast, stackAt + spare * plan.resultWords() + plan.resultsAt(), result);
            if (plan.resumes()) {
                tasks.write(fast, stackAt + spare * plan.taskWords() + plan.resumedAt(), next);
            }
        } else {
            int at = frameElsewhere(spare - plan.fastFrames());
            memory.frames().set(at, children);
            memory.frames().set(at + 1, reference);
            results.write(memory.frames(), at + 2, result);
            if (plan.resumes()) {
                tasks.write(memory.frames(), at + 2 + plan.resultWords(), next);
            }
        }
    }

    private int frameElsewhere(int frame) {
        return (worker * plan.frames() + frame) * plan.frameWords();
    }

    // ---- results ----

    /** Hands the lanes' results to the frames of their parents. */
    private void finish() {
        int frame = reference - ownReferences;
        boolean finishes = state == RESULT;
        boolean near = finishes && Integer.compareUnsigned(frame, plan.fastFrames()) < 0;
        if (warp.any(ALL, finishes && !near)) {
            finishElsewhere(finishes && !near, frame);
        }
        boolean last = arrive(
                fast,
                near,
                stackAt + frame + plan.pendingAt(),
                stackAt + frame * plan.resultWords() + plan.resultsAt());
        if (last) {
            reference = fast.get(stackAt + frame + plan.parentsAt());
            if (plan.resumes()) {
                task = tasks.read(fast, stackAt + frame * plan.taskWords() + plan.resumedAt());
                state = RESUMED;
            }
        }
        int ended = warp.ballot(ALL, last);
        if (last) {
            fast.set(stackAt + free + Integer.bitCount(ended & lanesBelow) + plan.freeAt(), frame);
        }
        free += Integer.bitCount(ended);
        warp.synchronize(ALL);
    }

    /** {@return whether the lane brought the last result that a frame waited for; then it has the result of all} */
    private boolean arrive(Ints frames, boolean arrives, int pendingAt, int resultAt) {
        boolean last = false;
        if (join.addsAtomically()) {
            if (arrives) {
                join.add(frames, resultAt, value);
            }
            warp.synchronize(ALL);
            if (arrives) {
                last = frames.getAndAddRelaxed(pendingAt, -1) == 1;
                state = NOTHING;
            }
            if (last) {
                value = results.read(frames, resultAt);
                state = RESULT;
            }
            return last;
        }
        int before = arrives ? frames.getOpaque(pendingAt) : 0;
        warp.synchronize(ALL);
        int pending = arrives ? frames.getAndAddRelaxed(pendingAt, -1) : 0;
        int turn = arrives ? before - pending : NO_FRAME;
        last = arrives && pending == 1;
        for (int round = 0; warp.any(ALL, turn >= round); round++) {
            if (turn == round) {
                value = join.combine(results.read(frames, resultAt), value);
                if (!last) {
                    results.write(frames, resultAt, value);
                    state = NOTHING;
                }
            }
            warp.synchronize(ALL);
        }
        return last;
    }

    /** Hands over results that do not go to frames in fast memory: of the root, to other workers, to device memory. */
    private void finishElsewhere(boolean finishes, int frame) {
        boolean own = finishes && Integer.compareUnsigned(frame, plan.fastFrames() + plan.frames()) < 0;
        if (finishes && !own) {
            if (reference == Plan.NO_PARENT) {
                results.write(memory.root(), 1, value);
                memory.root().setRelease(0, 1);
            } else {
                send();
            }
            state = NOTHING;
        }
        int at = own ? frameElsewhere(frame - plan.fastFrames()) : 0;
        boolean last = arrive(memory.frames(), own, at, at + 2);
        if (last) {
            reference = memory.frames().get(at + 1);
            if (plan.resumes()) {
                task = tasks.read(memory.frames(), at + 2 + plan.resultWords());
                state = RESUMED;
            }
        }
        int ended = warp.ballot(ALL, last);
        if (last) {
            memory.freeFrames()
                    .set(
                            worker * plan.frames() + freeElsewhere + Integer.bitCount(ended & lanesBelow),
                            frame - plan.fastFrames());
        }
        freeElsewhere += Integer.bitCount(ended);
        warp.synchronize(ALL);
    }

    // ---- messages between workers ----

    private void send() {
        int owner = reference >>> Plan.FRAME_BITS;
        int ticket = memory.arrivals().getAndAdd(owner * Plan.LINE, 1);
        int slot = owner * plan.inbox() + (ticket & plan.inbox() - 1);
        memory.messages().set(slot * plan.messageWords(), reference);
        results.write(memory.messages(), slot * plan.messageWords() + 1, value);
        memory.flags().setRelease(slot, round(ticket));
    }

    /** {@return what marks the message of a ticket in its slot; never 0} */
    private int round(int ticket) {
        return (ticket >>> plan.inboxBits()) + 1;
    }

    /** Gives the lanes that have nothing the messages that have come. {@return whether there were some} */
    private boolean receive() {
        boolean idle = state == NOTHING;
        int ticket = received + Integer.bitCount(warp.ballot(ALL, idle) & lanesBelow);
        int slot = worker * plan.inbox() + (ticket & plan.inbox() - 1);
        boolean arrived = idle && memory.flags().getAcquire(slot) == round(ticket);
        int missing = warp.ballot(ALL, idle && !arrived);
        int before = missing == 0 ? ALL : (missing & -missing) - 1;
        int taken = warp.ballot(ALL, arrived) & before;
        if ((taken >>> lane & 1) != 0) {
            reference = memory.messages().get(slot * plan.messageWords());
            value = results.read(memory.messages(), slot * plan.messageWords() + 1);
            state = RESULT;
        }
        int count = Integer.bitCount(taken);
        received += count;
        away -= count;
        if (count > 0) {
            count(EngineMemory.MESSAGES, count);
            found = true;
        }
        return count > 0;
    }

    // ---- the world outside ----

    private boolean rootHasEnded() {
        if (warp.shuffle(ALL, memory.root().getAcquire(0), 0) != 0) {
            return true;
        }
        backoff.pause("work");
        return false;
    }

    private void service() {
        long now = warp.shuffle(ALL, self.nanoTime(), 0);
        boolean slow = plan.longTasks() || now - lastService > SLOW_NANOS;
        lastService = now;
        pace = slow ? 1 : Math.min(2 * pace, SERVICE);
        countdown = pace;
        found = false;
        services++;
        if (slow || (services & CANCEL - 1) == 0) {
            Backoff.stopIfCancelled("the tasks of a fork-join run");
        }
        if (plan.longTasks()) {
            handOnResults();
        } else if (away > 0) {
            receive();
        }
        int idle = Integer.bitCount(warp.ballot(ALL, state == NOTHING));
        if (plan.longTasks()) {
            fillLanes(idle);
            found |= idle > 0 && top != base;
        } else if (top == base) {
            if (idle > 0) {
                acquire(plan.fastTasks() / 2);
                found |= top != base;
            }
        } else if (top - bottom > 1 && sizeOf(warp.shuffle(ALL, seen, 0)) == 0) {
            publish(slow ? top - bottom - idle : Math.min((top - bottom) / 2, SHARE));
        }
        if (found) {
            countdown = Math.min(pace, SOON);
            backoff = new Backoff();
        }
        seen = memory.deques().getOpaque(worker * (Plan.LINE / 2));
    }

    /** Where tasks are long, a lane that brings a result to its frame during a step loses as much: so none is left. */
    private void handOnResults() {
        do {
            while (warp.any(ALL, state == RESULT)) {
                finish();
            }
        } while (away > 0 && receive());
    }

    /**
     * Where tasks are long, lanes without one lose as much: so the worker looks at every deque before it goes on without. What
     * it has beyond what its lanes need is public before it begins.
     */
    private void fillLanes(int idle) {
        int looks = Math.ceilDiv(workers, warp.size()) + 1;
        int inVain = 0;
        while (inVain < looks && top - base < idle) {
            found = false;
            outrun = false;
            acquire(idle - (top - base));
            inVain = found || outrun ? 0 : inVain + 1;
        }
        if (top - bottom > idle) {
            int shared = sizeOf(warp.shuffle(ALL, memory.deques().getOpaque(worker * (Plan.LINE / 2)), 0));
            publish(Math.min(top - bottom - idle, plan.publicTasks() - shared));
        }
    }

    /** Gets tasks from where there are some, if from public deques then at most {@code most}. */
    private void acquire(int most) {
        if (base != bottom) {
            refill();
            found = true;
        } else if (reclaim(most) || steal(most)) {
            found = true;
        }
    }

    private static int headOf(long deque) {
        return (int) deque & HALF_MASK;
    }

    private static int tailOf(long deque) {
        return (int) (deque >>> HALF_BITS) & HALF_MASK;
    }

    private static int sizeOf(long deque) {
        return tailOf(deque) - headOf(deque) & HALF_MASK;
    }

    private int publishedAt(int owner, int index) {
        return (owner * plan.publicTasks() + (index & plan.publicTasks() - 1)) * plan.entryWords();
    }

    private boolean isOwnChild(int parent) {
        return parent >>> Plan.FRAME_BITS == worker;
    }

    /** Makes the oldest tasks of the stack public, as long as no more children are away than the inbox has slots. */
    private void publish(int most) {
        int count = Math.min(most, plan.inbox() - away);
        if (count <= 0) {
            return;
        }
        int children = 0;
        for (int first = 0; first < count; first += warp.size()) {
            int i = first + lane;
            boolean own = false;
            if (i < count) {
                int index = bottom + i;
                int to = publishedAt(worker, tail + i);
                if (index - base < 0) {
                    int from = stacksAt(index);
                    for (int word = 0; word < plan.entryWords(); word++) {
                        memory.published().setOpaque(to + word, memory.stacks().get(from + word));
                    }
                    own = isOwnChild(memory.stacks().get(from + plan.taskWords()));
                } else {
                    int slot = index & slots;
                    for (int word = 0; word < plan.taskWords(); word++) {
                        memory.published().setOpaque(to + word, fast.get(stackAt + slot * plan.taskWords() + word));
                    }
                    int parent = fast.get(stackAt + slot + plan.referencesAt());
                    memory.published().setOpaque(to + plan.taskWords(), parent);
                    own = isOwnChild(parent);
                }
            }
            children += Integer.bitCount(warp.ballot(ALL, own));
        }
        warp.synchronize(ALL);
        append(count);
        away += children;
        bottom += count;
        if (base - bottom < 0) {
            base = bottom;
        }
        found = true;
        warp.synchronize(ALL);
    }

    /** {@return whether tasks were taken back from the own public deque, newest first} */
    private boolean reclaim(int most) {
        int deque = worker * (Plan.LINE / 2);
        long word = warp.shuffle(ALL, memory.deques().getAcquire(deque), 0);
        int size = sizeOf(word);
        ownSize = size;
        if (size == 0) {
            return false;
        }
        int count = Math.min(size, most);
        int from = tail - count & HALF_MASK;
        long taken = ((word >>> 2 * HALF_BITS) + 1) << 2 * HALF_BITS | (long) from << HALF_BITS | headOf(word);
        if (!exchange(deque, word, taken)) {
            return false;
        }
        int children = 0;
        for (int first = 0; first < count; first += warp.size()) {
            int i = first + lane;
            boolean own = i < count && isOwnChild(copyPublished(worker, from + i, top + i));
            children += Integer.bitCount(warp.ballot(ALL, own));
        }
        tail = from;
        away -= children;
        top += count;
        warp.synchronize(ALL);
        return true;
    }

    /** {@return whether tasks of another worker were taken, oldest first} */
    private boolean steal(int most) {
        int victim = victim();
        long word = memory.deques().getAcquire(victim * (Plan.LINE / 2));
        int available = victim == worker ? 0 : sizeOf(word);
        int rich = warp.ballot(ALL, available > 0);
        if (rich == 0) {
            return false;
        }
        int finder = warp.leader(plan.longTasks() ? warp.ballot(ALL, available == greatest(available)) : rich);
        warp.synchronize(ALL); // what the finder acquired, all lanes may read
        word = warp.shuffle(ALL, word, finder);
        victim = warp.shuffle(ALL, victim, finder);
        int size = sizeOf(word);
        int kept =
                Math.min(size > warp.size() || plan.longTasks() ? size : (size + 1) / 2, Math.min(most, warp.size()));
        int passedOn = plan.longTasks() ? passedOn(size, kept) : 0;
        int children = 0;
        for (int first = 0; first < kept; first += warp.size()) {
            int i = first + lane;
            boolean own = i < kept && isOwnChild(copyPublished(victim, headOf(word) + i, top + i));
            children += Integer.bitCount(warp.ballot(ALL, own));
        }
        for (int i = lane; i < passedOn; i += warp.size()) {
            int from = publishedAt(victim, headOf(word) + kept + i);
            int to = publishedAt(worker, tail + i);
            for (int each = 0; each < plan.entryWords(); each++) {
                memory.published().setOpaque(to + each, memory.published().getOpaque(from + each));
            }
        }
        warp.synchronize(ALL);
        long taken = word & ~(long) HALF_MASK | headOf(word) + kept + passedOn & HALF_MASK;
        if (!exchange(victim * (Plan.LINE / 2), word, taken)) {
            return false;
        }
        if (passedOn > 0) {
            append(passedOn);
        }
        top += kept;
        away -= children;
        count(EngineMemory.STOLEN, kept + passedOn);
        count(EngineMemory.STEALS, 1);
        return true;
    }

    /**
     * {@return how many tasks a thief makes public again, besides those it keeps: up to half of what there is, in warps' worths, so
     * that not everybody has to come to the same deque} None unless its own deque is empty.
     */
    private int passedOn(int size, int kept) {
        int half = Math.min(size, plan.fastTasks()) / 2;
        return ownSize == 0 ? Math.max(0, (half - kept) & -warp.size()) : 0;
    }

    /** Makes {@code count} tasks public that are in the own deque behind its tail. */
    private void append(int count) {
        if (lane == 0) {
            memory.deques().getAndAdd(worker * (Plan.LINE / 2), (long) count << HALF_BITS);
        }
        tail = tail + count & HALF_MASK;
    }

    /**
     * {@return whom the lane looks at: anybody; where tasks are long the lanes look at a row of workers, to leave none out}
     * Of these they take from who has most, which is where the oldest tasks are, with most to come from them.
     */
    private int victim() {
        random = random * 1664525 + 1013904223;
        int chosen = (int) (Integer.toUnsignedLong(random) * workers >>> Integer.SIZE);
        return plan.longTasks() ? (warp.shuffle(ALL, chosen, 0) + lane) % workers : chosen;
    }

    /** {@return the greatest number that a lane of the warp has} */
    private int greatest(int number) {
        int greatest = number;
        for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
            greatest = Math.max(greatest, warp.shuffle(ALL, greatest, lane ^ distance));
        }
        return greatest;
    }

    /** {@return the reference of a published task that was copied onto the stack} */
    private int copyPublished(int owner, int index, int to) {
        int from = publishedAt(owner, index);
        int slot = to & slots;
        for (int word = 0; word < plan.taskWords(); word++) {
            fast.set(
                    stackAt + slot * plan.taskWords() + word, memory.published().getOpaque(from + word));
        }
        int parent = memory.published().getOpaque(from + plan.taskWords());
        fast.set(stackAt + slot + plan.referencesAt(), parent);
        return parent;
    }

    private boolean exchange(int deque, long expected, long replacement) {
        Longs deques = memory.deques();
        int success = 0;
        if (lane == 0) {
            success = deques.compareAndExchange(deque, expected, replacement) == expected ? 1 : 0;
        }
        outrun = warp.shuffle(ALL, success, 0) == 0;
        return !outrun;
    }
}
