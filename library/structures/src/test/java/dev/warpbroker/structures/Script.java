package dev.warpbroker.structures;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.function.Function;

/** Operations of one thread on a queue or a stack, and what must come of them. Not negative: a value to put in. */
public final class Script {
    /** An operation that takes a value out. */
    public static final int TAKE = -1;

    /** The results of an operation that gives no value. */
    public static final int FULL = -2;

    public static final int EMPTY = -3;
    public static final int ACCEPTED = -4;

    private Script() {}

    public static int[] random(long seed, int length) {
        var random = new Random(seed);
        int[] script = new int[length];
        int bias = 50;
        for (int i = 0; i < length; i++) {
            if (random.nextInt(10) == 0) {
                bias = random.nextInt(101); // phases that fill and phases that empty
            }
            script[i] = random.nextInt(100) < bias ? random.nextInt(Integer.MAX_VALUE) : TAKE;
        }
        return script;
    }

    /** @param take takes one of the values, of which the newest is the last, or gives null */
    public static int[] results(int capacity, int[] script, Function<ArrayDeque<Integer>, Integer> take) {
        var values = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] == TAKE) {
                var value = take.apply(values);
                results[i] = value == null ? EMPTY : value;
            } else if (values.size() < capacity) {
                values.addLast(script[i]);
                results[i] = ACCEPTED;
            } else {
                results[i] = FULL;
            }
        }
        return results;
    }
}
