package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureTest {
    @TempDir
    Path folder;

    @Test
    void aPngFileHasThePixels() throws IOException {
        var random = new Random(3);
        int width = 7;
        int height = 5;
        int[] pixels = random.ints((long) width * height, 0, 1 << 24).toArray();
        var file = folder.resolve("a.png");
        new Image(width, height, pixels).writePng(file);

        try (var in = new DataInputStream(Files.newInputStream(file))) {
            assertThat(in.readLong()).isEqualTo(0x89504e470d0a1a0aL);
            try (var header = chunk(in, "IHDR")) {
                assertThat(header.readInt()).isEqualTo(width);
                assertThat(header.readInt()).isEqualTo(height);
                assertThat(header.readAllBytes()).containsExactly(8, 2, 0, 0, 0);
            }
            try (var data = new DataInputStream(new InflaterInputStream(chunk(in, "IDAT")))) {
                for (int row = 0; row < height; row++) {
                    assertThat(data.read())
                            .as("each pixel is stored as a difference to the one before")
                            .isEqualTo(1);
                    int left = 0;
                    for (int column = 0; column < width; column++) {
                        int red = (left >> 16) + data.read() & 0xff;
                        int green = (left >> 8) + data.read() & 0xff;
                        int blue = left + data.read() & 0xff;
                        left = red << 16 | green << 8 | blue;
                        assertThat(left).isEqualTo(pixels[row * width + column]);
                    }
                }
                assertThat(data.read()).isEqualTo(-1);
            }
            assertThat(chunk(in, "IEND").readAllBytes()).isEmpty();
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    private static DataInputStream chunk(DataInputStream in, String type) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(4 + length);
        var check = new CRC32();
        check.update(bytes);
        assertThat(in.readInt()).isEqualTo((int) check.getValue());
        assertThat(new String(bytes, 0, 4, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo(type);
        return new DataInputStream(new ByteArrayInputStream(bytes, 4, length));
    }

    @Test
    void aReducedPictureHasTheAverages() {
        var image = new Image(4, 2, new int[] {0xff0000, 0, 8, 0, 0xff0000, 0, 0, 0}).reduced(2);
        assertThat(image).isEqualTo(new Image(2, 1, new int[] {0x800000, 2}));
        assertThatThrownBy(() -> image.reduced(2)).hasMessageContaining("2 x 1");
    }

    @Test
    void theWorkMapGoesFromDarkToBright() {
        var map = new WorkMap(3, 1, new int[] {1, 5 << Canvas.CALL_BITS | 3, 100}).image(1);
        assertThat(map.pixel(0, 0)).isEqualTo(0x000004);
        assertThat(map.pixel(2, 0)).isEqualTo(0xfcffa4);
        assertThat(map.pixel(1, 0)).isNotIn(map.pixel(0, 0), map.pixel(2, 0));
    }

    @Test
    void theWorkOfSamplesIsAddedUpBeforeItHasAColour() {
        var map = new WorkMap(4, 2, new int[] {1, 1, 100, 1, 1, 1, 1, 2});
        assertThat(map.leastCalls(2)).isEqualTo(4);
        assertThat(map.mostCalls(2)).isEqualTo(104);
        assertThat(map.image(2)).isEqualTo(new Image(2, 1, new int[] {0x000004, 0xfcffa4}));
        assertThatThrownBy(() -> map.image(3)).hasMessageContaining("4 x 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0     | 8     | 8    | 8 | 0  | picture of 0 x 8 pixels; each side must be 1 to 32768
        8     | 0     | 8    | 8 | 0  | picture of 8 x 0
        40000 | 8     | 8    | 8 | 0  | picture of 40000 x 8
        32768 | 32768 | 8    | 8 | 0  | = 1073741824 pixels; the most are 536870912
        8     | 8     | 12   | 8 | 0  | tiles of 12 pixels a side; it must be a power of two from 1 to 1024
        8     | 8     | 2048 | 8 | 0  | tiles of 2048
        8     | 8     | 0    | 8 | 0  | tiles of 0
        8     | 8     | 8    | 0 | 0  | depth 0; it must be 1
        8     | 8     | 8    | 9 | 0  | to 8
        8     | 8     | 8    | 8 | -1 | -1 workers
        """)
    void optionsOutOfRangeAreRefusedWithTheLimit(
            int width, int height, int tile, int depth, int workers, String message) {
        assertThatThrownBy(() -> new RenderOptions(width, height, Scheme.STATIC, tile, depth, workers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
