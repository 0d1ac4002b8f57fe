package dev.warpbroker.experiments.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {
    @Test
    void readsEveryKindOfValue() {
        assertThat(JsonReader.object(
                        " { \"a\" : [ 1 , -2.5e3 , true,false, \"x\" ] , \"b\":{}, \"c\":[],\"d\":{\"e\":0}}\r"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "a",
                        List.of(1L, -2500.0, true, false, "x"),
                        "b",
                        Map.of(),
                        "c",
                        List.of(),
                        "d",
                        Map.of("e", 0L)));
    }

    @Test
    void keepsTheOrderOfMembers() {
        assertThat(JsonReader.object("{\"z\":1,\"a\":2,\"m\":3}").keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void wholeNumbersStayExact() {
        assertThat(JsonReader.object(
                        "{\"a\":9223372036854775807,\"b\":-9223372036854775808,\"c\":9223372036854775808}"))
                .containsEntry("a", Long.MAX_VALUE)
                .containsEntry("b", Long.MIN_VALUE)
                .containsEntry("c", BigInteger.ONE.shiftLeft(63));
    }

    @Test
    void readsEveryEscape() {
        assertThat(JsonReader.object("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83d\\ude00µ\"}"))
                .containsEntry("a", "\"\\/\b\f\n\r\té😀µ");
    }

    @Test
    void aMemberThatIsNullIsLeftOut() {
        assertThat(JsonReader.object("{\"a\":null,\"b\":1}")).isEqualTo(Map.of("b", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1]                 | column 1: expected an object, '{', found '['",
                "{                   | column 2: expected the name of a member, '\"', found the end of the line",
                "{\"a\"              | column 5: expected ':', found the end of the line",
                "{\"a\":             | column 6: expected a value, found the end of the line",
                "{\"a\":1            | column 7: expected ',' or '}', found the end of the line",
                "{\"a\":1,}          | column 8: expected the name of a member, '\"', found '}'",
                "{a:1}               | column 2: expected the name of a member, '\"', found 'a'",
                "{\"a\":1} {         | column 9: expected the end of the line, found '{'",
                "{\"a\":01}          | column 7: expected ',' or '}', found '1'",
                "{\"a\":.5}          | column 6: expected a value, found '.'",
                "{\"a\":1.}          | column 7: expected ',' or '}', found '.'",
                "{\"a\":+1}          | column 6: expected a value, found '+'",
                "{\"a\":NaN}         | column 6: expected a value, found 'N'",
                "{\"a\":1e999}       | column 6: the number 1e999 is out of range",
                "{\"a\":tru}         | column 6: expected a value, found 't'",
                "{\"a\":[1 2]}       | column 9: expected ',' or ']', found '2'",
                "{\"a\":[1,]}        | column 9: expected a value, found ']'",
                "{\"a\":[null]}      | column 7: null in a list",
                "{\"a\":\"x          | column 8: expected the end of a text, '\"', found the end of the line",
                "{\"a\":\"\\x\"}     | column 8: expected one of \" \\ / b f n r t u after '\\', found 'x'",
                "{\"a\":\"\\u12g4\"} | column 11: expected four hexadecimal digits after '\\u', found 'g'",
                "{\"a\":1,\"a\":2}   | column 8: a second member 'a'",
            })
    void refusesWhatIsNotJson(String text, String reason) {
        assertThatExceptionOfType(DamagedJsonException.class)
                .isThrownBy(() -> JsonReader.object(text))
                .withMessage(reason);
    }

    @Test
    void refusesControlCharactersInText() {
        assertThatExceptionOfType(DamagedJsonException.class)
                .isThrownBy(() -> JsonReader.object("{\"a\":\"\t\"}"))
                .withMessage("column 7: a control character within a text");
    }

    @Test
    void refusesToNestWithoutEnd() {
        assertThatExceptionOfType(DamagedJsonException.class)
                .isThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)))
                .withMessageContaining("more than 64");
    }
}
