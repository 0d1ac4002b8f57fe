package dev.warpbroker.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a history; {@link HistoryFile} says how it looks. */
final class HistoryWriter {
    private static final int SIZE = 1 << 16;

    /** The longest line of an operation is shorter. */
    private static final int LONGEST_LINE = 128;

    private final OutputStream out;
    private final byte[] buffer = new byte[SIZE];
    private int used;

    HistoryWriter(OutputStream out) {
        this.out = out;
    }

    void write(History history) throws IOException {
        long origin = history.firstStamp();
        var capacity = history.capacity();
        String header = HistoryFile.MAGIC + " " + HistoryFile.VERSION
                + "\nstructure " + history.discipline()
                + "\ncapacity " + (capacity.isPresent() ? "" + capacity.getAsInt() : HistoryFile.UNBOUNDED)
                + "\norigin " + origin
                + "\noperations " + history.size()
                + (history.description().isEmpty() ? "" : "\ndescription " + history.description())
                + "\n\n";
        out.write(header.getBytes(StandardCharsets.UTF_8));
        byte[][] words = Arrays.stream(Result.values())
                .map(result -> (" " + result.word() + " ").getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        for (int i = 0; i < history.size(); i++) {
            if (used > SIZE - LONGEST_LINE) {
                flush();
            }
            put(history.thread(i));
            byte[] word = words[history.resultCode(i)];
            System.arraycopy(word, 0, buffer, used, word.length);
            used += word.length;
            put(history.call(i) - origin);
            buffer[used++] = ' ';
            put(history.returned(i) - origin);
            if (!history.is(i, Result.EMPTY)) {
                buffer[used++] = ' ';
                put(history.value(i));
            }
            buffer[used++] = '\n';
        }
        flush();
        out.flush();
    }

    private void put(long number) {
        if (number < 0) {
            buffer[used++] = '-';
        }
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = used + digits - 1; i >= used; i--) {
            buffer[i] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        used += digits;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, used);
        used = 0;
    }
}
