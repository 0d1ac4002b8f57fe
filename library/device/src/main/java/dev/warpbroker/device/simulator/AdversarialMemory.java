package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Loads see old values unless something orders them after newer ones.
 *
 * <p>A view-based model in the manner of C11 and PTX, without promises. Every store appends a message to the history of
 * its 8 aligned bytes. A lane has a view: for each message, the bytes for which the lane may read nothing older. A
 * release attaches the lane's view to its message, and an acquire that reads the message joins it; updates read the
 * newest message and hand on the view of the one they replace; fences work as in C11, and {@code fence.sc} joins one
 * view that all of them share. Scopes narrower than the device hold within the block only.
 *
 * <p>Not modelled: loads that see stores from their own future (load buffering), stores that slip in front of newer
 * ones in the order of a location, and narrower scopes of fences.
 *
 * <p>Messages do not stay contested for ever: after many further stores, or a long time, everybody sees them. Those
 * settled messages need no entry in any view, which bounds the size of views and histories, and a loop that waits for a
 * value ends.
 */
final class AdversarialMemory implements MemoryModel {
    private static final int MAX_CONTESTED = 1024;
    private static final long LONGEST_CONTESTED = 1L << 18;

    /** Of 8 bytes, as bits. */
    private static final int ALL = 0xff;

    private final Map<Long, Message> newest = new HashMap<>();
    private final Deque<Message> contested = new ArrayDeque<>();
    private final SplittableRandom random;
    private View sequential = new View();
    private long lastTime;
    private long settledTime;
    private long step;
    private long changes;

    /**
     * A store that some lanes may not have seen.
     *
     * <p>{@code word} is what the 8 bytes held after it, {@code bytes} tells which of them it wrote (bit n is byte n),
     * {@code older} is the message before it, or null if nobody can see that any more.
     */
    private static final class Message {
        final long location;
        final long time;
        final long step;
        final long word;
        final int bytes;
        final boolean blockScope;
        final int block;

        @Nullable
        View view;

        @Nullable
        Message older;

        Message(long location, long time, long step, long word, int bytes, boolean blockScope, int block) {
            this.location = location;
            this.time = time;
            this.step = step;
            this.word = word;
            this.bytes = bytes;
            this.blockScope = blockScope;
            this.block = block;
        }

        /** {@return whether this message gave some of these bytes the value they had after it} */
        boolean defines(int some) {
            return (bytes & some) != 0 || older == null;
        }
    }

