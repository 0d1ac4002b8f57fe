package dev.warpbroker.verify;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads a history, byte by byte; {@link HistoryFile} says how it looks. */
final class HistoryReader {
    private static final int END = -1;
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_HEADER_LINE = 4096;
    private static final Set<String> KEYS =
            Set.of(HistoryFile.MAGIC, "structure", "capacity", "origin", "operations", "description");

    private static final int GZIP_MAGIC = 0x8b1f;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private long line = 1;

    /** The byte that is to be read next. */
    private int next;

    private HistoryReader(InputStream in) {
        this.in = in;
    }

    /** {@return the history in a stream, which may be compressed} */
    static History read(InputStream in) throws IOException {
        var bytes = new BufferedInputStream(in, BUFFER);
        bytes.mark(2);
        int magic = bytes.read() | bytes.read() << 8;
        bytes.reset();
        if (magic != GZIP_MAGIC) {
            return new HistoryReader(bytes).read();
        }
        long line = 1;
        try {
            var reader = new HistoryReader(new GZIPInputStream(bytes, BUFFER));
            try {
                return reader.read();
            } finally {
                line = reader.line;
            }
        } catch (EOFException | ZipException failure) {
            throw new HistoryFile.DamagedException(
                    line, "the compressed file is damaged or truncated: " + failure.getMessage(), failure);
        }
    }

    private History read() throws IOException {
        advance();
        var header = header();
        var builder = History.builder(discipline(header));
        String capacity = required(header, "capacity");
        if (!capacity.equals(HistoryFile.UNBOUNDED)) {
            builder.capacity((int) number("capacity", capacity, 1, Integer.MAX_VALUE));
        }
        builder.description(header.getOrDefault("description", ""));
        long origin = number("origin", header.getOrDefault("origin", "0"), Long.MIN_VALUE, Long.MAX_VALUE);
        int operations = (int) number("operations", required(header, "operations"), 0, Integer.MAX_VALUE - 8L);
        line++;
        for (int i = 0; i < operations; i++) {
            if (next == END) {
                throw damaged("the file ends after " + i + " of " + operations + " operations; it is truncated");
            }
            operation(builder, origin);
        }
        if (next != END) {
            throw damaged("there are more than the " + operations + " operations that the header announces");
        }
        return builder.build();
    }

    private void operation(History.Builder builder, long origin) throws IOException {
        long thread = number("thread");
        separator("result");
        int result = result();
        separator("call stamp");
        long call = origin + signedNumber("call stamp");
        separator("return stamp");
        if (next == '?') {
            throw damaged("the operation has not returned; only complete histories can be checked");
        }
        long returned = origin + signedNumber("return stamp");
        long value = 0;
        if (result != Result.EMPTY.code()) {
            separator("value");
            value = signedNumber("value");
        }
        endOfLine();
        if (thread > Integer.MAX_VALUE) {
            throw damaged("thread " + thread + " is above " + Integer.MAX_VALUE);
        }
        try {
            builder.add((int) thread, result, call, returned, value);
        } catch (IllegalArgumentException failure) {
            throw damaged(String.valueOf(failure.getMessage()));
        }
        line++;
    }

    private Map<String, String> header() throws IOException {
        var header = new HashMap<String, String>();
        for (String text = headerLine(); !text.isEmpty(); text = headerLine()) {
            if (text.indexOf('\r') >= 0) {
                throw damaged("there is a carriage return within the line");
            }
            int space = text.indexOf(' ');
            String key = space < 0 ? text : text.substring(0, space);
            if (header.isEmpty() && !key.equals(HistoryFile.MAGIC)) {
                throw damaged("this is no history file: it does not begin with '" + HistoryFile.MAGIC + "'");
            }
            if (!KEYS.contains(key)) {
                throw damaged("unknown key '" + key + "'; known: "
                        + String.join(", ", KEYS.stream().sorted().toList()));
            }
            String value = space < 0 ? "" : text.substring(space + 1).strip();
            if (header.putIfAbsent(key, value) != null) {
                throw damaged("there is a second '" + key + "'");
            }
            if (key.equals(HistoryFile.MAGIC) && !value.equals(HistoryFile.VERSION)) {
                throw damaged("version '" + value + "' of the format is unknown; known: " + HistoryFile.VERSION);
            }
            line++;
        }
        if (header.isEmpty()) {
            throw damaged("this is no history file: it does not begin with '" + HistoryFile.MAGIC + "'");
        }
        return header;
    }

