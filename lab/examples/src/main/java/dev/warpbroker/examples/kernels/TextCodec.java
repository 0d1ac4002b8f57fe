package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

/**
 * Checks that documents are UTF-8 (RFC 3629), counts what characters they consist of, and writes them in base64 (RFC
 * 4648), a lane for each document. The JDK's decoder and its {@link Base64} say what must come out.
 */
final class TextCodec implements KernelExample {
    private static final int MAX_LENGTH = 90;
    private static final int MAX_ENCODED = MAX_LENGTH / 3 * 4;
    private static final char[] DIGITS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".toCharArray();

    /** Code points that take some number of bytes. */
    private enum Form {
        ONE_BYTE(0x00, 0x80, 0),
        TWO_BYTES(0xC0, 0xE0, 0x80),
        THREE_BYTES(0xE0, 0xF0, 0x800),
        FOUR_BYTES(0xF0, 0xF8, 0x10000);

        final int firstMarker;
        final int firstEnd;
        final int smallest;

        Form(int firstMarker, int firstEnd, int smallest) {
            this.firstMarker = firstMarker;
            this.firstEnd = firstEnd;
            this.smallest = smallest;
        }

        static Form of(int firstByte, int at) {
            for (Form form : values()) {
                if (firstByte >= form.firstMarker && firstByte < form.firstEnd) {
                    return form;
                }
            }
            throw new MalformedTextException(at);
        }

        int length() {
            return ordinal() + 1;
        }
    }

    private static final class MalformedTextException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int at;

        MalformedTextException(int at) {
            super("malformed text");
            this.at = at;
        }
    }

    /** A document, read code point by code point. */
    private static final class Reader {
        private final Bytes bytes;
        private final int start;
        private final int end;
        private int at;

        Reader(Bytes bytes, int start, int end) {
            this.bytes = bytes;
            this.start = start;
            this.end = end;
            this.at = start;
        }

        boolean hasNext() {
            return at < end;
        }

        int next() {
            int first = bytes.getUnsigned(at);
            Form form = Form.of(first, at - start);
            int codePoint = first - form.firstMarker;
            for (int i = 1; i < form.length(); i++) {
                codePoint = codePoint << 6 | continuation(at + i);
            }
            boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            if (codePoint < form.smallest || isSurrogate || !Character.isValidCodePoint(codePoint)) {
                throw new MalformedTextException(at - start);
            }
            at += form.length();
            return codePoint;
        }

        private int continuation(int index) {
            if (index >= end || (bytes.get(index) & 0xC0) != 0x80) {
                throw new MalformedTextException(at - start);
            }
            return bytes.get(index) & 0x3F;
        }
    }

    /** What a document consists of. */
    private static final class Census {
        private int characters;
        private int letters;
        private int capitals;
        private int digits;
        private int digitSum;
        private int spaces;
        private int hash;
        private int malformedAt = -1;

        Census add(int codePoint) {
            characters += Character.charCount(codePoint);
            if (Character.isLetter(codePoint)) {
                letters++;
                if (Character.isUpperCase(codePoint)) {
                    capitals++;
                }
            } else if (Character.isDigit(codePoint)) {
                digits++;
                digitSum += Character.digit(codePoint, 10);
            } else if (Character.isWhitespace(codePoint)) {
                spaces++;
            }
            hash = 31 * hash + Character.toLowerCase(codePoint);
            return this;
        }

        int[] numbers() {
            return new int[] {characters, letters, capitals, digits, digitSum, spaces, hash, malformedAt};
        }
    }

    @Override
    public String name() {
        return "text codec";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(64, 2_000, 20_000);
    }

    @Override
    public Object run(Device device, int count) {
        byte[][] documents = documents(count);
        int numbers = new Census().numbers().length;
        try (Bytes texts = device.bytes((long) count * MAX_LENGTH);
                Ints lengths = device.ints(count);
                Ints counts = device.ints((long) count * numbers);
                Bytes encoded = device.bytes((long) count * MAX_ENCODED)) {
            for (int i = 0; i < count; i++) {
                texts.copyIn(documents[i], i * MAX_LENGTH);
            }
            lengths.copyIn(Arrays.stream(documents)
                    .mapToInt(document -> document.length)
                    .toArray());
            device.run(Grid.threads(count), lane -> {
                int start = lane.id() * MAX_LENGTH;
                int end = start + lengths.get(lane.id());
                int at = lane.id() * numbers;
                for (int number : census(new Reader(texts, start, end)).numbers()) {
                    counts.set(at++, number);
                }
                encode(texts, start, end, encoded, lane.id() * MAX_ENCODED);
            });
            return new Object[] {counts.copyOut(), encoded.copyOut()};
        }
    }

    private static Census census(Reader reader) {
        var census = new Census();
        try {
            while (reader.hasNext()) {
                census.add(reader.next());
            }
        } catch (MalformedTextException e) {
            census.malformedAt = e.at;
        }
        return census;
    }

    private static void encode(Bytes bytes, int start, int end, Bytes encoded, int to) {
        int out = to;
        for (int at = start; at < end; at += 3) {
            int left = Math.min(3, end - at);
            int bits = 0;
            for (int i = 0; i < 3; i++) {
                bits = bits << 8 | (i < left ? bytes.getUnsigned(at + i) : 0);
            }
            for (int i = 0; i < 4; i++) {
                char digit = i <= left ? DIGITS[bits >>> 18 - 6 * i & 0x3F] : '=';
                encoded.set(out++, (byte) digit);
            }
        }
    }

    @Override
    public Object expected(int count) {
        int[][] counts = new int[count][];
        byte[] encoded = new byte[count * MAX_ENCODED];
        byte[][] documents = documents(count);
        for (int i = 0; i < count; i++) {
            var census = new Census();
            String text = beginning(documents[i]);
            text.codePoints().forEach(census::add);
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            if (length < documents[i].length) {
                census.malformedAt = length;
            }
            counts[i] = census.numbers();
            byte[] base64 = Base64.getEncoder().encode(documents[i]);
            System.arraycopy(base64, 0, encoded, i * MAX_ENCODED, base64.length);
        }
        return new Object[] {Arrays.stream(counts).flatMapToInt(Arrays::stream).toArray(), encoded};
    }

    /** What the JDK can decode of a document: all of it, or all that is in front of the first mistake. */
    private static String beginning(byte[] document) {
        for (int length = document.length; ; length--) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(document, 0, length))
                        .toString();
            } catch (CharacterCodingException _) {
                // The mistake is further to the front.
            }
        }
    }

    private static byte[][] documents(int count) {
        var random = new Random(count);
        int[] ends = {0x80, 0x250, 0x3000, 0xD800, 0x1F700};
        byte[][] documents = new byte[count][];
        for (int i = 0; i < count; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                text.appendCodePoint(random.nextInt(ends[random.nextInt(ends.length)]));
                text.append(" ,7Ü".charAt(random.nextInt(4)));
            }
            documents[i] = text.toString()
                    .replaceAll("[\uD800-\uDBFF](?![\uDC00-\uDFFF])", "?")
                    .getBytes(StandardCharsets.UTF_8);
            documents[i] = Arrays.copyOf(documents[i], Math.min(documents[i].length, MAX_LENGTH));
            if (i % 3 == 0 && documents[i].length > 0) {
                documents[i][random.nextInt(documents[i].length)] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return documents;
    }
}
