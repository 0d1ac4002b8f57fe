package dev.warpbroker.experiments.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.DeviceProperties;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {
    public record Holder(@Nullable Object value) {}

    @Test
    void writesEveryKindOfValue() {
        assertThat(json("text")).isEqualTo("\"text\"");
        assertThat(json(42)).isEqualTo("42");
        assertThat(json(1L << 40)).isEqualTo("1099511627776");
        assertThat(json(0.5)).isEqualTo("0.5");
        assertThat(json(true)).isEqualTo("true");
        assertThat(json(List.of(1, "a"))).isEqualTo("[1,\"a\"]");
        assertThat(json(Map.of("k", List.of()))).isEqualTo("{\"k\":[]}");
        assertThat(json(Instant.EPOCH)).isEqualTo("\"1970-01-01T00:00:00Z\"");
        assertThat(json(new Holder(1))).isEqualTo("{\"value\":1}");
    }

    @Test
    void leavesOutWhatIsNull() {
        assertThat(Json.line(new Holder(null))).isEqualTo("{}");
    }

    @Test
    void escapesWhatJsonCannotHold() {
        assertThat(json("\"\\\n\r\t\b\u0000\u001f\u007f"))
                .isEqualTo("\"\\\"\\\\\\n\\r\\t\\u0008\\u0000\\u001f\\u007f\"");
        assertThat(json("\u2028\u2029")).isEqualTo("\"\\u2028\\u2029\"");
        assertThat(json("µ − 𝛼")).isEqualTo("\"µ − 𝛼\"");
        assertThat(json("\ud800x\udc00")).isEqualTo("\"\\ud800x\\udc00\"");
    }

    @Test
    void refusesNumbersThatJsonCannotExpress() {
        assertThatIllegalArgumentException().isThrownBy(() -> json(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> json(Double.POSITIVE_INFINITY));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatIllegalArgumentException().isThrownBy(() -> json(new Object()));
    }

    /** The schema of result files: plots and reports read it, so a change here must be one there. */
    @Test
    void aMeasurementIsOneLineWithTheseMembers() {
        var device = new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 1L << 37, "driver 580");
        var measurement = new Measurement(
                        "pairs",
                        device,
                        "BQ",
                        Map.of("threads", 1024, "form", "thread"),
                        new Statistics(21, 2000, 1000, 3000),
                        20_480,
                        1.024e10,
                        List.of(new CheckResult("conservation", true, "")),
                        Map.of("empty", 3),
                        "too slow",
                        null,
                        new Versions("1.0", null, "25", "Linux amd64"),
                        Instant.EPOCH)
                .withPeer("broker.ptx", "bench", new Statistics(21, 1000, 900, 1100), List.of());
        assertThat(Json.line(measurement))
                .isEqualTo("{\"experiment\":\"pairs\",\"device\":{\"id\":\"cuda:0\",\"name\":\"NVIDIA"
                               + " H200\",\"warpSize\":32,\"maxBlockSize\":1024,\"residentThreads\":270336,\"memoryBytes\":137438953472,\"blockSharedBytes\":49152,\"detail\":\"driver"
                               + " 580\"},\"structure\":\"BQ\",\"parameters\":{\"form\":\"thread\",\"threads\":1024},"
                               + "\"nanoseconds\":{\"repetitions\":21,\"median\":2000.0,\"min\":1000.0,\"max\":3000.0},"
                               + "\"operations\":20480,\"operationsPerSecond\":1.024E10,"
                               + "\"checks\":[{\"name\":\"conservation\",\"passed\":true,\"detail\":\"\"}],\"observed\":{\"empty\":3},\"skipped\":\"too"
                               + " slow\","
                               + "\"peer\":{\"file\":\"broker.ptx\",\"entry\":\"bench\",\"nanoseconds\":{\"repetitions\":21,"
                               + "\"median\":1000.0,\"min\":900.0,\"max\":1100.0},\"operationsPerSecond\":2.048E10,"
                               + "\"ratio\":0.5,\"checks\":[]},\"versions\":{\"warpbroker\":\"1.0\",\"java\":\"25\",\"system\":\"Linux"
                               + " amd64\"},\"recorded\":\"1970-01-01T00:00:00Z\"}");
    }

    private static String json(Object value) {
        String line = Json.line(new Holder(value));
        return line.substring("{\"value\":".length(), line.length() - 1);
    }
}
