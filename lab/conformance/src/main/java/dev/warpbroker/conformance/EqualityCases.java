package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What programs compare objects with, and the values that may be absent. */
final class EqualityCases {
    private static final String FEATURE = "equality";

    private EqualityCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("equals and hashCode of records", FEATURE, EqualityCases::records),
                Agreement.of("enum or null", FEATURE, EqualityCases::nullableEnum),
                Agreement.of("methods of Objects", FEATURE, EqualityCases::objects),
                Agreement.of("optional values", FEATURE, EqualityCases::optionals),
                Agreement.of("text chosen at run time", FEATURE, EqualityCases::texts),
                Agreement.of("characters of a text", FEATURE, EqualityCases::characters),
                Agreement.of("kinds of characters", FEATURE, EqualityCases::kinds),
                Agreement.of("boxed numbers", FEATURE, EqualityCases::boxes));
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
    private static Kernel records(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, card(x & 15).equals(card(y & 15)) ? 1 : 0);
            var one = new Pair(card(x & 7), (x & 1) == 0 ? null : card(x));
            var other = new Pair(card(y & 7), (y & 1) == 0 ? null : card(x));
            out.set(lane, 1, one.equals(other) ? 1 : one.equals(null) ? 2 : 0);
            out.set(lane, 2, new Point(x, (long) x * y, x > y, (char) y, x * 0.5f).hashCode());
        };
    }

    private static Kernel nullableEnum(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            Suit one = suit(a.get(lane.id()));
            Suit other = suit(b.get(lane.id()));
            out.set(lane, 0, one == other ? 1 : one == null ? 2 : one == Suit.HEARTS ? 3 : 4);
            out.set(lane, 1, one != null && other != null ? one.compareTo(other) : Objects.equals(one, other) ? 8 : 9);
        };
    }

    private static Kernel objects(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            Integer maybe = (x & 1) == 0 ? null : Integer.valueOf(y & 1);
            out.set(lane, 0, Objects.hash(x, y * 1.5, maybe, new Point(x, y, true, 'c', 1f)));
            out.set(lane, 1, Objects.requireNonNullElse(maybe, 17) + (Objects.equals(maybe, y & 3) ? 100 : 0));
            int checked;
            try {
                checked = Objects.checkIndex(x & 7, 5) + Objects.checkFromIndexSize(y & 3, x & 3, 4);
            } catch (IndexOutOfBoundsException e) {
                checked = -1;
            }
            out.set(lane, 2, checked);
            out.set(lane, 3, Objects.hashCode(maybe) + (Objects.isNull(maybe) ? 1 : 2));
        };
    }

    private static Optional<Integer> half(int x) {
        return (x & 1) == 0 ? Optional.of(x / 2) : Optional.empty();
    }

    private static Kernel optionals(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        OptionalInt limit = OptionalInt.of(40);
        return lane -> {
            int x = a.get(lane.id());
            out.set(lane, 0, half(x).map(y -> y * 3).filter(y -> (y & 4) == 0).orElse(-1));
            Optional<Integer> least = Optional.empty();
            for (int i = 0; i < 4; i++) {
                int candidate = x * (i + 3) >>> 28;
                if (least.isEmpty() || candidate < least.get()) {
                    least = Optional.of(candidate);
                }
            }
            out.set(lane, 1, least.orElseThrow() + limit.orElse(1));
            out.set(lane, 2, half(x).flatMap(EqualityCases::half).equals(half(x & 6)) ? 1 : half(x).hashCode());
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
    private static Kernel texts(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            String one = name(a.get(lane.id()));
            String other = name(b.get(lane.id()));
            out.set(lane, 0, one == null ? -1 : one.length() * 10 + one.compareTo("pole"));
            out.set(lane, 1, Objects.equals(one, other) ? Objects.hashCode(one) : 0);
            out.set(
                    lane,
                    2,
                    switch (other) {
                        case null -> 1;
                        case "south" -> 2;
                        case String text when text.isEmpty() -> 3;
                        default -> 4;
                    });
        };
    }

    private static Kernel characters(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        String digits = "0123456789abcdef";
        return lane -> {
            int x = a.get(lane.id());
            String name = (x & 1) == 0 ? "north" : "south-west";
            int hash = 0;
            for (int i = 0; i < name.length(); i++) {
                hash = hash * 31 + name.charAt(i);
            }
            out.set(lane, 0, hash);
            out.set(lane, 1, digits.indexOf(digits.charAt(x & 15)) * 100 + digits.indexOf(x & 127));
            int found;
            try {
                found = name.charAt(x & 15);
            } catch (StringIndexOutOfBoundsException e) {
                found = -1;
            }
            out.set(lane, 2, found);
        };
    }

    @SuppressWarnings("CharacterGetNumericValue") // what is tested
    private static Kernel kinds(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            char c = (char) x;
            out.set(
                    lane,
                    0,
                    (Character.isDigit(c) ? 1 : 0)
                            + (Character.isLetter(c) ? 2 : 0)
                            + (Character.isWhitespace(c) ? 4 : 0)
                            + (Character.isUpperCase(c) ? 8 : 0)
                            + Character.getType(c) * 16);
            int latin = x & 255;
            out.set(
                    lane,
                    1,
                    Character.toUpperCase(latin) * 1000
                            + Character.toLowerCase(x & 0x1ffff) * 7
                            + Character.digit(latin, 16)
                            + Character.getNumericValue(x));
        };
    }

    private static Kernel boxes(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            Integer x = a.get(lane.id()) & 3;
            Integer y = b.get(lane.id()) & 3;
            Long wide = (long) x << 33 | y;
            Double real = x * 0.5;
            out.set(lane, 0, x.equals(y) ? 1 : x.compareTo(y) * 10 + wide.hashCode());
            out.set(
                    lane,
                    1,
                    real.hashCode()
                            ^ Boolean.hashCode(x > y)
                            ^ Character.valueOf('x').hashCode());
        };
    }
}
