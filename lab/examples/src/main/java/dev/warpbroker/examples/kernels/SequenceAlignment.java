package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/**
 * How much two sequences differ and what they have in common: the edit distance (Wagner and Fischer, "The
 * String-to-String Correction Problem", 1974) and the best local alignment with gaps (Smith and Waterman, 1981, in
 * Gotoh's form of 1982). A lane compares one pair and keeps two rows of the table of all prefixes.
 */
final class SequenceAlignment implements KernelExample {
    private static final String BASES = "ACGT";
    private static final int MAX_LENGTH = 48;
    private static final int GAP_OPEN = 5;
    private static final int GAP_EXTEND = 1;

    /** What it is worth to align one base with another: transitions (A and G, C and T) cost less. */
    private static final int[][] SCORES = {
        {3, -4, -2, -4},
        {-4, 3, -4, -2},
        {-2, -4, 3, -4},
        {-4, -2, -4, 3}
    };

    private record Pair(String first, String second) {}

    /** Edit distance, score of the best local alignment, and where in both sequences it ends. */
    private record Comparison(int distance, int score, int firstEnd, int secondEnd) {
        int[] numbers() {
            return new int[] {distance, score, firstEnd, secondEnd};
        }
    }

    /** A sequence in device memory. */
    private record Sequence(Bytes letters, int start, int length) {
        byte letter(int index) {
            return letters.get(start + index);
        }

        int base(int index) {
            return switch (letter(index)) {
                case 'A' -> 0;
                case 'C' -> 1;
                case 'G' -> 2;
                case 'T' -> 3;
                default -> throw new IllegalArgumentException("no base: " + letter(index));
            };
        }
    }

    private static Pair[] pairs(int count) {
        var random = new Random(count);
        var pairs = new Pair[count];
        for (int i = 0; i < count; i++) {
            String first = bases(random, random.nextInt(MAX_LENGTH + 1));
            var second = new StringBuilder(first);
            for (int change = random.nextInt(12); change > 0; change--) {
                int at = random.nextInt(second.length() + 1);
                if (random.nextBoolean() && at < second.length()) {
                    second.delete(at, Math.min(second.length(), at + random.nextInt(1, 4)));
                } else if (second.length() + 3 <= MAX_LENGTH) {
                    second.insert(at, bases(random, random.nextInt(1, 4)));
                }
            }
            pairs[i] = new Pair(first, second.toString());
        }
        return pairs;
    }

    private static String bases(Random random, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(BASES.charAt(random.nextInt(BASES.length())));
        }
        return text.toString();
    }

    @Override
    public String name() {
        return "sequence alignment";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(32, 1_000, 20_000);
    }

    @Override
    public Object run(Device device, int count) {
        var text = new StringBuilder();
        int[] ends = new int[2 * count];
        int sequences = 0;
        for (Pair pair : pairs(count)) {
            ends[sequences++] = text.append(pair.first()).length();
            ends[sequences++] = text.append(pair.second()).length();
        }
        try (Bytes letters = device.bytes(text.length());
                Ints results = device.ints(4L * count)) {
            letters.copyIn(text.toString().getBytes(StandardCharsets.US_ASCII));
            device.run(Grid.threads(count), lane -> {
                int start = lane.id() == 0 ? 0 : ends[2 * lane.id() - 1];
                int middle = ends[2 * lane.id()];
                var first = new Sequence(letters, start, middle - start);
                var second = new Sequence(letters, middle, ends[2 * lane.id() + 1] - middle);
                int[] numbers = compare(first, second).numbers();
                for (int i = 0; i < numbers.length; i++) {
                    results.set(numbers.length * lane.id() + i, numbers[i]);
                }
            });
            return results.copyOut();
        }
    }

    private static Comparison compare(Sequence first, Sequence second) {
        int distance = distance(first, second);
        Comparison best = new Comparison(distance, 0, 0, 0);
        int[] scores = new int[MAX_LENGTH + 1];
        int[] gapsDown = new int[MAX_LENGTH + 1];
        Arrays.fill(gapsDown, -GAP_OPEN);
        for (int i = 1; i <= first.length(); i++) {
            int[] row = new int[MAX_LENGTH + 1];
            int gapRight = -GAP_OPEN;
            for (int j = 1; j <= second.length(); j++) {
                gapsDown[j] = Math.max(gapsDown[j], scores[j] - GAP_OPEN) - GAP_EXTEND;
                gapRight = Math.max(gapRight, row[j - 1] - GAP_OPEN) - GAP_EXTEND;
                int aligned = scores[j - 1] + SCORES[first.base(i - 1)][second.base(j - 1)];
                row[j] = Math.max(Math.max(0, aligned), Math.max(gapsDown[j], gapRight));
                if (row[j] > best.score()) {
                    best = new Comparison(distance, row[j], i, j);
                }
            }
            scores = row;
        }
        return best;
    }

    private static int distance(Sequence first, Sequence second) {
        int[] previous = new int[MAX_LENGTH + 1];
        int[] current = new int[MAX_LENGTH + 1];
        Arrays.setAll(previous, j -> j);
        for (int i = 1; i <= first.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= second.length(); j++) {
                int substitution = previous[j - 1] + (first.letter(i - 1) == second.letter(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[second.length()];
    }

    @Override
    public Object expected(int count) {
        return Arrays.stream(pairs(count))
                .flatMapToInt(pair ->
                        Arrays.stream(reference(pair.first(), pair.second()).numbers()))
                .toArray();
    }

    /** Fills whole tables and tries every gap. */
    private static Comparison reference(String first, String second) {
        int[][] distances = new int[first.length() + 1][second.length() + 1];
        int[][] scores = new int[first.length() + 1][second.length() + 1];
        Comparison best = new Comparison(0, 0, 0, 0);
        for (int i = 0; i <= first.length(); i++) {
            for (int j = 0; j <= second.length(); j++) {
                if (i == 0 || j == 0) {
                    distances[i][j] = i + j;
                    continue;
                }
                char a = first.charAt(i - 1);
                char b = second.charAt(j - 1);
                distances[i][j] = Math.min(
                        distances[i - 1][j - 1] + (a == b ? 0 : 1),
                        1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
                int score = Math.max(0, scores[i - 1][j - 1] + SCORES[BASES.indexOf(a)][BASES.indexOf(b)]);
                for (int gap = 1; gap <= i; gap++) {
                    score = Math.max(score, scores[i - gap][j] - GAP_OPEN - gap * GAP_EXTEND);
                }
                for (int gap = 1; gap <= j; gap++) {
                    score = Math.max(score, scores[i][j - gap] - GAP_OPEN - gap * GAP_EXTEND);
                }
                scores[i][j] = score;
                if (score > best.score()) {
                    best = new Comparison(0, score, i, j);
                }
            }
        }
        int distance = distances[first.length()][second.length()];
        return new Comparison(distance, best.score(), best.firstEnd(), best.secondEnd());
    }
}
