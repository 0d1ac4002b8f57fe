package dev.warpbroker.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether values leave a stack in the right order. The history is cut wherever no inner interval covers an instant; the
 * parts have nothing to do with each other. In a part without such an instant one value has to lie at the bottom:
 * pushed before everything else in the part and popped after everything else, so that its outer interval has all of the
 * part in it. If there is none the part is a violation; otherwise that value is taken out and what remains is cut
 * again. Which one is taken does not matter. (Abdulla et al., PLDI 2025.)
 *
 * <p>A value whose push and pop overlap fits in anywhere and is left aside.
 */
/*
 * Time is numbered: the stamp with rank r is at position 2r, the instants between it and the next stamp are at 2r + 1.
 * The inner interval from rank a to rank z, open at both ends, covers 2a + 1 to 2z - 1. A part runs from an odd
 * position to an odd one, and its values are exactly those whose inner interval begins in it: a range in the order of
 * those beginnings.
 *
 * Parts only shrink. So a value that was pushed early enough for the bottom of its part, or popped late enough, will be
 * early or late enough for every later part that it is in. It is looked at once for each of the two and becomes a
 * candidate when both are true. Each value is taken from each tree once and each position is uncovered once: n log n.
 */
final class LifoOrder {
    private static final byte EARLY = 1;
    private static final byte LATE = 2;

    /** From one position to another, both included. */
    private record Part(int from, int to) {}

    private final Values values;

    /** The values, in the order in which their inner intervals begin. */
    private final int[] numbers;

    private final int[] begins;
    private final int[] ends;
    private final long[] stamps;

    /** For each rank the first value that begins there or later. */
    private final int[] firstAt;

    private final Cover cover;
    private final LeastTree calls;
    private final LeastTree returns;
    private final LeastTree candidates;
    private final byte[] states;
    private final boolean[] taken;

    private LifoOrder(Values values, int[] numbers) {
        int count = numbers.length;
        this.values = values;
        this.numbers = numbers;
        this.begins = new int[count];
        this.ends = new int[count];
        this.stamps = rank();
        this.firstAt = new int[stamps.length + 1];
        int at = 0;
        for (int rank = 0; rank < firstAt.length; rank++) {
            while (at < count && begins[at] < rank) {
                at++;
            }
            firstAt[rank] = at;
        }
        this.cover = new Cover(Math.max(0, 2 * stamps.length - 1), begins, ends);
        this.calls = new LeastTree(IntStream.range(0, count)
                .mapToLong(i -> values.insertCall[numbers[i]])
                .toArray());
        // The complement turns the order round: the least is that of the latest return.
        this.returns = new LeastTree(IntStream.range(0, count)
                .mapToLong(i -> ~values.removeReturn[numbers[i]])
                .toArray());
        long[] none = new long[count];
        Arrays.fill(none, LeastTree.GONE);
        this.candidates = new LeastTree(none);
        this.states = new byte[count];
        this.taken = new boolean[count];
    }

    static Optional<Violation> violation(Values values) {
        int[] numbers =
                Arrays.stream(values.byInsertReturn).filter(values::hasInner).toArray();
        var order = new LifoOrder(values, numbers);
        return order.stuck().map(part -> violation(values, fewest(values, order.chain(part))));
    }

    private static boolean isPossible(Values values, int[] numbers) {
        return new LifoOrder(values, numbers).stuck().isEmpty();
    }

    /** Fills in where values begin and end, and returns the distinct stamps of that. */
    private long[] rank() {
        int count = numbers.length;
        long[] all = new long[2 * count];
        for (int i = 0; i < count; i++) {
            all[i] = values.insertReturn[numbers[i]];
            all[count + i] = values.removeCall[numbers[i]];
        }
        long[] distinct = new long[all.length];
        int ranks = 0;
        for (int i : StampOrder.of(all)) {
            if (ranks == 0 || distinct[ranks - 1] != all[i]) {
                distinct[ranks++] = all[i];
            }
            if (i < count) {
                begins[i] = ranks - 1;
            } else {
                ends[i - count] = ranks - 1;
            }
        }
        return Arrays.copyOf(distinct, ranks);
    }

