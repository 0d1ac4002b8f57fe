package dev.warpbroker.device.simulator;

/**
 * What a lane knows: of each message that is not settled, the bytes for which the lane may read nothing older.
 *
 * <p>Messages are named by their times. A message has 8 bytes and a view one bit for each, so that a word holds what is
 * known of eight messages, and joining two views is an "or" of words. Words of settled messages may be missing: their
 * bits would change nothing, since everybody sees what is settled.
 */
final class View {
    private static final int MESSAGES_PER_WORD_LOG = 3;
    private static final int MESSAGES_MASK = (1 << MESSAGES_PER_WORD_LOG) - 1;
    private static final int SLACK = 8;

    private long[] words = {};

    /** The number of the first word, counted from time 0. */
    private long first;

    /** Words in use; those behind them are 0. */
    private int used;

    private boolean frozen;

    /** {@return the bytes that are known of the message with this time} */
    int bytes(long time) {
        long index = wordOf(time) - first;
        return index < 0 || index >= used ? 0 : (int) (words[(int) index] >>> shift(time)) & 0xff;
    }

    /**
     * Adds bytes of a message.
     *
     * @param settled what is known of messages up to this time may be forgotten
     */
    void raise(long time, int bytes, long settled) {
        requireOwn();
        reach(wordOf(time) + 1, settled);
        words[(int) (wordOf(time) - first)] |= (long) bytes << shift(time);
    }

    /** Takes over what another view knows about messages after {@code settled}. */
    void join(View other, long settled) {
        requireOwn();
        long from = Math.max(other.first, wordOf(settled));
        int count = (int) (other.first + other.used - from);
        if (count <= 0 || other == this) {
            return;
        }
        reach(from + count, settled);
        int source = (int) (from - other.first);
        int target = (int) (from - first);
        for (int i = 0; i < count; i++) {
            words[target + i] |= other.words[source + i];
        }
    }

    /** {@return what this view and another one know about messages after {@code settled}, frozen} */
    View joined(View other, long settled) {
        View both = copy(settled);
        both.join(other, settled);
        return both.freeze();
    }

    /** {@return a view to write to that knows what this one knows about messages after {@code settled}} */
    View copy(long settled) {
        var copy = new View();
        copy.join(this, settled);
        return copy;
    }

    /** Makes this view safe to share. {@return this view} */
    View freeze() {
        frozen = true;
        return this;
    }

    boolean isFrozen() {
        return frozen;
    }

    private void requireOwn() {
        if (frozen) {
            throw new IllegalStateException("a frozen view is shared and must be copied first");
        }
    }

    /** Has words up to {@code end}, exclusively; drops those of settled messages where it must move them anyway. */
    private void reach(long end, long settled) {
        if (end - first > words.length) {
            long start = Math.max(first, wordOf(settled));
            int kept = (int) Math.max(0, first + used - start);
            int needed = (int) (end - start);
            var moved = new long[needed + needed / 2 + SLACK];
            if (kept > 0) {
                System.arraycopy(words, (int) (start - first), moved, 0, kept);
            }
            words = moved;
            first = start;
            used = kept;
        }
        used = Math.max(used, (int) (end - first));
    }

    private static long wordOf(long time) {
        return time >>> MESSAGES_PER_WORD_LOG;
    }

    private static int shift(long time) {
        return ((int) time & MESSAGES_MASK) << 3;
    }
}