    AdversarialMemory(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public MemoryPort open(int block) {
        return new ViewPort(block);
    }

    @Override
    public void meet(Collection<MemoryPort> lanes) {
        var common = new View();
        for (MemoryPort lane : lanes) {
            common.join(((ViewPort) lane).current, settledTime);
        }
        View frozen = common.freeze();
        for (MemoryPort lane : lanes) {
            ((ViewPort) lane).current = frozen;
        }
    }

    @Override
    public void advance(long steps) {
        step = steps;
        while (contested.size() > MAX_CONTESTED || isOverdue(contested.peekFirst())) {
            settleOldest();
        }
    }

    @Override
    public long changes() {
        return changes;
    }

    @Override
    public void settle() {
        while (!contested.isEmpty()) {
            settleOldest();
        }
    }

    private boolean isOverdue(@Nullable Message message) {
        return message != null && message.step < step - LONGEST_CONTESTED;
    }

    private void settleOldest() {
        Message message = contested.removeFirst();
        settledTime = message.time;
        message.view = null;
        message.older = null;
        newest.remove(message.location, message);
    }

    private Message append(MemoryRegion region, long address, Access access, long value, int block) {
        long location = region.identity(address) & -Long.BYTES;
        long word = region.word(address);
        long changed = MemoryRegion.insert(word, address, access.type(), value);
        var message = new Message(
                location, ++lastTime, step, changed, bytes(address, access.type()), access.blockScope(), block);
        Message older = newest.put(location, message);
        message.older = older != null ? older : new Message(location, 0, 0, word, ALL, false, block);
        contested.addLast(message);
        region.setWord(address, changed);
        if (changed != word) {
            changes++;
        }
        return message;
    }

    private static int bytes(long address, PtxType type) {
        return ((1 << type.bytes()) - 1) << (address & (Long.BYTES - 1));
    }

    /** {@return the views of the messages that wrote these bytes last, as of a message} */
    private @Nullable View releasedWith(Message latest, int bytes) {
        View released = null;
        int missing = bytes;
        for (Message writer = latest; writer != null && missing != 0; writer = writer.older) {
            if (writer.defines(missing)) {
                missing &= ~writer.bytes;
                View view = writer.view;
                released = released == null ? view : view == null ? released : released.joined(view, settledTime);
            }
        }
        return released;
    }

    /** A lane with what it knows. */
    private final class ViewPort implements MemoryPort {
        private final int block;
        private View current = new View();

        /** What relaxed loads have read and an acquiring fence will join. */
        private final View readRelaxed = new View();

        /** What a releasing fence has published through later relaxed stores. */
        private @Nullable View published;

        ViewPort(int block) {
            this.block = block;
        }

        @Override
        public long load(MemoryRegion region, long address, Access access) {
            Message newestMessage = newest.get(region.identity(address) & -Long.BYTES);
            if (newestMessage == null) {
                return MemoryRegion.extract(region.word(address), address, access.type());
            }
            int bytes = bytes(address, access.type());
            Message read = choose(newestMessage, bytes, access.order());
            observe(read, bytes, access);
            return MemoryRegion.extract(read.word, address, access.type());
        }

        @Override
        public void store(MemoryRegion region, long address, Access access, long value) {
            publish(append(region, address, access, value, block), access.order(), null);
        }

        @Override
        public long update(
                MemoryRegion region, long address, Access access, AtomicUpdate update, long first, long second) {
            Message replaced = newest.get(region.identity(address) & -Long.BYTES);
            if (replaced != null) {
                observe(replaced, bytes(address, access.type()), access);
            }
            long old = MemoryRegion.extract(region.word(address), address, access.type());
            long value = update.apply(old, first, second);
            if (!update.conditional() || access.type().extend(value) != old) {
                View handedOn = replaced == null ? null : releasedWith(replaced, bytes(address, access.type()));
                publish(append(region, address, access, value, block), access.order(), handedOn);
            }
            return old;
        }

        @Override
        public void fence(boolean strong) {
            View known = mutable();
            known.join(readRelaxed, settledTime);
            if (strong) {
                known.join(sequential, settledTime);
                sequential = known.freeze();
            }
            published = known.freeze();
        }

        /** A message not older than the view allows. Weak loads prefer the oldest, the others the newest. */
        private Message choose(Message newestMessage, int bytes, MemoryOrder order) {
            Message chosen = null;
            int seen = 0;
            boolean known = false;
            boolean preferred = random.nextBoolean();
            for (Message message = newestMessage; message != null; message = message.older) {
                known |= (current.bytes(message.time) & bytes) != 0;
                if (message.defines(bytes)) {
                    seen++;
                    boolean take = preferred ? order == MemoryOrder.WEAK : random.nextInt(seen) == 0;
                    if (chosen == null || take) {
                        chosen = message;
                    }
                    if (known) {
                        break;
                    }
                }
            }
            return chosen == null ? newestMessage : chosen;
        }

        private void observe(Message message, int bytes, Access access) {
            raise(message, bytes);
            boolean outOfScope = (message.blockScope || access.blockScope()) && message.block != block;
            if (access.order() == MemoryOrder.WEAK || outOfScope) {
                return;
            }
            View view = releasedWith(message, bytes);
            if (view != null) {
                readRelaxed.join(view, settledTime);
                if (access.order().acquires()) {
                    mutable().join(view, settledTime);
                }
            }
        }

        private void publish(Message message, MemoryOrder order, @Nullable View handedOn) {
            raise(message, message.bytes);
            if (order == MemoryOrder.WEAK) {
                return;
            }
            View own = order.releases() ? current.freeze() : published;
            message.view = own == null ? handedOn : handedOn == null ? own : own.joined(handedOn, settledTime);
        }

        private void raise(Message message, int bytes) {
            if (message.time > settledTime) {
                mutable().raise(message.time, bytes, settledTime);
            }
        }

        private View mutable() {
            if (current.isFrozen()) {
                current = current.copy(settledTime);
            }
            return current;
        }
    }
}
