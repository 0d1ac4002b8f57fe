package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TreasureSceneTest {
    @Test
    void hasTheSizeLightsAndCamerasOfTable41() {
        var scene = TreasureScene.make();
        assertThat(scene.triangles()).isGreaterThanOrEqualTo(278_230);
        assertThat(scene.ambient()).isEqualTo(Vec.all(0.3f));
        assertThat(scene.lights())
                .extracting(Light::position)
                .containsExactly(new Vec(-40, 30, 40), new Vec(20, 20, -20));
        assertThat(scene.lights())
                .extracting(Light::colour)
                .containsExactly(new Vec(1, 0.9f, 0.8f), new Vec(0.6f, 0.4f, 0.2f));
        assertThat(scene.cameras())
                .containsExactly(
                        new Camera(new Vec(2, 6, 16), new Vec(-1, -0.5f, -2), 60),
                        new Camera(new Vec(14, 15, 20), new Vec(-3, -0.5f, -4), 60),
                        new Camera(new Vec(14, 20, 20), new Vec(4, -0.5f, -4), 60));
    }

    @Test
    void isAlwaysTheSame() {
        assertThat(corners(TreasureScene.anew())).isEqualTo(corners(TreasureScene.make()));
    }

    /** {@return a number that depends on all corners} */
    private static int corners(Scene scene) {
        int hash = scene.triangles();
        for (int triangle = 0; triangle < scene.triangles(); triangle++) {
            for (int corner = 0; corner < 3; corner++) {
                hash = 31 * hash + scene.corner(triangle, corner).hashCode();
            }
        }
        return hash;
    }
}
