import dev.warpbroker.device.*;

/*
 * Prices of European options from a simulation of the price of the share, a lane for each option, beside the formula of
 * Black and Scholes ("The Pricing of Options and Corporate Liabilities", 1973). An enum, records and an object with a
 * state serve in the kernel as in any Java; StrictMath gives the same bits on every device.
 *
 * Run it with: ./warpbroker java examples/OptionPricing.java
 */

static final int OPTIONS = 64;
static final int PATHS = 200;

enum Right {
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

record Option(Right right, double spot, double strike, double rate, double volatility, double years) {
    double discount() {
        return StrictMath.exp(-rate * years);
    }

    double spread() {
        return volatility * Math.sqrt(years);
    }

    /** The price after all years, if it moves by so many standard deviations. */
    double price(double move) {
        return spot * StrictMath.exp((rate - volatility * volatility / 2) * years + spread() * move);
    }

    double formula() {
        double d1 = (StrictMath.log(spot / strike) + rate * years) / spread() + spread() / 2;
        double d2 = d1 - spread();
        return switch (right) {
            case CALL -> spot * normal(d1) - strike * discount() * normal(d2);
            case PUT -> strike * discount() * normal(-d2) - spot * normal(-d1);
        };
    }
}

/** The mean of a simulation and its standard error. */
record Estimate(double mean, double error) {}

/** The normal distribution function, to seven digits (Abramowitz and Stegun, 1964, 26.2.17). */
static double normal(double x) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double[] coefficients = {1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530};
    double polynomial = 0;
    for (double coefficient : coefficients) {
        polynomial = (polynomial + coefficient) * t;
    }
    double tail = StrictMath.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * polynomial;
    return x < 0 ? tail : 1 - tail;
}

/** A sequence of random numbers for each lane: SplitMix64 (Steele, Lea and Flood, 2014). */
static final class Numbers {
    private long state;

    Numbers(int seed) {
        state = seed * 0x632BE59BD9B4E019L;
    }

    /** A number between 0 and 1, neither of them. */
    double next() {
        state += 0x9E3779B97F4A7C15L;
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return (((z ^ z >>> 31) >>> 12) + 0.5) * 0x1p-52;
    }

    /** A normally distributed number (Box and Muller, 1958). */
    double nextGaussian() {
        return Math.sqrt(-2 * StrictMath.log(next())) * StrictMath.cos(2 * Math.PI * next());
    }
}

static Estimate simulate(Option option, int seed) {
    var numbers = new Numbers(seed);
    double sum = 0;
    double squares = 0;
    for (int path = 0; path < PATHS; path++) {
        double payoff =
                option.discount() * option.right().payoff(option.price(numbers.nextGaussian()), option.strike());
        sum += payoff;
        squares += payoff * payoff;
    }
    double mean = sum / PATHS;
    return new Estimate(mean, Math.sqrt((squares / PATHS - mean * mean) / PATHS));
}

void main() {
    var random = new Random(1973);
    var options = new Option[OPTIONS];
    Arrays.setAll(
            options,
            i -> new Option(
                    Right.values()[i % 2], 100, random.nextDouble(80, 120), 0.03, random.nextDouble(0.1, 0.4), 1));
    try (var device = Device.open();
            var means = device.doubles(OPTIONS)) {
        device.run(
                Grid.threads(OPTIONS),
                lane -> means.set(
                        lane.id(), simulate(options[lane.id()], lane.id()).mean()));
        double[] found = means.copyOut();
        int close = 0;
        for (int i = 0; i < OPTIONS; i++) {
            Estimate expected = simulate(options[i], i);
            if (found[i] != expected.mean()) {
                throw new AssertionError("option " + i + " costs " + found[i] + "; must be " + expected.mean());
            }
            close += Math.abs(found[i] - options[i].formula()) < 3 * expected.error() ? 1 : 0;
        }
        IO.println("on " + device + ":");
        IO.println("the first is worth %.2f, by the formula %.2f".formatted(found[0], options[0].formula()));
        IO.println(close + " of " + OPTIONS + " within 3 standard errors"); // 64 of 64 within 3 standard errors
    }
}
