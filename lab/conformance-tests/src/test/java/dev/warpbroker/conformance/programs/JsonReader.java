package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Splits JSON (RFC 8259) into tokens, checks how they are nested and adds up the numbers, a lane for each document.
 * Numbers of up to 15 digits are read exactly, with one multiplication or division by a power of ten (Clinger, "How to
 * Read Floating Point Numbers Accurately", 1990).
 */
final class JsonReader implements Program {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_DIGITS = 15;
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private enum Mistake {
        NONE,
        END_OF_DOCUMENT,
        UNEXPECTED_CHARACTER,
        UNEXPECTED_TOKEN,
        BAD_NUMBER,
        TOO_DEEP
    }

    private enum Sign {
        OBJECT_BEGIN('{'),
        OBJECT_END('}'),
        ARRAY_BEGIN('['),
        ARRAY_END(']'),
        COLON(':'),
        COMMA(',');

        final char character;

        Sign(char character) {
            this.character = character;
        }
    }

    private enum Word {
        NULL("null"),
        TRUE("true"),
        FALSE("false");

        final String text;

        Word(String text) {
            this.text = text;
        }
    }

    private sealed interface Token {
        record Punctuation(Sign sign) implements Token {}

        record Text(int length, int hash) implements Token {}

        record Numeral(double value) implements Token {}

        record Literal(Word word) implements Token {}

        record End() implements Token {}
    }

    private static final class JsonException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Mistake mistake;
        private final int at;

        JsonException(Mistake mistake, int at) {
            super(mistake.name());
            this.mistake = mistake;
            this.at = at;
        }
    }

    /** Reads tokens from memory, in which a zero follows the document. */
    private static final class Tokenizer {
        private final Bytes bytes;
        private final int start;
        private int at;

        Tokenizer(Bytes bytes, int start) {
            this.bytes = bytes;
            this.start = start;
            this.at = start;
        }

        private char peek() {
            return (char) bytes.getUnsigned(at);
        }

        int position() {
            return at - start;
        }

        JsonException mistake(Mistake mistake) {
            return new JsonException(mistake, position());
        }

        Token next() {
            while (peek() == ' ' || peek() == '\n') {
                at++;
            }
            char first = peek();
            return switch (first) {
                case 0 -> new Token.End();
                case '"' -> text();
                case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> new Token.Numeral(number());
                case 'n', 't', 'f' -> literal();
                default -> punctuation(first);
            };
        }

        private Token punctuation(char character) {
            for (Sign sign : Sign.values()) {
                if (sign.character == character) {
                    at++;
                    return new Token.Punctuation(sign);
                }
            }
            throw mistake(Mistake.UNEXPECTED_CHARACTER);
        }

        private Token literal() {
            for (Word word : Word.values()) {
                if (startsWith(word.text)) {
                    at += word.text.length();
                    return new Token.Literal(word);
                }
            }
            throw mistake(Mistake.UNEXPECTED_CHARACTER);
        }

        private boolean startsWith(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (bytes.get(at + i) != text.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        private Token text() {
            int length = 0;
            int hash = 0;
            at++;
            while (peek() != '"') {
                char character = peek();
                if (character == '\\') {
                    at++;
                    character = switch (peek()) {
                        case 'n' -> '\n';
                        case 't' -> '\t';
                        case '"', '\\', '/' -> peek();
                        default -> throw mistake(Mistake.UNEXPECTED_CHARACTER);
                    };
                }
                if (character == 0) {
                    throw mistake(Mistake.END_OF_DOCUMENT);
                }
                hash = 31 * hash + character;
                length++;
                at++;
            }
            at++;
            return new Token.Text(length, hash);
        }

        private double number() {
            boolean negative = peek() == '-';
            if (negative) {
                at++;
            }
            int begin = at;
            long digits = digits(0);
            int exponent = 0;
            if (peek() == '.') {
                int point = ++at;
                digits = digits(digits);
                exponent = point - at;
            }
            if (at - begin > MAX_DIGITS + 1) {
                throw mistake(Mistake.BAD_NUMBER);
            }
            if (peek() == 'e' || peek() == 'E') {
                at++;
                int sign = switch (peek()) {
                    case '-' -> -1;
                    case '+' -> 1;
                    default -> 0;
                };
                at += Math.abs(sign);
                exponent += (int) (sign < 0 ? -digits(0) : digits(0));
            }
            if (Math.abs(exponent) >= POWERS_OF_TEN.length) {
                throw mistake(Mistake.BAD_NUMBER);
            }
            double power = POWERS_OF_TEN[Math.abs(exponent)];
            double value = exponent < 0 ? digits / power : digits * power;
            return negative ? -value : value;
        }

        /** One digit or more, behind those already read. */
        private long digits(long before) {
            long value = before;
            if (!Character.isDigit(peek())) {
                throw mistake(Mistake.BAD_NUMBER);
            }
            while (Character.isDigit(peek())) {
                value = 10 * value + Character.digit(peek(), 10);
                at++;
            }
            return value;
        }
    }

    /** What may come next. */
    private enum Expected {
        VALUE,
        VALUE_OR_END,
        KEY,
        KEY_OR_END,
        COLON,
        COMMA_OR_END,
        NOTHING
    }

    /** Follows the tokens of a document, with a stack of what is open. */
    private static final class Parser {
        private final Tokenizer tokens;
        private final Sign[] open = new Sign[MAX_DEPTH];
        private int depth;
        private int deepest;
        private int values;
        private int hash;
        private double sum;

        Parser(Tokenizer tokens) {
            this.tokens = tokens;
        }

        Parser parse() {
            Expected expected = Expected.VALUE;
            while (expected != Expected.NOTHING) {
                expected = after(tokens.next(), expected);
            }
            return this;
        }

        private Expected after(Token token, Expected expected) {
            return switch (expected) {
                case VALUE -> value(token);
                case VALUE_OR_END -> is(token, Sign.ARRAY_END) ? close(Sign.ARRAY_BEGIN) : value(token);
                case KEY -> key(token);
                case KEY_OR_END -> is(token, Sign.OBJECT_END) ? close(Sign.OBJECT_BEGIN) : key(token);
                case COLON -> {
                    require(is(token, Sign.COLON));
                    yield Expected.VALUE;
                }
                case COMMA_OR_END -> commaOrEnd(token);
                case NOTHING -> throw new IllegalStateException("parsed already");
            };
        }

        private Expected value(Token token) {
            values++;
            return switch (token) {
                case Token.Punctuation(Sign sign) when sign == Sign.OBJECT_BEGIN -> open(sign, Expected.KEY_OR_END);
                case Token.Punctuation(Sign sign) when sign == Sign.ARRAY_BEGIN -> open(sign, Expected.VALUE_OR_END);
                case Token.Text text -> {
                    mix(text.hash() + text.length());
                    yield Expected.COMMA_OR_END;
                }
                case Token.Numeral(double value) -> {
                    sum += value;
                    yield Expected.COMMA_OR_END;
                }
                case Token.Literal(Word word) -> {
                    mix(word.ordinal());
                    yield Expected.COMMA_OR_END;
                }
                case Token.Punctuation _, Token.End _ -> throw tokens.mistake(Mistake.UNEXPECTED_TOKEN);
            };
        }

        private Expected key(Token token) {
            if (token instanceof Token.Text(int length, int textHash)) {
                mix(textHash + length);
                return Expected.COLON;
            }
            throw tokens.mistake(Mistake.UNEXPECTED_TOKEN);
        }

        private Expected commaOrEnd(Token token) {
            if (depth == 0) {
                require(token instanceof Token.End);
                return Expected.NOTHING;
            }
            if (is(token, Sign.COMMA)) {
                return open[depth - 1] == Sign.OBJECT_BEGIN ? Expected.KEY : Expected.VALUE;
            }
            require(is(token, Sign.OBJECT_END) || is(token, Sign.ARRAY_END));
            return close(is(token, Sign.OBJECT_END) ? Sign.OBJECT_BEGIN : Sign.ARRAY_BEGIN);
        }

        private Expected open(Sign sign, Expected inside) {
            if (depth == MAX_DEPTH) {
                throw tokens.mistake(Mistake.TOO_DEEP);
            }
            open[depth++] = sign;
            deepest = Math.max(deepest, depth);
            return inside;
        }

        private Expected close(Sign begin) {
            require(open[--depth] == begin);
            return Expected.COMMA_OR_END;
        }

        private static boolean is(Token token, Sign sign) {
            return token instanceof Token.Punctuation(Sign found) && found == sign;
        }

        private void require(boolean condition) {
            if (!condition) {
                throw tokens.mistake(Mistake.UNEXPECTED_TOKEN);
            }
        }

        private void mix(int value) {
            hash = 31 * hash + value;
        }
    }

    private record Summary(int values, int deepest, int hash, double sum, Mistake mistake, int at) {
        static Summary of(Bytes texts, int start) {
            try {
                Parser parser = new Parser(new Tokenizer(texts, start)).parse();
                return new Summary(parser.values, parser.deepest, parser.hash, parser.sum, Mistake.NONE, 0);
            } catch (JsonException e) {
                return failure(e.mistake, e.at);
            }
        }

        static Summary failure(Mistake mistake, int at) {
            return new Summary(0, 0, 0, 0, mistake, at);
        }

        int[] numbers() {
            return new int[] {values, deepest, hash, mistake.ordinal(), at};
        }
    }

    @Override
    public Object run(Device device, int count) {
        var text = new StringBuilder();
        int[] starts = new int[count];
        Document[] documents = documents(count);
        for (int i = 0; i < count; i++) {
            starts[i] = text.length();
            text.append(documents[i].text).append((char) 0);
        }
        try (Bytes texts = device.bytes(text.length());
                Ints numbers = device.ints(5L * count);
                Doubles sums = device.doubles(count)) {
            texts.copyIn(text.toString().getBytes(StandardCharsets.ISO_8859_1));
            device.run(Grid.threads(count), lane -> {
                Summary summary = Summary.of(texts, starts[lane.id()]);
                int at = 5 * lane.id();
                for (int number : summary.numbers()) {
                    numbers.set(at++, number);
                }
                sums.set(lane.id(), summary.sum());
            });
            return new Object[] {numbers.copyOut(), sums.copyOut()};
        }
    }

    @Override
    public Object expected(int count) {
        int[] numbers = new int[5 * count];
        double[] sums = new double[count];
        for (Document document : documents(count)) {
            System.arraycopy(document.summary().numbers(), 0, numbers, 5 * document.index, 5);
            sums[document.index] = document.summary().sum();
        }
        return new Object[] {numbers, sums};
    }

    private static Document[] documents(int count) {
        var documents = new Document[count];
        for (int i = 0; i < count; i++) {
            documents[i] = new Document(i);
        }
        return documents;
    }

    /** A document, written at random, of which it is known what it contains; some have a mistake. */
    private static final class Document {
        private final int index;
        private final Random random;
        private final StringBuilder text = new StringBuilder();
        private Mistake mistake = Mistake.NONE;
        private int mistakeAt;
        private int values;
        private int deepest;
        private int hash;
        private double sum;

        Document(int index) {
            this.index = index;
            random = new Random(index);
            switch (index % 7) {
                case 0 -> text.append("[".repeat(MAX_DEPTH + 1));
                case 1, 2 -> text.append('[');
                default -> text.append(' ');
            }
            write(0);
            switch (index % 7) {
                case 0 -> fails(Mistake.TOO_DEEP, 1 + MAX_DEPTH);
                case 1 -> fails(Mistake.UNEXPECTED_TOKEN, text.length());
                case 2 -> fails(Mistake.BAD_NUMBER, text.append(",1.]").length() - 1);
                case 3 -> fails(Mistake.UNEXPECTED_CHARACTER, text.append(" ;").length() - 1);
                default -> text.append('\n');
            }
        }

        private void fails(Mistake with, int at) {
            mistake = with;
            mistakeAt = at;
        }

        Summary summary() {
            return mistake == Mistake.NONE
                    ? new Summary(values, deepest, hash, sum, Mistake.NONE, 0)
                    : Summary.failure(mistake, mistakeAt);
        }

        private void write(int depth) {
            values++;
            deepest = Math.max(deepest, depth);
            switch (random.nextInt(depth < 4 ? 5 : 3)) {
                case 0 -> writeText();
                case 1 -> {
                    String number = number();
                    text.append(number);
                    sum += Double.parseDouble(number);
                }
                case 2 -> {
                    Word word = Word.values()[random.nextInt(3)];
                    text.append(word.text);
                    hash = 31 * hash + word.ordinal();
                }
                case 3 -> writeAll(depth + 1, '[', ']', false);
                default -> writeAll(depth + 1, '{', '}', true);
            }
        }

        private void writeAll(int depth, char begin, char end, boolean keys) {
            deepest = Math.max(deepest, depth);
            text.append(begin);
            for (int i = random.nextInt(4); i > 0; i--) {
                if (keys) {
                    writeText();
                    text.append(": ");
                }
                write(depth);
                text.append(i > 1 ? "," : "");
            }
            text.append(end);
        }

        private void writeText() {
            var content = new StringBuilder();
            for (int i = random.nextInt(8); i > 0; i--) {
                content.append("ab\"\\\nz".charAt(random.nextInt(6)));
            }
            String escaped = content.toString()
                    .replace("\\", "\\\\")
                    .replace("\"", "\\\"")
                    .replace("\n", "\\n");
            text.append('"').append(escaped).append('"');
            hash = 31 * hash + content.toString().hashCode() + content.length();
        }

        private String number() {
            String digits = String.valueOf(random.nextLong(1_000_000_000_000L));
            String fraction = random.nextBoolean() ? "" : "." + random.nextInt(1, 100);
            String exponent = random.nextBoolean() ? "" : (random.nextBoolean() ? "e" : "E-") + random.nextInt(15);
            return (random.nextBoolean() ? "-" : "") + digits + fraction + exponent;
        }
    }
}
