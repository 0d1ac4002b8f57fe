package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/** Numbers over words: layouts of results that are no records. */
public final class Scalars {
    /** An int in a word. */
    public static final Layout<Integer> INTS = new IntLayout();

    /** A long in two words, the low one first. */
    public static final Layout<Long> LONGS = new LongLayout();

    /** A double in two words, all of its bits. */
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
