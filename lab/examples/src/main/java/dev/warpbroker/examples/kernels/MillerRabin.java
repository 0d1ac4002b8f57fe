package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Which of many 192-bit numbers are prime, a lane for each: the test of Miller and Rabin ("Probabilistic Algorithm for
 * Testing Primality", 1980) with modular multiplication after Montgomery (1985), word by word (the CIOS method of Koç,
 * Acar and Kaliski, 1996). {@link BigInteger} says what must come out.
 */
final class MillerRabin implements KernelExample {
    private static final int WORDS = 6;
    private static final int BITS = WORDS * Integer.SIZE;
    private static final int[] BASES = {2, 3, 5, 7, 11, 13};
    private static final int PRIME = 0;

    /** Exponents of Mersenne numbers, all of them pseudoprimes to the base 2, the first three of them prime. */
    private static final int[] MERSENNE = {89, 107, 127, 83, 113, 131, 191};

    /** An unsigned number of six words, the low one first. */
    private static final class Natural {
        private final int[] words;

        private Natural(int[] words) {
            this.words = words;
        }

        static Natural of(int value) {
            int[] words = new int[WORDS];
            words[0] = value;
            return new Natural(words);
        }

        static Natural read(Ints memory, int at) {
            int[] words = new int[WORDS];
            for (int i = 0; i < WORDS; i++) {
                words[i] = memory.get(at + i);
            }
            return new Natural(words);
        }

        void write(Ints memory, int at) {
            for (int word : words) {
                memory.set(at++, word);
            }
        }

        boolean bit(int index) {
            return (words[index / Integer.SIZE] >>> index % Integer.SIZE & 1) != 0;
        }

        int trailingZeros() {
            int zeros = 0;
            while (!bit(zeros)) {
                zeros++;
            }
            return zeros;
        }

        int compareTo(Natural other) {
            for (int i = WORDS - 1; i >= 0; i--) {
                if (words[i] != other.words[i]) {
                    return Integer.compareUnsigned(words[i], other.words[i]);
                }
            }
            return 0;
        }

        Natural minus(Natural other) {
            int[] difference = new int[WORDS];
            long borrow = 0;
            for (int i = 0; i < WORDS; i++) {
                long word = unsigned(words[i]) - unsigned(other.words[i]) + borrow;
                difference[i] = (int) word;
                borrow = word >> Integer.SIZE;
            }
            return new Natural(difference);
        }

        /** Twice this number, less the modulus if that is not larger. */
        Natural doubled(Natural modulus) {
            int[] twice = new int[WORDS];
            int carry = 0;
            for (int i = 0; i < WORDS; i++) {
                twice[i] = words[i] << 1 | carry;
                carry = words[i] >>> 31;
            }
            var result = new Natural(twice);
            return carry != 0 || result.compareTo(modulus) >= 0 ? result.minus(modulus) : result;
        }
    }

    /** Arithmetic modulo an odd number, with numbers that carry a factor of 2^192. */
    private static final class Montgomery {
        private final Natural modulus;
        private final int negativeInverse;
        private final Natural square;
        private final Natural one;
        private final Natural minusOne;

        Montgomery(Natural modulus) {
            this.modulus = modulus;
            int inverse = modulus.words[0];
            for (int correctBits = 3; correctBits < Integer.SIZE; correctBits *= 2) {
                inverse *= 2 - modulus.words[0] * inverse;
            }
            negativeInverse = -inverse;
            Natural power = Natural.of(1);
            for (int bit = 0; bit < 2 * BITS; bit++) {
                power = power.doubled(modulus);
            }
            square = power;
            one = from(1);
            minusOne = modulus.minus(one);
        }

        Natural from(int number) {
            return times(Natural.of(number), square);
        }

        Natural withoutFactor(Natural number) {
            return times(number, Natural.of(1));
        }

        Natural times(Natural first, Natural second) {
            int[] sum = new int[WORDS + 2];
            for (int word : second.words) {
                long carry = 0;
                for (int i = 0; i < WORDS; i++) {
                    carry += unsigned(first.words[i]) * unsigned(word) + unsigned(sum[i]);
                    sum[i] = (int) carry;
                    carry >>>= Integer.SIZE;
                }
                carry += unsigned(sum[WORDS]);
                sum[WORDS] = (int) carry;
                sum[WORDS + 1] = (int) (carry >>> Integer.SIZE);

                long multiple = unsigned(sum[0] * negativeInverse);
                carry = multiple * unsigned(modulus.words[0]) + unsigned(sum[0]) >>> Integer.SIZE;
                for (int i = 1; i < WORDS; i++) {
                    carry += multiple * unsigned(modulus.words[i]) + unsigned(sum[i]);
                    sum[i - 1] = (int) carry;
                    carry >>>= Integer.SIZE;
                }
                carry += unsigned(sum[WORDS]);
                sum[WORDS - 1] = (int) carry;
                sum[WORDS] = sum[WORDS + 1] + (int) (carry >>> Integer.SIZE);
            }
            var product = new Natural(Arrays.copyOf(sum, WORDS));
            return sum[WORDS] != 0 || product.compareTo(modulus) >= 0 ? product.minus(modulus) : product;
        }

