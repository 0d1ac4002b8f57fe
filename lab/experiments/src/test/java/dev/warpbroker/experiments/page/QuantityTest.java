package dev.warpbroker.experiments.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({"0, 0.00 ns", "9.99, 9.99 ns", "999.4, 999 ns", "999.6, 1.00 µs", "1370000, 1.37 ms", "61e9, 61.0 s"})
    void timesHaveThreeDigits(double nanos, String text) {
        assertThat(Quantity.time(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"5.9e9, 5.90 G/s", "60e9, 60.0 G/s", "1100000, 1.10 M/s", "12, 12.0 /s", "123, 123 /s"})
    void ratesHaveThreeDigits(double perSecond, String text) {
        assertThat(Quantity.rate(perSecond)).isEqualTo(text);
    }

    @Test
    void sizesAreBinaryForMemoryAndDecimalForFiles() {
        assertThat(Quantity.bytes(139L << 30)).isEqualTo("139 GiB");
        assertThat(Quantity.megabytes(45_000_000)).isEqualTo("45.0 MB");
    }

    @Test
    void countsMarkThousands() {
        assertThat(Quantity.count(270_336)).isEqualTo("270,336");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.01234, 0.0123", "0.9996, 1.00", "5.9, 5.90", "9.999, 10.0", "123.4, 123", "12345, '12,300'"})
    void significantDigitsAreThree(double value, String text) {
        assertThat(Quantity.significant(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 0.05", "0.30000000000000004, 0.3", "2, 2", "10000, '10,000'", "1e-9, 0.000000001"})
    void plainNumbersHaveNoExponent(double value, String text) {
        assertThat(Quantity.plain(value)).isEqualTo(text);
    }

    @Test
    void prefixesAreThoseOfRates() {
        assertThat(Quantity.prefix(5.9e9)).isEqualTo(new Quantity.Prefix("G", 1e9));
        assertThat(Quantity.prefix(12)).isEqualTo(new Quantity.Prefix("", 1));
    }
}
