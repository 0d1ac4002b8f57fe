package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Layout;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The host's side of the requests that one warp serves. */
final class RequestRing<T, R> {
    /*
     * Claiming a slot is as in D. Vyukov's bounded queue (2010): turns[slot] is the position that may use the slot
     * next, and stays so while that position uses it; tail moves by compare-and-set. A request is put into its slot of
     * pending before its words are written, so an answer always finds it. Whoever sees the answer and takes the request
     * out of pending, by compare-and-set, reads the answer, hands the slot to the position a lap later, and completes
     * the request: exactly one thread does, be it the one that waits or the one that reads for all. The write to
     * pending is volatile: the submitter then looks whether the executor has ended, and what ends it looks into pending
     * afterwards.
     *
     * The words of a request change from run to cancelled by compare-and-set on a word that carries its lap, so a
     * late cancellation cannot hit the request that has the slot next.
     */

    /** How often in a row a ring is left to threads that look for their answers themselves. */
    private static final int OMISSIONS = 16;

    /** How far beyond the first unanswered request answers are looked for: warps answer page by page. */
    private static final int WINDOW = 64;

    private final int number;
    private final ServingMemory memory;
    private final Layout<R> results;
    private final int slots;
    private final int window;

    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLongArray turns;
    private final AtomicReferenceArray<@Nullable Request<T, R>> pending;

    // Used by the thread that reads for all. Requests before the first unanswered one are answered. Then, how many
    // answers there were at the last look, and how often in a row the ring was left to others.
    private long firstUnanswered;
    private long lastAnswered;
    private int omissions;

    RequestRing(int number, ServingMemory memory, Layout<R> results) {
        this.number = number;
        this.memory = memory;
        this.results = results;
        slots = memory.requestLayout().slots();
        window = Math.max(WINDOW, 2 * memory.requestLayout().lanes());
        turns = new AtomicLongArray(slots);
        pending = new AtomicReferenceArray<>(slots);
        for (int i = 0; i < slots; i++) {
            turns.setPlain(i, i);
        }
    }

    int number() {
        return number;
    }

    /** {@return requests that have a slot and no answer; never too few} */
    long unanswered() {
        long done = answered.get();
        return tail.get() - done;
    }

    /** {@return requests that have got a slot so far} */
    long submitted() {
        return tail.get();
    }

    /** {@return whether answers were seen by those that wait for them, and not yet by the thread that reads for all} */
    boolean lagsBehind() {
        return firstUnanswered < tail.get();
    }

    // ---- requests ----

    /** {@return a request in a slot of this ring, not yet to be seen by lanes, or null if all slots are taken} */
    @Nullable
    Request<T, R> claim(T task) {
        long position = claim();
        if (position < 0) {
            return null;
        }
        var request = new Request<>(task, this, position);
        pending.set(slot(position), request);
        return request;
    }

    private long claim() {
        while (true) {
            long position = tail.get();
            long turn = turns.getAcquire(slot(position));
            if (turn < position) {
                return -1;
            }
            if (turn == position && tail.compareAndSet(position, position + 1)) {
                return position;
            }
        }
    }

    /** Lets lanes see a request. */
    void send(Request<T, R> request, int[] words) {
        write(request.position(), words, 0);
    }

    /** Lets lanes see that the claimed slot has nothing to run. */
    void sendNothing(Request<T, R> request) {
        write(request.position(), new int[memory.requestLayout().words()], RingLayout.CANCELLED);
    }

    /** Ends the warp. All requests were answered. */
    void sendEnd() {
        long position = claim();
        if (position >= 0) {
            write(position, new int[memory.requestLayout().words()], RingLayout.END);
        }
    }

    private void write(long position, int[] words, int kind) {
        var layout = memory.requestLayout();
        int mark = layout.lapAt(position);
        for (int i = words.length - 1; i > 0; i--) {
            memory.requests().setRelease(layout.at(number, position, i), RingLayout.marked(words[i], mark));
        }
        memory.requests().setRelease(layout.at(number, position, 0), RingLayout.marked(words[0], mark | kind));
    }