    /** {@return a line without its end} */
    private String headerLine() throws IOException {
        var bytes = new ByteArrayOutputStream();
        while (next != '\n') {
            if (next == END) {
                throw damaged(
                        bytes.size() == 0 && line == 1
                                ? "the file is empty"
                                : "the file ends within the header; it is truncated");
            }
            if (bytes.size() == LONGEST_HEADER_LINE) {
                throw damaged("this is no history file: a line of its header is longer than " + LONGEST_HEADER_LINE
                        + " bytes");
            }
            bytes.write(next);
            advance();
        }
        advance();
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    private Discipline discipline(Map<String, String> header) throws IOException {
        String name = required(header, "structure");
        for (var discipline : Discipline.values()) {
            if (discipline.toString().equals(name)) {
                return discipline;
            }
        }
        throw damaged("structure '" + name + "' is neither fifo nor lifo");
    }

    private String required(Map<String, String> header, String key) throws IOException {
        @Nullable String value = header.get(key);
        if (value == null) {
            throw damaged("the header that ends here has no '" + key + "'");
        }
        return value;
    }

    private long number(String key, String text, long least, long most) throws IOException {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw damaged(key + " '" + text + "' in the header is no number from " + least + " to " + most);
    }

    private long signedNumber(String what) throws IOException {
        if (next != '-') {
            return number(what);
        }
        advance();
        return negated(what);
    }

    private long number(String what) throws IOException {
        long negated = negated(what);
        if (negated == Long.MIN_VALUE) {
            throw tooLarge(what);
        }
        return -negated;
    }

    /** Negative, because that is the larger half of the numbers. */
    private long negated(String what) throws IOException {
        if (next < '0' || next > '9') {
            throw damaged(next == END ? truncated() : "the " + what + " is missing or no number, at " + shown());
        }
        long negated = 0;
        while (next >= '0' && next <= '9') {
            int digit = next - '0';
            if (negated < Long.MIN_VALUE / 10 || negated == Long.MIN_VALUE / 10 && digit > 8) {
                throw tooLarge(what);
            }
            negated = negated * 10 - digit;
            advance();
        }
        return negated;
    }

    private int result() throws IOException {
        // The first letters of the words are all different.
        for (int code = 0; Result.isCode(code); code++) {
            String word = Result.of(code).word();
            if (next == word.charAt(0)) {
                for (int i = 0; i < word.length(); i++) {
                    if (next != word.charAt(i)) {
                        break;
                    }
                    advance();
                    if (i == word.length() - 1) {
                        return code;
                    }
                }
                break;
            }
        }
        throw damaged(next == END ? truncated() : "the result is none of put, full, take, empty, at " + shown());
    }

    private void separator(String before) throws IOException {
        if (next != ' ') {
            throw damaged(next == END ? truncated() : "a blank and the " + before + " are missing, at " + shown());
        }
        advance();
    }

    private void endOfLine() throws IOException {
        if (next == '\r') {
            advance();
        }
        if (next != '\n') {
            throw damaged(next == END ? truncated() : "the line should end, at " + shown());
        }
        advance();
    }

    private String shown() {
        return switch (next) {
            case END -> "the end of the file";
            case '\n', '\r' -> "the end of the line";
            default -> next >= ' ' && next < 127 ? "'" + (char) next + "'" : "the byte " + next;
        };
    }

    private static String truncated() {
        return "the file ends within the line; it is truncated";
    }

    private HistoryFile.DamagedException tooLarge(String what) {
        return damaged("the " + what + " does not fit into 64 bits");
    }

    private HistoryFile.DamagedException damaged(String reason) {
        return new HistoryFile.DamagedException(line, reason, null);
    }

    private void advance() throws IOException {
        if (position == limit) {
            limit = in.read(buffer);
            position = 0;
            if (limit <= 0) {
                limit = 0;
                next = END;
                return;
            }
        }
        next = buffer[position++] & 0xff;
    }
}
