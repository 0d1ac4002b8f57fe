package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjReaderTest {
    private static final String SQUARE = """
        # a square
        mtllib colours.mtl
        v 0 0 0
        v 1 0 0
        v 1 1 0
        v 0 1 0
        usemtl red paint
        f 1/1 2/2 3/3
        f -4//  -2// \\
          -1//
        """;

    private static final String COLOURS = """
        newmtl red paint
        Kd 0.8 0.1 0.1
        Ks 0.5
        Ns 30.4
        map_Kd brick.png
        newmtl glass
        illum 7
        d 0.25
        Ni 1.4
        """;

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    private Scene read(String name, byte[] content) throws IOException {
        Files.writeString(folder.resolve("colours.mtl"), COLOURS);
        var file = folder.resolve(name);
        Files.write(file, content);
        return ObjReader.read(file, warnings::add);
    }

    private Scene read(String text) throws IOException {
        return read("scene.obj", text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void readsPositionsFacesAndMaterials() throws IOException {
        var scene = read(SQUARE);
        assertThat(scene.triangles()).isEqualTo(2);
        assertThat(scene.corner(1, 0)).isEqualTo(new Vec(0, 0, 0));
        assertThat(scene.corner(1, 1)).isEqualTo(new Vec(1, 1, 0));
        assertThat(scene.corner(1, 2)).isEqualTo(new Vec(0, 1, 0));
        assertThat(scene.normal(0, 0)).isEqualTo(new Vec(0, 0, 1));
        assertThat(scene.materials())
                .containsExactly(Material.matte(new Vec(0.8f, 0.1f, 0.1f))
                        .shiny(Vec.all(0.5f), 30)
                        .refracting(Vec.all(0), 1.5f));
        assertThat(scene.lights()).isNotEmpty();
        assertThat(scene.cameras()).hasSize(1);
        assertThat(warnings).isEmpty();
    }

    @Test
    void gzipGivesTheSameScene() throws IOException {
        var scene = read("scene.obj.gz", gzip(SQUARE));
        assertThat(scene.triangles()).isEqualTo(2);
        assertThat(scene.materials()).hasSize(1);
    }

    @Test
    void glassIsClearAndReflectsALittle() throws IOException {
        var glass = read(SQUARE.replace("red paint", "glass")).materials().getFirst();
        assertThat(glass.refraction().x()).isEqualTo(0.75f);
        assertThat(glass.index()).isEqualTo(1.4f);
        assertThat(glass.reflection().x()).isCloseTo(1 / 36f, within(1e-6f));
    }

    @Test
    void normalsOfTheFileAreUsed() throws IOException {
        var scene = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0.6 0.8\nf 1//1 2//-1 3/7/1\n");
        assertThat(scene.normal(0, 2)).isEqualTo(new Vec(0, 0.6f, 0.8f));
    }

    @Test
    void facesThatAlmostLieInAPlaneLookRoundAndOthersHaveEdges() throws IOException {
        String roof = "v 0 0 0\nv 1 0 0\nv 0.5 HEIGHT 1\nv 0.5 HEIGHT -1\nf 1 2 3\nf 2 1 4\n";
        var flat = read(roof.replace("HEIGHT", "-0.1"));
        assertThat(flat.normal(0, 0).dot(new Vec(0, -1, 0))).isCloseTo(1, within(1e-6f));
        var steep = read(roof.replace("HEIGHT", "-1"));
        assertThat(Math.abs(steep.normal(0, 0).y())).isLessThan(0.8f);
    }

    @Test
    void polygonsAreCutIntoTrianglesAndToldOnce() throws IOException {
        var scene = read(SQUARE + "f 1 2 3 4\nf 4 3 2 1\n");
        assertThat(scene.triangles()).isEqualTo(6);
        assertThat(warnings).singleElement().asString().contains("scene.obj:11", "triangles");
    }

    @Test
    void missingMaterialsAreReplacedAndToldOnce() throws IOException {
        var scene = read(SQUARE.replace("red paint", "blue") + "usemtl green\nf 1 2 3\n");
        assertThat(scene.triangles()).isEqualTo(3);
        assertThat(warnings).singleElement().asString().contains("\"blue\"");
    }

    @Test
    void aMissingLibraryIsTold() throws IOException {
        read(SQUARE.replace("colours", "colors"));
        assertThat(warnings).hasSize(2).first().asString().contains("colors.mtl");
    }

    @Test
    void facesBeforeAnyMaterialAreGrey() throws IOException {
        read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
        assertThat(warnings).singleElement().asString().contains("usemtl");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        v 1 2          | scene.obj:11: "v" with 2 numbers; it needs 3
        v 1 2 x        | scene.obj:11: "x" is not a number
        v 1 2 NaN      | scene.obj:11: "NaN" is not a finite number
        vn 1e99 0 0    | scene.obj:11: "1e99" is not a finite number
        f 1 2          | scene.obj:11: a face of 2 corners; the least is 3
        f 1 2 5        | scene.obj:11: a face uses position 5; there are 4 so far, numbered from 1, or from -1 backwards
        f 1 2 -5       | scene.obj:11: a face uses position -5; there are 4 so far
        f 1 2 0        | scene.obj:11: a face uses position 0
        f 1//1 2//1 3//1 | scene.obj:11: a face uses normal 1; there are 0 so far, numbered from 1
        f 1 2 1.5      | scene.obj:11: "1.5" is not an integer
        f 1 2 99999999999 | scene.obj:11: "99999999999" is not an integer
        usemtl         | scene.obj:11: "usemtl" without a name
        """)
    void whatIsWrongIsToldWithItsLine(String line, String message) {
        assertThatThrownBy(() -> read(SQUARE + line + "\n"))
                .isInstanceOf(SceneFormatException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Kd 1 0         | "Kd" with 2 numbers; it needs 3
        Kd 1 0 -1      | negative component
        Ni 0           | "Ni" is 0.0; it must be positive
        d 1.5          | "d" is 1.5; it must be between 0 and 1
        Ns             | "Ns" without a number
        """)
    void whatIsWrongInALibraryIsToldWithItsLine(String line, String message) throws IOException {
        Files.writeString(folder.resolve("bad.mtl"), "newmtl a\n" + line + "\n");
        assertThatThrownBy(() -> read("mtllib bad.mtl\n"))
                .isInstanceOf(SceneFormatException.class)
                .hasMessageContaining("bad.mtl:2: ")
                .hasMessageContaining(message);
    }

    @Test
    void aFileWithoutFacesIsNoScene() {
        assertThatThrownBy(() -> read("v 0 0 0\n"))
                .isInstanceOf(SceneFormatException.class)
                .hasMessageContaining("no faces");
    }

    @Test
    void aTruncatedFileIsCalledTruncated() throws IOException {
        byte[] whole = gzip(SQUARE.repeat(200));
        for (int length : new int[] {5, whole.length / 2, whole.length - 4}) {
            assertThatThrownBy(() -> read("cut.obj.gz", Arrays.copyOf(whole, length)))
                    .isInstanceOf(SceneFormatException.class)
                    .hasMessageContaining("cut");
        }
        assertThatThrownBy(() -> read("cut.obj.gz", Arrays.copyOf(whole, whole.length / 2)))
                .hasMessageContaining("truncated");
        whole[whole.length / 2] ^= 0x55;
        assertThatThrownBy(() -> read("cut.obj.gz", whole)).isInstanceOf(IOException.class);
    }

    @Test
    void readsARealScene() throws IOException {
        var file = Path.of("../../shared/data/scenes/spaceship.obj.gz");
        assumeThat(file).as("the scene in the shared data").exists();
        var scene = ObjReader.read(file, warnings::add);
        assertThat(scene.triangles()).isEqualTo(257_480);
        assertThat(scene.materials()).hasSize(12);
        assertThat(warnings).singleElement().asString().contains("\"diffuse\"");
        assertThat(scene.middle().size().length()).isLessThan(10);
    }
}
