package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.Device;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of pictures before people see them: brightness and soft light. */
class PicturesTest {
    private static Image grey(int... levels) {
        return new Image(
                levels.length,
                1,
                Arrays.stream(levels).map(level -> level * 0x10101).toArray());
    }

    private static int[] levels(Image image) {
        return IntStream.range(0, image.width())
                .map(column -> image.pixel(column, 0) & 0xff)
                .toArray();
    }

    @Test
    void aDarkPictureBecomesBrighterAndItsOrderStays() {
        int[] toned = levels(ToneMapping.photographic(grey(0, 5, 10, 20, 40, 80)));
        assertThat(toned).isSorted().startsWith(0);
        assertThat(toned[3]).isGreaterThan(60);
        assertThat(toned[5]).isLessThanOrEqualTo(255);
    }

    @Test
    void whatIsBrightIsNotCutOff() {
        assertThat(levels(ToneMapping.photographic(grey(20, 20, 20, 20, 200, 225, 250))))
                .isSorted()
                .endsWith(255)
                .satisfies(levels -> assertThat(levels[4]).isLessThan(levels[5]));
    }

    @Test
    void aBlackPictureStaysBlack() {
        assertThat(levels(ToneMapping.photographic(grey(0, 0)))).containsOnly(0);
    }

    /** A floor, above it a plate, and a light above that: the plate has a shadow. */
    private static Scene plate() {
        var scene = new Scene.Builder();
        int white = scene.material(Material.matte(Vec.all(0.8f)));
        var solids = new Solids(scene);
        solids.quad(white, new Vec(-9, 0, -9), new Vec(-9, 0, 9), new Vec(9, 0, 9), new Vec(9, 0, -9));
        solids.box(white, Frame.at(-1, 2, -1), 2, 0.1f, 2);
        return scene.ambient(Vec.all(0.1f))
                .light(Light.point(new Vec(4, 9, 0), Vec.all(0.9f)))
                .camera(new Camera(new Vec(0, 8, 0.1f), new Vec(0, -1, 0), 90))
                .build();
    }

    @Test
    void softLightMakesEdgesOfShadowsSoftAndLeavesTheLightsWhereTheyWere() {
        var options = RenderOptions.of(64, 64);
        try (var device = Device.jvm();
                var scene = new DeviceScene(device, plate())) {
            var camera = scene.scene().cameras().getFirst();
            var sharp = Renderer.render(scene, camera, options).image();
            var soft = SoftLight.render(scene, camera, options, 8, _ -> {}).image();
            assertThat(colours(soft)).isGreaterThan(colours(sharp) + 3);
            assertThat(SoftLight.render(scene, camera, options, 8, _ -> {}).image())
                    .isEqualTo(soft);
            assertThat(Renderer.render(scene, camera, options).image()).isEqualTo(sharp);
            assertThat(SoftLight.render(scene, camera, options, 1, _ -> {}).image())
                    .isEqualTo(sharp);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SoftLight.render(scene, camera, options, 0, _ -> {}))
                    .withMessageContaining("0 pictures");
        }
    }

    private static long colours(Image image) {
        return IntStream.range(0, image.width() * image.height())
                .map(i -> image.pixel(i % image.width(), i / image.width()))
                .distinct()
                .count();
    }
}
