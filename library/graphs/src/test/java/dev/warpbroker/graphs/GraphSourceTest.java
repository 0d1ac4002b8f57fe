package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GraphSourceTest {
    private static GraphSource parse(String text) {
        return GraphSource.parse(text, ReadOptions.asWritten());
    }

    static Stream<Arguments> generators() {
        return Stream.of(
                arguments("lattice:320", Lattice.cube(320)),
                arguments("lattice:180:p=0.5:seed=7", new Lattice(180, 180, 180, 0.5, 7)),
                arguments("lattice:seed=-7:4x5x6:p=1e-1", new Lattice(4, 5, 6, 0.1, -7)),
                arguments("rmat:20:16", Rmat.graph500(20, 16, 1)),
                arguments("rmat:10:seed=3", Rmat.graph500(10, 16, 3)),
                arguments("rmat:10:4:a=0.4:b=0.3:c=0.2", new Rmat(10, 4, 0.4, 0.3, 0.2, 1)),
                arguments("road:4900x4800", new RoadGrid(4_900, 4_800, 1)),
                arguments("road:70:seed=9", new RoadGrid(70, 70, 9)),
                arguments("road-like:pa", new RoadNetwork("pa", 1, 1)),
                arguments("road-like:ca:scale=0.01:seed=2", new RoadNetwork("ca", 0.01, 2)));
    }

    @ParameterizedTest
    @MethodSource("generators")
    void generatorsAreWrittenWithColons(String text, GraphSource source) {
        assertThat(parse(text)).isEqualTo(source);
    }

    @ParameterizedTest
    @MethodSource("generators")
    void nameOfAGeneratorCanBeReadBack(String text, GraphSource source) {
        assertThat(parse(source.name())).as(text).isEqualTo(source);
    }

    @Test
    void everythingElseIsAFile(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("small.txt"), "0 1\n");
        var source = parse(file.toString());
        assertThat(source).isEqualTo(new GraphSource.File(file, ReadOptions.asWritten()));
        assertThat(source.name()).isEqualTo("small.txt");
        assertThat(source.graph(ReadProgress.NONE).edges()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lattice | extents are missing",
                "lattice: | \"\" should be an extent",
                "lattice:x | \"x\" should be 1 or 3 numbers",
                "lattice:4x5 | \"4x5\" should be 1 or 3 numbers",
                "lattice:4x5xz | \"z\" should be an extent",
                "lattice:4:5 | \"5\" is one parameter too many",
                "lattice:4:q=1 | \"q=1\" is not a parameter of lattice",
                "lattice:4:p=x | \"p=x\" should be a number from 0 to 1",
                "lattice:4:p=2 | probability 2.0",
                "lattice:4:seed=x | \"seed=x\" should be a whole number",
                "lattice:4:seed=1:seed=2 | \"seed\" is given twice",
                "lattice:0 | 0 x 0 x 0",
                "lattice:5000 | 5000 x 5000 x 5000",
                "rmat | scale is missing",
                "rmat:x | \"x\" should be the scale",
                "rmat:10:x | \"x\" should be the edge factor",
                "rmat:10:1:1 | \"1\" is one parameter too many",
                "rmat:40 | scale 40; give 1..30",
                "rmat:10:p=1 | \"p=1\" is not a parameter of rmat",
                "road:10x10x10 | \"10x10x10\" should be 1 or 2 numbers",
                "road:99999999999 | \"99999999999\" should be a width or height",
                "road:0x4 | 0 x 4 crossings",
                "road-like | state is missing",
                "road-like:ny | no road network \"ny\" is known; give pa, tx or ca",
                "road-like:ca:scale=0 | a scale of 0.0",
                "latice:320 | there is no such file, and no such generator",
                "missing.txt | there is no such file"
            })
    void wrongPartIsNamedWithTheKnownForms(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(text))
                .withMessageContaining("graph \"" + text + "\": ")
                .withMessageContaining(reason)
                .withMessageContainingAll("lattice:L", "rmat:SCALE", "road:WIDTH");
    }
}