    /** Asks the lane not to run a request. Too late if the lane has read it. */
    void withdraw(Request<T, R> request) {
        if (pending.getAcquire(slot(request.position())) != request) {
            return;
        }
        var layout = memory.requestLayout();
        int at = layout.at(number, request.position(), 0);
        int mark = layout.lapAt(request.position());
        try {
            long sent = memory.requests().getAcquire(at);
            if (RingLayout.mark(sent) == mark) {
                memory.requests()
                        .compareAndSetByHost(
                                at, sent, RingLayout.marked(RingLayout.word(sent), mark | RingLayout.CANCELLED));
            }
        } catch (IllegalStateException closed) {
            memory.requireClosed(closed);
        }
    }

    // ---- answers ----

    /** {@return whether the answer to {@code request} was there, and this call has completed the request with it} */
    boolean complete(Request<T, R> request) {
        try {
            return tryComplete(request);
        } catch (IllegalStateException closed) {
            memory.requireClosed(closed);
            return false;
        }
    }

    private boolean tryComplete(Request<T, R> request) {
        long position = request.position();
        var layout = memory.answerLayout();
        int lap = layout.lapAt(position);
        int mark = RingLayout.mark(memory.answers().getAcquire(layout.at(number, position, 0)));
        boolean cancelled = mark == (lap | RingLayout.CANCELLED);
        if (mark != lap && !cancelled) {
            return false;
        }
        var words = new int[layout.words()];
        if (!cancelled) {
            for (int i = 0; i < words.length; i++) {
                long marked = memory.answers().getAcquire(layout.at(number, position, i));
                if (RingLayout.mark(marked) != lap) {
                    return false;
                }
                words[i] = RingLayout.word(marked);
            }
        }
        if (!pending.compareAndSet(slot(position), request, null)) {
            return false;
        }
        free(position);
        if (cancelled) {
            request.cancel(false);
        } else {
            completeWith(request, words);
        }
        return true;
    }

    private void completeWith(Request<T, R> request, int[] words) {
        R result;
        try {
            result = results.decode(words, 0);
        } catch (RuntimeException refused) {
            request.completeExceptionally(refused);
            return;
        }
        request.complete(result);
    }

    private void free(long position) {
        turns.setRelease(slot(position), position + slots);
        answered.incrementAndGet();
    }

    /**
     * {@return whether threads that wait have found answers since the last look} For the thread that reads for all: it
     * would only get in their way. Now and then it looks all the same, as others may not be waited for.
     */
    boolean isLeftToOthers() {
        long now = answered.get();
        boolean left = now != lastAnswered && omissions < OMISSIONS;
        lastAnswered = now;
        omissions = left ? omissions + 1 : 0;
        return left;
    }

    /** Completes requests whose answers are there. {@return how many} For the thread that reads for all. */
    int sweep() {
        long end = Math.min(tail.get(), firstUnanswered + window);
        int count = 0;
        for (long position = firstUnanswered; position < end; position++) {
            var request = pending.getAcquire(slot(position));
            if (request != null && request.position() == position && complete(request)) {
                count++;
            }
        }
        while (firstUnanswered < end && turns.getAcquire(slot(firstUnanswered)) > firstUnanswered) {
            firstUnanswered++;
        }
        lastAnswered = answered.get();
        return count;
    }

    // ---- when no kernel runs; for the thread that reads for all ----

    /** {@return the page with which a new warp is to begin} */
    long firstPage() {
        return memory.requestLayout().pageOf(firstUnanswered);
    }

    /** {@return the request with this position if it has no answer, or null} */
    @Nullable
    Request<T, R> unanswered(long position) {
        var request = position < 0 ? null : pending.getAcquire(slot(position));
        return request != null && request.position() == position ? request : null;
    }

    /** Completes a request that gets no answer from a lane. */
    void fail(Request<T, R> request, Throwable reason) {
        int slot = slot(request.position());
        if (pending.compareAndSet(slot, request, null)) {
            var layout = memory.answerLayout();
            int lap = layout.lapAt(request.position());
            memory.answers()
                    .setRelease(
                            layout.at(number, request.position(), 0), RingLayout.marked(0, lap | RingLayout.CANCELLED));
            free(request.position());
            request.completeExceptionally(reason);
        }
    }

    /** Takes out all requests, which get no answer any more. */
    void drainTo(List<Request<T, R>> unanswered) {
        for (int i = 0; i < slots; i++) {
            var request = pending.getAndSet(i, null);
            if (request != null) {
                answered.incrementAndGet();
                unanswered.add(request);
            }
        }
    }

    private int slot(long position) {
        return (int) (position & slots - 1);
    }
}
