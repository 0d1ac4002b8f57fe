package dev.warpbroker.conformance;

import java.util.List;
import java.util.Optional;

/**
 * Values at which arithmetic goes wrong first.
 *
 * @param paired few enough that all pairs of them fit into the lanes of a case
 * @param single values for the lanes after the pairs; the remaining lanes have random values
 */
record EdgeValues<T>(List<T> paired, List<T> single) {
    static final EdgeValues<Integer> INTS = new EdgeValues<>(
            List.of(0, 1, -1, 2, -2, 7, 31, 32, 33, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE),
            List.of(
                    127,
                    128,
                    -128,
                    -129,
                    255,
                    256,
                    32_767,
                    32_768,
                    -32_769,
                    65_535,
                    Integer.MIN_VALUE + 1,
                    0x5555_5555));

    static final EdgeValues<Long> LONGS = new EdgeValues<>(
            List.of(0L, 1L, -1L, 2L, -7L, 63L, 64L, 1L << 31, 1L << 32, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE),
            List.of((long) Integer.MIN_VALUE, -1L >>> 32, Long.MIN_VALUE + 1, 0x5555_5555_5555_5555L, (1L << 24) + 1));

    static final EdgeValues<Float> FLOATS = new EdgeValues<>(
            List.of(
                    0f,
                    -0f,
                    1f,
                    -1.5f,
                    Float.MIN_VALUE,
                    -Float.MIN_NORMAL,
                    Float.MAX_VALUE,
                    Float.POSITIVE_INFINITY,
                    Float.NEGATIVE_INFINITY,
                    Float.NaN,
                    0.5f,
                    0x1p24f - 1),
            List.of(
                    -0.5f,
                    2.5f,
                    -2.5f,
                    Math.nextDown(0.5f),
                    8_388_607.5f,
                    127.9f,
                    -129f,
                    65_535.5f,
                    0x1p31f,
                    -0x1p31f,
                    Math.nextDown(0x1p31f),
                    0x1p63f,
                    -0x1p63f,
                    1e30f,
                    -1e30f,
                    1e-40f));

    static final EdgeValues<Double> DOUBLES = new EdgeValues<>(
            List.of(
                    0.0,
                    -0.0,
                    1.0,
                    -1.5,
                    Double.MIN_VALUE,
                    -Double.MIN_NORMAL,
                    Double.MAX_VALUE,
                    Double.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY,
                    Double.NaN,
                    0.5,
                    0x1p53 + 2),
            List.of(
                    -0.5,
                    2.5,
                    -2.5,
                    Math.nextDown(0.5),
                    0x1p52 - 0.5,
                    127.9,
                    -129.0,
                    65_535.5,
                    0x1p31,
                    -0x1p31 - 1,
                    0x1p31 - 0.5,
                    0x1p63,
                    -0x1p63,
                    1e300,
                    1e39,
                    -1e39,
                    1e-310,
                    0x1.000001p0,
                    0x1.0000010000001p0,
                    0x1p-150));

    /** {@return the edge value that {@code lane} sees in the case's input number {@code input}, if it is to see one} */
    Optional<T> at(int input, int lane) {
        int pairs = paired.size() * paired.size();
        if (lane < pairs) {
            return Optional.of(paired.get(
                    switch (input) {
                        case 0 -> lane % paired.size();
                        case 1 -> lane / paired.size();
                        default -> (lane * 5 + lane / paired.size() + input) % paired.size();
                    }));
        }
        int after = lane - pairs;
        return after < single.size() ? Optional.of(single.get((after + input * 3) % single.size())) : Optional.empty();
    }
}
