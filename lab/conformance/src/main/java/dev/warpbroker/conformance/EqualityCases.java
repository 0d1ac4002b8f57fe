package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfInts;
import dev.warpbroker.conformance.Samples.Out;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What programs compare objects with, and the values that may be absent. */
final class EqualityCases {
    private static final Samples SAMPLES = new Samples("equality");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("equals and hashCode of records", 3, EqualityCases::records),
            SAMPLES.ints("enum or null", 2, (x, y, out) -> {
                Suit one = suit(x);
                Suit other = suit(y);
                out.put(one == other ? 1 : one == null ? 2 : one == Suit.HEARTS ? 3 : 4);
                out.put(one != null && other != null ? one.compareTo(other) : Objects.equals(one, other) ? 8 : 9);
            }),
            SAMPLES.ints("methods of Objects", 4, (x, y, out) -> {
                Integer maybe = (x & 1) == 0 ? null : Integer.valueOf(y & 1);
                out.put(Objects.hash(x, y * 1.5, maybe, new Point(x, y, true, 'c', 1f)));
                out.put(Objects.requireNonNullElse(maybe, 17) + (Objects.equals(maybe, y & 3) ? 100 : 0));
                int checked;
                try {
                    checked = Objects.checkIndex(x & 7, 5) + Objects.checkFromIndexSize(y & 3, x & 3, 4);
                } catch (IndexOutOfBoundsException e) {
                    checked = -1;
                }
                out.put(checked);
                out.put(Objects.hashCode(maybe) + (Objects.isNull(maybe) ? 1 : 2));
            }),
            SAMPLES.ints("optional values", 3, optionals()),
            SAMPLES.ints("text chosen at run time", 3, EqualityCases::texts),
            SAMPLES.ints("characters of a text", 3, characters()),
            SAMPLES.ints("kinds of characters", 2, (x, _, out) -> kinds(x, out)),
            SAMPLES.ints("boxed numbers", 2, (a, b, out) -> {
                Integer x = a & 3;
                Integer y = b & 3;
                Long wide = (long) x << 33 | y;
                Double real = x * 0.5;
                out.put(x.equals(y) ? 1 : x.compareTo(y) * 10 + wide.hashCode());
                out.put(real.hashCode()
                        ^ Boolean.hashCode(x > y)
                        ^ Character.valueOf('x').hashCode());
            }));

    private EqualityCases() {}

    static List<Case> cases() {
        return CASES;
    }

    enum Suit {
        CLUBS,
        HEARTS,
        SPADES
    }

    record Card(
            @Nullable Suit suit,
            byte rank,
            float weight,
            double price,
            @Nullable Long owner) {}

    record Pair(Card first, @Nullable Card second) {}

    record Point(int x, long y, boolean marked, char name, float z) {}

    private static @Nullable Suit suit(int x) {
        return switch (x & 3) {
            case 0 -> Suit.CLUBS;
            case 1 -> Suit.HEARTS;
            case 2 -> Suit.SPADES;
            default -> null;
        };
    }

    private static Card card(int x) {
        float weight = (x & 1) == 0 ? Float.NaN : 0f;
        double price = (x & 2) == 0 ? -0.0 : 0.0;
        return new Card(suit(x >> 1), (byte) (x & 1), weight, price, (x & 4) == 0 ? null : Long.valueOf(x & 3));
    }

    @SuppressWarnings("EqualsNull") // what is tested
    private static void records(int x, int y, Out out) {
        out.put(card(x & 15).equals(card(y & 15)) ? 1 : 0);
        var one = new Pair(card(x & 7), (x & 1) == 0 ? null : card(x));
        var other = new Pair(card(y & 7), (y & 1) == 0 ? null : card(x));
        out.put(one.equals(other) ? 1 : one.equals(null) ? 2 : 0);
        out.put(new Point(x, (long) x * y, x > y, (char) y, x * 0.5f).hashCode());
    }

    private static Optional<Integer> half(int x) {
        return (x & 1) == 0 ? Optional.of(x / 2) : Optional.empty();
    }

    private static OfInts optionals() {
        OptionalInt limit = OptionalInt.of(40);
        return (x, _, out) -> {
            out.put(half(x).map(y -> y * 3).filter(y -> (y & 4) == 0).orElse(-1));
            Optional<Integer> least = Optional.empty();
            for (int i = 0; i < 4; i++) {
                int candidate = x * (i + 3) >>> 28;
                if (least.isEmpty() || candidate < least.get()) {
                    least = Optional.of(candidate);
                }
            }
            out.put(least.orElseThrow() + limit.orElse(1));
            out.put(half(x).flatMap(EqualityCases::half).equals(half(x & 6)) ? 1 : half(x).hashCode());
        };
    }

    private static @Nullable String name(int x) {
        return switch (x & 3) {
            case 0 -> "north";
            case 1 -> "south";
            case 2 -> "";
            default -> null;
        };
    }

    @SuppressWarnings("CompareToZero") // the number is part of what is tested
    private static void texts(int x, int y, Out out) {
        String one = name(x);
        String other = name(y);
        out.put(one == null ? -1 : one.length() * 10 + one.compareTo("pole"));
        out.put(Objects.equals(one, other) ? Objects.hashCode(one) : 0);
        out.put(
                switch (other) {
                    case null -> 1;
                    case "south" -> 2;
                    case String text when text.isEmpty() -> 3;
                    default -> 4;
                });
    }

    private static OfInts characters() {
        String digits = "0123456789abcdef";
        return (x, _, out) -> {
            String name = (x & 1) == 0 ? "north" : "south-west";
            int hash = 0;
            for (int i = 0; i < name.length(); i++) {
                hash = hash * 31 + name.charAt(i);
            }
            out.put(hash);
            out.put(digits.indexOf(digits.charAt(x & 15)) * 100 + digits.indexOf(x & 127));
            int found;
            try {
                found = name.charAt(x & 15);
            } catch (StringIndexOutOfBoundsException e) {
                found = -1;
            }
            out.put(found);
        };
    }

    @SuppressWarnings("CharacterGetNumericValue") // what is tested
    private static void kinds(int x, Out out) {
        char c = (char) x;
        out.put((Character.isDigit(c) ? 1 : 0)
                + (Character.isLetter(c) ? 2 : 0)
                + (Character.isWhitespace(c) ? 4 : 0)
                + (Character.isUpperCase(c) ? 8 : 0)
                + Character.getType(c) * 16);
        int latin = x & 255;
        out.put(Character.toUpperCase(latin) * 1000
                + Character.toLowerCase(x & 0x1ffff) * 7
                + Character.digit(latin, 16)
                + Character.getNumericValue(x));
    }
}
