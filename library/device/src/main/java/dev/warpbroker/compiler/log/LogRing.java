package dev.warpbroker.compiler.log;

import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.HostWords;
import java.util.List;

/**
 * The lines of one launch, from the lanes to the host, and the host's end of it. The constants say how they lie; the
 * code that is emitted uses them, too.
 *
 * <p>The ring has slots of 64 bytes in memory that the host sees. A lane first claims room: the claims that were
 * granted are never more than the lines that the host has taken out and the slots together. One that finds no room
 * takes its claim back and counts as dropped. Then the lane takes a ticket, whose slot is free, writes the line, and
 * releases it with a stamp, the ticket plus one. The host takes lines out by ticket, so that those of a lane come in
 * its order. Claims and tickets are counted in the control block of the launch, which is near the lanes.
 */
public final class LogRing {
    /** Offsets in the ring. Only the host writes the first, only lanes write the second. */
    public static final int TAKEN = 0;

    public static final int DROPPED = 4;
    public static final int SLOTS = 64;

    /** Offsets in a slot. */
    public static final int STAMP = 0;

    public static final int SITE = 4;
    public static final int PLACE = 8;
    public static final int VALUES = 16;

    public static final int SLOT_BYTES = 64;

    /** The most values of a line that are known at run time only. */
    public static final int MAX_VALUES = (SLOT_BYTES - VALUES) / Long.BYTES;

    private final HostWords words;
    private final int lines;
    private final List<LogSite> sites;
    private final GridShape shape;
    private final Delivery<LogLine> reader;
    private int next;
    private boolean finished;

    /**
     * Begins with a ring that is zero.
     *
     * @param lines the number of slots, a power of two
     * @param sites those of the kernel
     * @param shape that of the launch
     */
    public LogRing(HostWords words, int lines, List<LogSite> sites, GridShape shape, Delivery<LogLine> reader) {
        this.words = words;
        this.lines = lines;
        this.sites = sites;
        this.shape = shape;
        this.reader = reader;
    }

    /** {@return the bytes of a ring} */
    public static long bytes(int lines) {
        return SLOTS + (long) lines * SLOT_BYTES;
    }

    /** {@return whether there was a line} Delivers those that are there. */
    public synchronized boolean drain() {
        int first = next;
        while (!finished && word(STAMP) == next + 1) {
            var line = sites.get(word(SITE)).line(shape.idAt(word(PLACE)), this::value);
            next++;
            words.set(TAKEN / Integer.BYTES, next);
            reader.deliver(line);
        }
        return next != first;
    }

    /** Delivers all that is left when the launch has ended, and says how many lines were dropped. */
    public synchronized void finish() {
        drain();
        int dropped = finished ? 0 : words.get(DROPPED / Integer.BYTES);
        finished = true;
        if (dropped != 0) {
            reader.deliver(new LogLine(
                    LogLine.NO_LANE,
                    Integer.toUnsignedString(dropped) + " lines of a launch were dropped: the log holds " + lines
                            + " that the host has not read yet; log less, or see DeviceOptions.withLogLines",
                    null));
        }
    }

    private int word(int offset) {
        int slot = SLOTS + (next & (lines - 1)) * SLOT_BYTES;
        return words.get((slot + offset) / Integer.BYTES);
    }

    private long value(int index) {
        int offset = VALUES + index * Long.BYTES;
        return Integer.toUnsignedLong(word(offset)) | (long) word(offset + Integer.BYTES) << Integer.SIZE;
    }
}