    /** {@return a part in which no value can lie at the bottom} */
    private Optional<Part> stuck() {
        Deque<Part> parts = new ArrayDeque<>();
        split(new Part(0, cover.length() - 1), cover.uncovered(0, cover.length() - 1), parts);
        while (!parts.isEmpty()) {
            var part = parts.pop();
            int bottom = bottom(part);
            if (bottom < 0) {
                return Optional.of(part);
            }
            candidates.remove(bottom);
            taken[bottom] = true;
            int from = 2 * begins[bottom] + 1;
            int to = 2 * ends[bottom] - 1;
            cover.uncover(from, to);
            split(part, cover.uncovered(from, to), parts);
        }
        return Optional.empty();
    }

    private static void split(Part part, List<Integer> gaps, Deque<Part> parts) {
        int from = part.from();
        for (int gap : gaps) {
            if (from < gap) {
                parts.push(new Part(from, gap - 1));
            }
            from = gap + 1;
        }
        if (from <= part.to()) {
            parts.push(new Part(from, part.to()));
        }
    }

    private int bottom(Part part) {
        int first = firstAt[(part.from() - 1) / 2];
        int behind = firstAt[(part.to() + 1) / 2];
        qualify(calls, first, behind, stamps[(part.from() - 1) / 2], EARLY);
        qualify(returns, first, behind, ~stamps[(part.to() + 1) / 2], LATE);
        return candidates.find(first, behind, 0);
    }

    private void qualify(LeastTree tree, int first, int behind, long limit, byte state) {
        for (int i = tree.find(first, behind, limit); i >= 0; i = tree.find(i + 1, behind, limit)) {
            tree.remove(i);
            states[i] |= state;
            if (states[i] == (EARLY | LATE)) {
                candidates.set(i, 0);
            }
        }
    }

    /** {@return the fewest values of a part that cover it without a gap: no bottom for it among them either} */
    private int[] chain(Part part) {
        var chain = new ArrayList<Integer>();
        int covered = (part.from() + 1) / 2; // the rank that the next value has to begin before
        int end = (part.to() + 1) / 2;
        int at = firstAt[(part.from() - 1) / 2];
        int farthest = -1;
        while (chain.isEmpty() || covered < end) {
            for (; at < numbers.length && begins[at] < covered; at++) {
                if (!taken[at] && (farthest < 0 || ends[at] > ends[farthest])) {
                    farthest = at;
                }
            }
            chain.add(numbers[farthest]);
            covered = ends[farthest];
        }
        return chain.stream().mapToInt(Integer::intValue).toArray();
    }

    /** {@return some of the values that still are a violation; without any one of them they are none} */
    private static int[] fewest(Values values, int[] chain) {
        // More values cannot make a violation good, so that a beginning and an end can be found by halving.
        int low = 1;
        int high = chain.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isPossible(values, Arrays.copyOf(chain, middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int behind = high;
        low = 0;
        high = behind - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (isPossible(values, Arrays.copyOfRange(chain, middle, behind))) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        int[] left = Arrays.copyOfRange(chain, low, behind);
        for (int number : Arrays.copyOf(left, left.length)) {
            int[] without = Arrays.stream(left).filter(each -> each != number).toArray();
            if (!isPossible(values, without)) {
                left = without;
            }
        }
        return left;
    }

    private static Violation violation(Values values, int[] numbers) {
        String words = numbers.length == 2
                ? values.value(numbers[0]) + " was pushed first and popped first, although " + values.value(numbers[1])
                        + " lay on top of it"
                : "whichever of these " + numbers.length + " values was pushed first, it was not popped last";
        return new Violation(
                Violation.Rule.ORDER,
                Discipline.LIFO,
                words,
                values.operations(Arrays.stream(numbers).boxed().toList()));
    }
}
