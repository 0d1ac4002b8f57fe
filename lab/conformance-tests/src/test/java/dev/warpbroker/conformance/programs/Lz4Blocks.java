package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A decoder of LZ4 blocks (Yann Collet, "LZ4 Block Format Description"), a lane for each of many blocks, some of which
 * are damaged: those end with an exception that is caught, and the others with their text. The texts from which the
 * blocks were made, and a second decoder on arrays for the damaged ones, say what must come out.
 */
final class Lz4Blocks implements Program {
    private static final int TEXT = 300;
    private static final int MIN_MATCH = 4;

    /** A block that no encoder has made. */
    private static final class MalformedBlockException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int position;

        MalformedBlockException(String message, int position) {
            super(message);
            this.position = position;
        }
    }

    /** Bytes to be read, one after the other. */
    private static final class Input {
        private final Bytes bytes;
        private final int start;
        private final int end;
        private int at;

        Input(Bytes bytes, int start, int end) {
            this.bytes = bytes;
            this.start = start;
            this.end = end;
            at = start;
        }

        boolean isAtEnd() {
            return at == end;
        }

        int next() {
            if (at >= end) {
                throw malformed("the block ends too early");
            }
            return bytes.getUnsigned(at++);
        }

        int length(int nibble) {
            int length = nibble;
            if (nibble == 15) {
                int more;
                do {
                    more = next();
                    length = Math.addExact(length, more);
                } while (more == 255);
            }
            return length;
        }

        MalformedBlockException malformed(String message) {
            return new MalformedBlockException(message, at - start);
        }
    }

    /** A window of memory that is filled from its start. */
    private static final class Output {
        private final Bytes bytes;
        private final int start;
        private int length;

        Output(Bytes bytes, int start) {
            this.bytes = bytes;
            this.start = start;
        }

        void add(int value) {
            if (length >= TEXT) {
                throw new IndexOutOfBoundsException(length);
            }
            bytes.set(start + length++, (byte) value);
        }

        int back(int offset) {
            return bytes.getUnsigned(start + length - offset);
        }
    }

    private static void decode(Input input, Output output) {
        while (true) {
            int token = input.next();
            int literals = input.length(token >> 4);
            for (int i = 0; i < literals; i++) {
                output.add(input.next());
            }
            if (input.isAtEnd()) {
                return;
            }
            int offset = input.next() | input.next() << 8;
            if (offset == 0 || offset > output.length) {
                throw input.malformed("a match begins before the text");
            }
            int length = input.length(token & 15) + MIN_MATCH;
            for (int i = 0; i < length; i++) {
                output.add(output.back(offset));
            }
        }
    }

    /** The length of the text, or, if negative, where the block is damaged; -1000 if the text is too long. */
    @Override
    public Object run(Device device, int count) {
        var blocks = Blocks.of(count);
        try (Bytes compressed = device.bytes(blocks.bytes.length);
                Ints starts = device.ints(count + 1);
                Bytes texts = device.bytes((long) count * TEXT);
                Ints results = device.ints(count)) {
            compressed.copyIn(blocks.bytes);
            starts.copyIn(blocks.starts);
            device.run(Grid.threads(count), lane -> {
                var input = new Input(compressed, starts.get(lane.id()), starts.get(lane.id() + 1));
                var output = new Output(texts, lane.id() * TEXT);
                try {
                    decode(input, output);
                    results.set(lane.id(), output.length);
                } catch (MalformedBlockException e) {
                    results.set(lane.id(), -e.position);
                } catch (IndexOutOfBoundsException | ArithmeticException e) {
                    results.set(lane.id(), -1000);
                }
            });
            return new Object[] {texts.copyOut(), results.copyOut()};
        }
    }

    @Override
    public Object expected(int count) {
        var blocks = Blocks.of(count);
        byte[] texts = new byte[count * TEXT];
        int[] results = new int[count];
        for (int i = 0; i < count; i++) {
            byte[] block = Arrays.copyOfRange(blocks.bytes, blocks.starts[i], blocks.starts[i + 1]);
            byte[] text = new byte[TEXT];
            results[i] = reference(block, text);
            if (!blocks.isDamaged(i)) {
                text = Arrays.copyOf(blocks.texts[i], TEXT);
                results[i] = blocks.texts[i].length;
            }
            System.arraycopy(text, 0, texts, i * TEXT, TEXT);
        }
        return new Object[] {texts, results};
    }

    private static int reference(byte[] block, byte[] text) {
        int in = 0;
        int out = 0;
        try {
            while (true) {
                int token = block[in++] & 0xFF;
                int literals = token >> 4;
                for (int more = literals == 15 ? 255 : 0; more == 255; literals += more) {
                    more = block[in++] & 0xFF;
                }
                for (; literals > 0; literals--) {
                    byte literal = block[in++];
                    if (out == TEXT) {
                        return -1000;
                    }
                    text[out++] = literal;
                }
                if (in == block.length) {
                    return out;
                }
                int offset = block[in++] & 0xFF;
                offset |= (block[in++] & 0xFF) << 8;
                if (offset == 0 || offset > out) {
                    return -in;
                }
                int length = token & 15;
                for (int more = length == 15 ? 255 : 0; more == 255; length += more) {
                    more = block[in++] & 0xFF;
                }
                for (length += MIN_MATCH; length > 0; length--) {
                    if (out == TEXT) {
                        return -1000;
                    }
                    text[out] = text[out - offset];
                    out++;
                }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return -block.length;
        }
    }

    /** Texts and the blocks made of them; every fourth block is damaged. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Blocks(byte[][] texts, byte[] bytes, int[] starts) {
        static Blocks of(int count) {
            var random = new SplittableRandom(count);
            var bytes = new ByteArrayOutputStream();
            byte[][] texts = new byte[count][];
            int[] starts = new int[count + 1];
            for (int i = 0; i < count; i++) {
                texts[i] = text(random);
                byte[] block = encoded(texts[i]);
                if (i % 4 == 3) {
                    block[random.nextInt(block.length)] ^= (byte) (1 << random.nextInt(8));
                    block = Arrays.copyOf(block, random.nextInt(block.length) + 1);
                }
                bytes.writeBytes(block);
                starts[i + 1] = bytes.size();
            }
            return new Blocks(texts, bytes.toByteArray(), starts);
        }

        boolean isDamaged(int i) {
            return i % 4 == 3;
        }

        private static byte[] text(SplittableRandom random) {
            byte[] text = new byte[20 + random.nextInt(TEXT - 20)];
            int letters = 1 + random.nextInt(10);
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) ('a' + random.nextInt(letters));
            }
            return text;
        }

        /** The longest match at each place; the last five bytes are literals, as the format wants it. */
        private static byte[] encoded(byte[] text) {
            var block = new ByteArrayOutputStream();
            int anchor = 0;
            int at = 0;
            while (at + 12 < text.length) {
                int longest = 0;
                int offset = 0;
                for (int from = 0; from < at; from++) {
                    int length = 0;
                    while (at + length < text.length - 5 && text[from + length] == text[at + length]) {
                        length++;
                    }
                    if (length > longest) {
                        longest = length;
                        offset = at - from;
                    }
                }
                if (longest < MIN_MATCH) {
                    at++;
                    continue;
                }
                addSequence(block, text, anchor, at, longest - MIN_MATCH);
                block.write(offset);
                block.write(offset >> 8);
                addLength(block, longest - MIN_MATCH);
                at += longest;
                anchor = at;
            }
            addSequence(block, text, anchor, text.length, 0);
            return block.toByteArray();
        }

        private static void addSequence(ByteArrayOutputStream block, byte[] text, int from, int to, int match) {
            block.write(Math.min(15, to - from) << 4 | Math.min(15, match));
            addLength(block, to - from);
            block.write(text, from, to - from);
        }

        private static void addLength(ByteArrayOutputStream block, int length) {
            if (length >= 15) {
                int rest = length - 15;
                for (; rest >= 255; rest -= 255) {
                    block.write(255);
                }
                block.write(rest);
            }
        }
    }
}
