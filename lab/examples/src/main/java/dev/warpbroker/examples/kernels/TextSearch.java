package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How often words occur in a text, overlapping ones too: all words in one pass by the automaton of Aho and Corasick
 * (1975), and each word for itself by Horspool's skips (1980). {@link String#indexOf(String, int)} says what must come
 * out.
 */
final class TextSearch implements KernelExample {
    private static final String[] WORDS = {
        "he", "she", "his", "hers", "usher", "is", "aaa", "a", "heehee", "share", "zq"
    };
    private static final int CHUNK = 100;

    /**
     * An automaton that has read a text up to some place.
     *
     * @param next the state after a state and a byte
     * @param found the words that end in a state
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Automaton(int[][] next, int[][] found) {
        static Automaton of(String... words) {
            List<int[]> next = new ArrayList<>();
            List<List<Integer>> found = new ArrayList<>();
            addState(next, found);
            for (int word = 0; word < words.length; word++) {
                int state = 0;
                for (byte letter : bytes(words[word])) {
                    if (next.get(state)[letter] == 0) {
                        next.get(state)[letter] = addState(next, found);
                    }
                    state = next.get(state)[letter];
                }
                found.get(state).add(word);
            }
            int[] suffix = new int[next.size()];
            var states = new ArrayDeque<>(List.of(0));
            while (!states.isEmpty()) {
                int state = states.remove();
                for (int letter = 0; letter < 256; letter++) {
                    int after = next.get(state)[letter];
                    int afterSuffix = state == 0 ? 0 : next.get(suffix[state])[letter];
                    if (after == 0) {
                        next.get(state)[letter] = afterSuffix;
                    } else {
                        suffix[after] = afterSuffix;
                        found.get(after).addAll(found.get(afterSuffix));
                        states.add(after);
                    }
                }
            }
            return new Automaton(
                    next.toArray(int[][]::new),
                    found.stream()
                            .map(each -> each.stream().mapToInt(i -> i).toArray())
                            .toArray(int[][]::new));
        }

        private static int addState(List<int[]> next, List<List<Integer>> found) {
            next.add(new int[256]);
            found.add(new ArrayList<>());
            return next.size() - 1;
        }
    }

    private static int occurrences(String word, Bytes text, int from, int to) {
        int[] skips = new int[256];
        Arrays.fill(skips, word.length());
        for (int i = 0; i < word.length() - 1; i++) {
            skips[word.charAt(i)] = word.length() - 1 - i;
        }
        int count = 0;
        int at = from;
        while (at < to && at + word.length() <= text.length()) {
            int i = word.length() - 1;
            while (i >= 0 && text.get(at + i) == word.charAt(i)) {
                i--;
            }
            if (i < 0) {
                count++;
            }
            at += skips[text.getUnsigned(at + word.length() - 1)];
        }
        return count;
    }

    @Override
    public String name() {
        return "text search";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(3_000, 300_000, 5_000_000);
    }

    @Override
    public Object run(Device device, int length) {
        var automaton = Automaton.of(WORDS);
        int longest = Arrays.stream(WORDS).mapToInt(String::length).max().orElse(0);
        try (Bytes text = device.bytes(length);
                Ints together = device.ints(WORDS.length);
                Ints oneByOne = device.ints(WORDS.length)) {
            text.copyIn(bytes(text(length)));
            int chunks = Math.ceilDiv(length, CHUNK);
            device.run(Grid.threads(chunks), lane -> {
                int from = lane.id() * CHUNK;
                int to = Math.min(from + CHUNK, length);
                int state = 0;
                for (int i = Math.max(0, from - longest); i < to; i++) {
                    state = automaton.next[state][text.getUnsigned(i)];
                    if (i >= from) {
                        for (int word : automaton.found[state]) {
                            together.getAndAddRelaxed(word, 1);
                        }
                    }
                }
            });
            device.run(Grid.threads(chunks * WORDS.length), lane -> {
                int word = lane.id() % WORDS.length;
                int from = lane.id() / WORDS.length * CHUNK;
                int count = occurrences(WORDS[word], text, from, from + CHUNK);
                if (count > 0) {
                    oneByOne.getAndAddRelaxed(word, count);
                }
            });
            return new int[][] {together.copyOut(), oneByOne.copyOut()};
        }
    }

    @Override
    public Object expected(int length) {
        String text = text(length);
        int[] counts = new int[WORDS.length];
        for (int word = 0; word < WORDS.length; word++) {
            for (int at = text.indexOf(WORDS[word]); at >= 0; at = text.indexOf(WORDS[word], at + 1)) {
                counts[word]++;
            }
        }
        return new int[][] {counts, counts};
    }

    /** Syllables of the words, so that they occur often, and a letter from beyond ASCII. */
    private static String text(int length) {
        String[] syllables = {"he", "s", "hers", "us", "a", "i", "r", "e", " ", "\u00e9"};
        var random = new SplittableRandom(length);
        var text = new StringBuilder();
        while (text.length() < length) {
            text.append(syllables[random.nextInt(syllables.length)]);
        }
        return text.substring(0, length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
