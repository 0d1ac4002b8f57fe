package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import java.util.Random;

/**
 * Prices of European options, from the formula of Black and Scholes ("The Pricing of Options and Corporate
 * Liabilities", 1973) and from a simulation of the price of the share. Random numbers are those of Philox4x32-10
 * (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011), so that each option has a sequence of its own.
 */
final class OptionPricing implements KernelExample {
    private static final int PATHS = 64;

    private enum Right {
        CALL {
            @Override
            double payoff(double price, double strike) {
                return Math.max(price - strike, 0);
            }
        },
        PUT {
            @Override
            double payoff(double price, double strike) {
                return Math.max(strike - price, 0);
            }
        };

        abstract double payoff(double price, double strike);
    }

    private record Option(Right right, double spot, double strike, double rate, double volatility, double years) {
        double discount() {
            return StrictMath.exp(-rate * years);
        }
    }

    /** What the formula says, and mean and standard error of the simulation. */
    private record Quote(double formula, double mean, double error) {}

    /** Philox: a block cipher of a counter, four words at a time. */
    private static final class Philox {
        private static final int ROUNDS = 10;
        private static final int[] MULTIPLIERS = {0xD2511F53, 0xCD9E8D57};
        private static final int[] WEYL = {0x9E3779B9, 0xBB67AE85};

        private final int seed;
        private final int stream;
        private final int[] words = new int[4];
        private int counter;
        private int used = words.length;

        Philox(int seed, int stream) {
            this.seed = seed;
            this.stream = stream;
        }

        int nextInt() {
            if (used == words.length) {
                refill();
                used = 0;
            }
            return words[used++];
        }

        /** A number between 0 and 1, neither of them. */
        double nextDouble() {
            return ((nextInt() >>> 1) + 0.5) * 0x1p-31;
        }

        /** A normally distributed number (Box and Muller, 1958). */
        double nextGaussian() {
            double radius = Math.sqrt(-2 * StrictMath.log(nextDouble()));
            return radius * StrictMath.cos(2 * Math.PI * nextDouble());
        }

        private void refill() {
            words[0] = counter++;
            words[1] = words[2] = words[3] = 0;
            int[] key = {seed, stream};
            for (int round = 0; round < ROUNDS; round++) {
                long first = Integer.toUnsignedLong(words[0]) * Integer.toUnsignedLong(MULTIPLIERS[0]);
                long second = Integer.toUnsignedLong(words[2]) * Integer.toUnsignedLong(MULTIPLIERS[1]);
                words[0] = (int) (second >>> 32) ^ words[1] ^ key[0];
                words[1] = (int) second;
                words[2] = (int) (first >>> 32) ^ words[3] ^ key[1];
                words[3] = (int) first;
                for (int i = 0; i < key.length; i++) {
                    key[i] += WEYL[i];
                }
            }
        }
    }

    private static Option[] options(int count) {
        var random = new Random(count);
        var options = new Option[count];
        for (int i = 0; i < count; i++) {
            options[i] = new Option(
                    random.nextBoolean() ? Right.CALL : Right.PUT,
                    random.nextDouble(50, 150),
                    random.nextDouble(50, 150),
                    random.nextDouble(0, 0.08),
                    random.nextDouble(0.05, 0.6),
                    random.nextDouble(0.1, 3));
        }
        return options;
    }

    @Override
    public String name() {
        return "option pricing";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(64, 2_000, 20_000);
    }

    @Override
    public Object run(Device device, int count) {
        Option[] options = options(count);
        try (Doubles prices = device.doubles(3L * count)) {
            device.run(Grid.threads(count), lane -> {
                Quote quote = quote(options[lane.id()], lane.id());
                int at = 3 * lane.id();
                prices.set(at, quote.formula());
                prices.set(at + 1, quote.mean());
                prices.set(at + 2, quote.error());
            });
            return prices.copyOut();
        }
    }

    @Override
    public Object expected(int count) {
        double[] prices = new double[3 * count];
        int at = 0;
        for (Option option : options(count)) {
            Quote quote = quote(option, at / 3);
            prices[at++] = quote.formula();
            prices[at++] = quote.mean();
            prices[at++] = quote.error();
        }
        return prices;
    }

    private static Quote quote(Option option, int stream) {
        var random = new Philox(2011, stream);
        double drift = (option.rate() - option.volatility() * option.volatility() / 2) * option.years();
        double spread = option.volatility() * Math.sqrt(option.years());
        double sum = 0;
        double squares = 0;
        for (int path = 0; path < PATHS; path++) {
            double price = option.spot() * StrictMath.exp(drift + spread * random.nextGaussian());
            double payoff = option.discount() * option.right().payoff(price, option.strike());
            sum += payoff;
            squares += payoff * payoff;
        }
        double mean = sum / PATHS;
        return new Quote(formula(option), mean, Math.sqrt((squares / PATHS - mean * mean) / PATHS));
    }

    private static double formula(Option option) {
        double spread = option.volatility() * Math.sqrt(option.years());
        double moneyness = StrictMath.log(option.spot() / option.strike()) + option.rate() * option.years();
        double d1 = moneyness / spread + spread / 2;
        double d2 = d1 - spread;
        double strike = option.strike() * option.discount();
        return switch (option.right()) {
            case CALL -> option.spot() * normal(d1) - strike * normal(d2);
            case PUT -> strike * normal(-d2) - option.spot() * normal(-d1);
        };
    }

    /** The normal distribution function, to seven digits (Abramowitz and Stegun, 1964, 26.2.17). */
    private static double normal(double x) {
        double t = 1 / (1 + 0.2316419 * Math.abs(x));
        double[] coefficients = {0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429};
        double polynomial = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            polynomial = (polynomial + coefficients[i]) * t;
        }
        double tail = StrictMath.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * polynomial;
        return x < 0 ? tail : 1 - tail;
    }
}
