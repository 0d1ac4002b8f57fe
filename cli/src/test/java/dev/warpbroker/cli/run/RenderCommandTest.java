package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.examples.render.Scheme;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderCommandTest {
    private static final String PYRAMID = """
        # a pyramid on a square
        v -1 0 -1
        v 1 0 -1
        v 1 0 1
        v -1 0 1
        v 0 1.5 0
        f 1 2 3 4
        f 4 3 5
        f 3 2 5
        f 2 1 5
        f 1 4 5
        """;

    @TempDir
    private Path folder;

    private CommandRun render(String... options) {
        var arguments = new ArrayList<>(List.of("run", "render", "--quiet"));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--device")) {
            arguments.addAll(List.of("--device", "jvm"));
        }
        if (!arguments.contains("--out")) {
            arguments.addAll(List.of("--out", folder.resolve("out.png").toString()));
        }
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private BufferedImage picture(String name) throws IOException {
        return ImageIO.read(folder.resolve(name).toFile());
    }

    private String scene(String text) throws IOException {
        return Files.writeString(folder.resolve("scene.obj"), text).toString();
    }

    @Test
    void pictureAndWorkMapOfTheTreasure() throws IOException {
        var run = render(
                "--size",
                "40x24",
                "--camera",
                "2",
                "--samples",
                "2",
                "--work-map",
                folder.resolve("work.png").toString());
        assertThat(run.succeededQuietly())
                .contains("treasure, camera 2, 40 x 24 with 2 x 2 samples, depth 8 on jvm", "triangles  ")
                .contains("rays/s     ", "work map   ");
        var picture = picture("out.png");
        assertThat(picture.getWidth()).isEqualTo(40);
        assertThat(picture.getHeight()).isEqualTo(24);
        assertThat(picture.getRGB(20, 12) & 0xffffff).isNotZero();
        var work = picture("work.png");
        assertThat(work.getWidth()).isEqualTo(40);
        assertThat(work.getHeight()).isEqualTo(24);
    }

    @Test
    void everySchemeWritesTheSameFile() throws IOException {
        String file = scene(PYRAMID);
        var files = new ArrayList<byte[]>();
        for (var scheme : Scheme.values()) {
            render("--scene", file, "--size", "30", "--scheme", "" + scheme, "--tile", "4", "--workers", "3")
                    .succeeded();
            files.add(Files.readAllBytes(folder.resolve("out.png")));
        }
        assertThat(files).hasSize(7).allSatisfy(bytes -> assertThat(bytes).isEqualTo(files.getFirst()));
    }

    @Test
    void aCameraOfOnesOwnShowsSomethingElse() throws IOException {
        String file = scene(PYRAMID);
        render("--scene", file, "--size", "16").succeeded();
        int before = picture("out.png").getRGB(8, 8);
        var run = render("--scene", file, "--size", "16", "--camera", "0,5,0:0,1,0.1:40");
        assertThat(run.succeeded()).contains("camera at (0.0, 5.0, 0.0)");
        assertThat(picture("out.png").getRGB(8, 8)).isNotEqualTo(before);
    }

    @Test
    void whatTheReaderReplacesIsSaidOnceEvenIfQuiet() throws IOException {
        var run = render("--scene", scene(PYRAMID + "f 1 2 3 4\nusemtl gold\nf 1 2 3\nf 1 2 3\n"), "--size", "8");
        run.succeeded();
        assertThat(run.err().lines())
                .filteredOn(line -> line.contains("cut into triangles"))
                .singleElement()
                .asString()
                .startsWith("warpbroker: warning: ");
        assertThat(run.err().lines()).filteredOn(line -> line.contains("grey")).hasSize(1);
    }

    @Test
    void compressedScenes() throws IOException {
        var file = folder.resolve("scene.obj.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(PYRAMID.getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(render("--scene", file.toString(), "--size", "8").out()).contains("triangles  6");
    }

    @Test
    void aPictureTooLargeForTheMemoryIsRefusedWithTheBytes() {
        long available = Runtime.getRuntime().maxMemory();
        int side = (int) Math.min(16_000, Math.sqrt(available / 36.0) + 2);
        render("--size", side + "x" + 2 * side)
                .assertFails(
                        3,
                        "needs " + 36L * side * 2 * side + " bytes on the heap of this JVM, which has " + available,
                        "give a smaller --size",
                        "=-Xmx8g");
    }

    @Test
    void aMalformedSceneIsNamedWithItsLine() throws IOException {
        String file = scene("v 0 0 0\nv 1 0 0\nv 0 x 0\n");
        render("--scene", file).assertRefused("warpbroker: " + file + ":3: ");
        render("--scene", scene("v 0 0 0\n")).assertRefused("the file has no faces");
        render("--scene", scene("v 0 0 0\nf 1 1 7\n")).assertRefused(":2: ", "position 7; there are 1 so far");
    }

    @Test
    void anOutputThatCannotBeWrittenIsRefusedBeforeTheRender() throws IOException {
        var blocked = Files.writeString(folder.resolve("file"), "").resolve("out.png");
        // Pictures of this size take half a minute.
        render("--size", "4000", "--out", blocked.toString())
                .assertRefused("--out " + blocked + " cannot be written: there is no folder");
        render("--size", "4000", "--out", folder.toString())
                .assertRefused("--out " + folder + " cannot be written: it is a folder");
        render("--size", "4000", "--work-map", folder.toString()).assertRefused("--work-map " + folder);
        assertThat(folder.resolve("out.png")).as("left behind").doesNotExist();
        var same = folder.resolve("same.png").toString();
        render("--out", same, "--work-map", same).assertRefused("are the same file");
    }

    @Test
    void anOutputThatIsThereStaysAsItIsIfTheSceneIsBad() throws IOException {
        var out = Files.writeString(folder.resolve("out.png"), "old");
        render("--scene", scene("f 1 2\n")).assertRefused("corners");
        assertThat(out).hasContent("old");
    }

    @Test
    void smallPicturesOnTheSimulator() throws IOException {
        String file = scene(PYRAMID);
        render("--scene", file, "--size", "16").succeeded();
        byte[] onJvm = Files.readAllBytes(folder.resolve("out.png"));
        var run = render("--scene", file, "--device", "sim");
        assertThat(run.succeeded()).contains("scene.obj, camera 1, 16 x 16, depth 8 on sim");
        assertThat(Files.readAllBytes(folder.resolve("out.png"))).isEqualTo(onJvm);
    }
}