        /** The base to the power of the exponent, of which the lowest bits are left out. */
        Natural power(int base, Natural exponent, int leftOut) {
            Natural factor = from(base);
            Natural result = one;
            for (int bit = BITS - 1; bit >= leftOut; bit--) {
                result = times(result, result);
                if (exponent.bit(bit)) {
                    result = times(result, factor);
                }
            }
            return result;
        }

        /** Whether a base shows that the modulus is not prime. */
        boolean isWitness(int base) {
            Natural exponent = modulus.minus(Natural.of(1));
            int twos = exponent.trailingZeros();
            Natural power = power(base, exponent, twos);
            if (power.compareTo(one) == 0) {
                return false;
            }
            for (int i = 0; i < twos; i++) {
                if (power.compareTo(minusOne) == 0) {
                    return false;
                }
                power = times(power, power);
            }
            return true;
        }
    }

    private static long unsigned(int word) {
        return Integer.toUnsignedLong(word);
    }

    /** The first base that shows a number to be composite; none if it is prime, as far as this test can tell. */
    private static OptionalInt witness(Montgomery arithmetic) {
        for (int base : BASES) {
            if (arithmetic.isWitness(base)) {
                return OptionalInt.of(base);
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public String name() {
        return "Miller-Rabin";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(8, 100, 5_000);
    }

    @Override
    public Object run(Device device, int count) {
        try (Ints numbers = device.ints((long) WORDS * count);
                Ints powers = device.ints((long) WORDS * count);
                Ints witnesses = device.ints(count)) {
            numbers.copyIn(words(numbers(count)));
            device.run(Grid.threads(count), lane -> {
                var number = Natural.read(numbers, WORDS * lane.id());
                var arithmetic = new Montgomery(number);
                witnesses.set(lane.id(), witness(arithmetic).orElse(PRIME));
                Natural power = arithmetic.power(3, number, 0);
                arithmetic.withoutFactor(power).write(powers, WORDS * lane.id());
            });
            return new Object[] {witnesses.copyOut(), powers.copyOut()};
        }
    }

    @Override
    public Object expected(int count) {
        int[] witnesses = new int[count];
        var powers = new BigInteger[count];
        BigInteger[] numbers = numbers(count);
        for (int i = 0; i < count; i++) {
            BigInteger number = numbers[i];
            witnesses[i] = IntStream.of(BASES)
                    .filter(base -> isWitness(BigInteger.valueOf(base), number))
                    .findFirst()
                    .orElse(PRIME);
            powers[i] = BigInteger.valueOf(3).modPow(number, number);
        }
        return new Object[] {witnesses, words(powers)};
    }

    private static boolean isWitness(BigInteger base, BigInteger number) {
        BigInteger minusOne = number.subtract(BigInteger.ONE);
        int twos = minusOne.getLowestSetBit();
        return !base.modPow(minusOne.shiftRight(twos), number).equals(BigInteger.ONE)
                && IntStream.range(0, twos)
                        .noneMatch(i -> base.modPow(minusOne.shiftRight(twos - i), number)
                                .equals(minusOne));
    }

    /** Primes, products of two primes Mersenne numbers, and others; all of them odd. */
    private static BigInteger[] numbers(int count) {
        var random = new Random(count);
        var numbers = new BigInteger[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = switch (i % 4) {
                case 0 -> BigInteger.probablePrime(BITS, random);
                case 1 ->
                    BigInteger.probablePrime(BITS / 2, random).multiply(BigInteger.probablePrime(BITS / 2, random));
                case 2 ->
                    BigInteger.TWO
                            .pow(MERSENNE[random.nextInt(MERSENNE.length)])
                            .subtract(BigInteger.ONE);
                default -> new BigInteger(BITS, random).setBit(0).setBit(BITS / 2);
            };
        }
        return numbers;
    }

    private static int[] words(BigInteger[] numbers) {
        int[] words = new int[WORDS * numbers.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = numbers[i / WORDS].shiftRight(i % WORDS * Integer.SIZE).intValue();
        }
        return words;
    }
}
