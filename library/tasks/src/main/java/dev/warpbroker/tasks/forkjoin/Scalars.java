package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/**
 * Layouts of boxed numbers, for results that are not records; {@link Layout#of(Class)} does not take them.
 *
 * <p>Accesses are plain, as those of all layouts, except for the opaque reads of {@link Layout#copy}. Numbers of two
 * words are not accessed atomically: a reader must own both words. A value of null fails before a word is stored.
 */
public final class Scalars {
    /** An int in a word. */
    public static final Layout<Integer> INTS = new IntLayout();

    /** A long in two words, the low one first. */
    public static final Layout<Long> LONGS = new LongLayout();

    /** A double in two words, as the long of its raw bits: the bits of a NaN are kept. */
    public static final Layout<Double> DOUBLES = new DoubleLayout();

    private Scalars() {}

    private static final class IntLayout implements Layout<Integer> {
        @Override
        public int words() {
            return 1;
        }

        @Override
        public void write(Ints memory, int at, Integer value) {
            memory.set(at, value);
        }

        @Override
        public void encode(Integer value, int[] words, int at) {
            words[at] = value;
        }

        @Override
        public Integer read(Ints memory, int at) {
            return memory.get(at);
        }

        @Override
        public int[] copy(Ints memory, int at) {
            return new int[] {memory.getOpaque(at)};
        }

        @Override
        public Integer decode(int[] words) {
            return words[0];
        }

        @Override
        public Integer zero() {
            return 0;
        }
    }

    /** The low word is read as unsigned, since its sign would otherwise change the high one. */
    private static final class LongLayout implements Layout<Long> {
        @Override
        public int words() {
            return 2;
        }

        @Override
        public void write(Ints memory, int at, Long value) {
            long number = value;
            memory.set(at, (int) number);
            memory.set(at + 1, (int) (number >>> Integer.SIZE));
        }

        @Override
        public void encode(Long value, int[] words, int at) {
            long number = value;
            words[at] = (int) number;
            words[at + 1] = (int) (number >>> Integer.SIZE);
        }

        @Override
        public Long read(Ints memory, int at) {
            return Integer.toUnsignedLong(memory.get(at)) | (long) memory.get(at + 1) << Integer.SIZE;
        }

        /** The two words may belong to different values, if another lane writes meanwhile. */
        @Override
        public int[] copy(Ints memory, int at) {
            return new int[] {memory.getOpaque(at), memory.getOpaque(at + 1)};
        }

        @Override
        public Long decode(int[] words) {
            return Integer.toUnsignedLong(words[0]) | (long) words[1] << Integer.SIZE;
        }

        @Override
        public Long zero() {
            return 0L;
        }
    }

    private static final class DoubleLayout implements Layout<Double> {
        @Override
        public int words() {
            return 2;
        }

        @Override
        public void write(Ints memory, int at, Double value) {
            LONGS.write(memory, at, Double.doubleToRawLongBits(value));
        }

        @Override
        public void encode(Double value, int[] words, int at) {
            LONGS.encode(Double.doubleToRawLongBits(value), words, at);
        }

        @Override
        public Double read(Ints memory, int at) {
            return Double.longBitsToDouble(LONGS.read(memory, at));
        }

        @Override
        public int[] copy(Ints memory, int at) {
            return LONGS.copy(memory, at);
        }

        @Override
        public Double decode(int[] words) {
            return Double.longBitsToDouble(LONGS.decode(words));
        }

        @Override
        public Double zero() {
            return 0.0;
        }
    }
}
