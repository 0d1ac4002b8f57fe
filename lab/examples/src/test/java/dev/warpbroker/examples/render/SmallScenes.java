package dev.warpbroker.examples.render;

import java.util.Random;

/** Scenes for tests. */
final class SmallScenes {
    static final Camera FROM_FRONT = new Camera(new Vec(0, 0, 5), new Vec(0, 0, -1), 60);

    private SmallScenes() {}

    /** {@return all that the tracer can do, in few triangles: a glass ball before a mirror and a coloured floor} */
    static Scene glassAndMirror() {
        var scene = new Scene.Builder();
        var solids = new Solids(scene);
        int floor = scene.material(Material.matte(new Vec(0.6f, 0.4f, 0.2f)).shiny(Vec.all(0.5f), 20));
        int mirror = scene.material(Material.matte(Vec.all(0.05f)).reflecting(Vec.all(0.8f)));
        int glass = scene.material(Material.matte(Vec.all(0.02f))
                .shiny(Vec.all(0.8f), 90)
                .reflecting(Vec.all(0.05f))
                .refracting(new Vec(0.9f, 0.95f, 0.9f), 1.5f));
        int gold = scene.material(Material.matte(new Vec(0.4f, 0.3f, 0.1f))
                .shiny(Vec.all(0.7f), 30)
                .reflecting(Vec.all(0.3f)));
        solids.box(floor, Frame.at(-3, -1.2f, -3), 6, 0.2f, 6);
        solids.box(mirror, Frame.at(-2.5f, -1, -2.2f).turned(12), 4, 3, 0.2f);
        solids.ball(glass, Frame.at(0.3f, 0, 0.8f), 10);
        solids.coin(gold, Frame.at(-1.3f, -0.9f, 0.6f).tilted(40));
        solids.brilliant(glass, Frame.at(1.7f, -1, 0.4f).scaled(0.8f), 5);
        return scene.ambient(Vec.all(0.2f))
                .sky(new Sky(new Vec(0.1f, 0.1f, 0.1f), new Vec(0.2f, 0.3f, 0.5f)))
                .light(Light.spot(new Vec(3, 4, 4), new Vec(0, 0, 0), new Vec(0.9f, 0.9f, 0.8f), 15, 40))
                .light(Light.point(new Vec(-4, 3, 2), new Vec(0.2f, 0.25f, 0.3f)))
                .camera(Camera.at(new Vec(0.5f, 1.2f, 5), new Vec(0, -0.2f, 0), 50))
                .build();
    }

    /** {@return clear sheets, between which each ray becomes two, again and again, in the light of five lamps} */
    static Scene clearSheets() {
        var scene = new Scene.Builder();
        int clear = scene.material(
                Material.matte(Vec.all(0.05f)).reflecting(Vec.all(0.5f)).refracting(Vec.all(0.5f), 1.1f));
        var solids = new Solids(scene);
        for (int i = 0; i < 8; i++) {
            float z = -0.5f * i;
            solids.quad(clear, new Vec(-9, -9, z), new Vec(9, -9, z), new Vec(9, 9, z), new Vec(-9, 9, z));
        }
        for (int i = 0; i < 5; i++) {
            scene.light(Light.point(new Vec(i - 2, 3, 6), Vec.all(0.1f)));
        }
        return scene.sky(new Sky(Vec.all(0.2f), Vec.all(0.9f)))
                .camera(FROM_FRONT)
                .build();
    }

    /** {@return triangles at random, some of them large, some of them the same as others} */
    static Scene random(long seed, int triangles) {
        var random = new Random(seed);
        var scene = new Scene.Builder();
        int material = scene.material(Material.matte(Vec.all(0.5f)));
        while (scene.triangles() < triangles) {
            float size = random.nextInt(10) == 0 ? 3 : 0.3f;
            var corner = anywhere(random, 4);
            var second = corner.plus(anywhere(random, size));
            var third = corner.plus(anywhere(random, size));
            scene.triangle(material, corner, second, third);
            if (random.nextInt(8) == 0) {
                scene.triangle(material, corner, second, third);
            }
        }
        return scene.build();
    }

    static Vec anywhere(Random random, float size) {
        return new Vec(Solids.around(random), Solids.around(random), Solids.around(random)).times(size);
    }
}
