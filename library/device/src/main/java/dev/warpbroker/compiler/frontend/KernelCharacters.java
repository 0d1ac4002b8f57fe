package dev.warpbroker.compiler.frontend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What {@link Character} says of code points, in kernel Java: by tables, which are filled with what this JVM says. Most
 * blocks of 256 code points are alike, so the tables hold different blocks only.
 */
final class KernelCharacters {
    private static final int BLOCK_BITS = 8;
    private static final int BLOCK_MASK = (1 << BLOCK_BITS) - 1;

    private static final int TYPE_MASK = 31;
    private static final int DIGIT_SHIFT = 5;
    private static final int DIGIT_MASK = 63;
    private static final int FLAGS_SHIFT = 11;

    private static final int DIGIT = 1 << FLAGS_SHIFT;
    private static final int LETTER = DIGIT << 1;
    private static final int ALPHABETIC = DIGIT << 2;
    private static final int UPPER_CASE = DIGIT << 3;
    private static final int LOWER_CASE = DIGIT << 4;
    private static final int WHITESPACE = DIGIT << 5;
    private static final int SPACE = DIGIT << 6;
    private static final int JAVA_START = DIGIT << 7;
    private static final int JAVA_PART = DIGIT << 8;
    private static final int UNICODE_START = DIGIT << 9;
    private static final int UNICODE_PART = DIGIT << 10;
    private static final int IGNORABLE = DIGIT << 11;
    private static final int IDEOGRAPHIC = DIGIT << 12;
    private static final int MIRRORED = DIGIT << 13;
    private static final int DEFINED = DIGIT << 14;

    private static final List<IntPredicate> FLAGS = List.of(
            Character::isDigit,
            Character::isLetter,
            Character::isAlphabetic,
            Character::isUpperCase,
            Character::isLowerCase,
            Character::isWhitespace,
            Character::isSpaceChar,
            Character::isJavaIdentifierStart,
            Character::isJavaIdentifierPart,
            Character::isUnicodeIdentifierStart,
            Character::isUnicodeIdentifierPart,
            Character::isIdentifierIgnorable,
            Character::isIdeographic,
            Character::isMirrored,
            Character::isDefined);

    /** Where the block of a code point begins, and the contents of all different blocks. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Table(int[] blocks, int[] contents) {
        static Table of(IntUnaryOperator content) {
            var known = new HashMap<List<Integer>, Integer>();
            var blocks = new int[(Character.MAX_CODE_POINT >>> BLOCK_BITS) + 1];
            var contents = new ArrayList<Integer>();
            for (int i = 0; i < blocks.length; i++) {
                int first = i << BLOCK_BITS;
                List<Integer> block = IntStream.rangeClosed(first, first + BLOCK_MASK)
                        .map(content)
                        .boxed()
                        .toList();
                blocks[i] = known.computeIfAbsent(block, _ -> {
                    contents.addAll(block);
                    return contents.size() - block.size();
                });
            }
            return new Table(
                    blocks, contents.stream().mapToInt(Integer::intValue).toArray());
        }
    }

    private static final Table PROPERTIES = Table.of(KernelCharacters::propertiesOnTheHost);
    private static final Table UPPER = Table.of(c -> Character.toUpperCase(c) - c);
    private static final Table LOWER = Table.of(c -> Character.toLowerCase(c) - c);
    private static final Table TITLE = Table.of(c -> Character.toTitleCase(c) - c);
    private static final Table NUMBERS = Table.of(Character::getNumericValue);

    private static int propertiesOnTheHost(int c) {
        int result = Character.getType(c) | Character.digit(c, Character.MAX_RADIX) + 1 << DIGIT_SHIFT;
        for (int i = 0; i < FLAGS.size(); i++) {
            result |= FLAGS.get(i).test(c) ? DIGIT << i : 0;
        }
        return result;
    }

    private KernelCharacters() {}

    /** {@return what a table has for a code point, or what it is to be for numbers that are no code points} */
    private static int look(Table table, int c, int otherwise) {
        return c >>> BLOCK_BITS < table.blocks.length
                ? table.contents[table.blocks[c >>> BLOCK_BITS] + (c & BLOCK_MASK)]
                : otherwise;
    }

    private static boolean is(int c, int flag) {
        return (look(PROPERTIES, c, 0) & flag) != 0;
    }

    static int getType(int c) {
        return look(PROPERTIES, c, 0) & TYPE_MASK;
    }

    static int digit(int c, int radix) {
        int value = (look(PROPERTIES, c, 0) >>> DIGIT_SHIFT & DIGIT_MASK) - 1;
        return radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX && value < radix ? value : -1;
    }

    static int getNumericValue(int c) {
        return look(NUMBERS, c, -1);
    }

    static int toUpperCase(int c) {
        return c + look(UPPER, c, 0);
    }

    static int toLowerCase(int c) {
        return c + look(LOWER, c, 0);
    }

    static int toTitleCase(int c) {
        return c + look(TITLE, c, 0);
    }

    static boolean isDigit(int c) {
        return is(c, DIGIT);
    }

    static boolean isLetter(int c) {
        return is(c, LETTER);
    }

    static boolean isLetterOrDigit(int c) {
        return is(c, LETTER | DIGIT);
    }

    static boolean isAlphabetic(int c) {
        return is(c, ALPHABETIC);
    }

    static boolean isUpperCase(int c) {
        return is(c, UPPER_CASE);
    }

    static boolean isLowerCase(int c) {
        return is(c, LOWER_CASE);
    }

    static boolean isTitleCase(int c) {
        return getType(c) == Character.TITLECASE_LETTER;
    }

    static boolean isWhitespace(int c) {
        return is(c, WHITESPACE);
    }

    static boolean isSpaceChar(int c) {
        return is(c, SPACE);
    }

    static boolean isJavaIdentifierStart(int c) {
        return is(c, JAVA_START);
    }

    static boolean isJavaIdentifierPart(int c) {
        return is(c, JAVA_PART);
    }

    static boolean isUnicodeIdentifierStart(int c) {
        return is(c, UNICODE_START);
    }

    static boolean isUnicodeIdentifierPart(int c) {
        return is(c, UNICODE_PART);
    }

    static boolean isIdentifierIgnorable(int c) {
        return is(c, IGNORABLE);
    }

    static boolean isIdeographic(int c) {
        return is(c, IDEOGRAPHIC);
    }

    static boolean isMirrored(int c) {
        return is(c, MIRRORED);
    }

    static boolean isDefined(int c) {
        return is(c, DEFINED);
    }
}
