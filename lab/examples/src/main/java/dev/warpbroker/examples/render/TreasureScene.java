package dev.warpbroker.examples.render;

import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Random;

/**
 * A king's treasury, made in code and always the same: coins and gems heaped around a chest, goblets and a crown, in a
 * hall with mirrors and a polished floor. It takes the place of the scene of a thesis on work stealing (2013), which is
 * not public, and has the lights and cameras of its table 4.1.
 */
public final class TreasureScene {
    private static final long SEED = 278_230;
    private static final int HEAP_COINS = 2_100;

    /** The cameras of table 4.1 of the thesis. */
    public static final List<Camera> CAMERAS = List.of(
            new Camera(new Vec(2, 6, 16), new Vec(-1, -0.5f, -2), 60),
            new Camera(new Vec(14, 15, 20), new Vec(-3, -0.5f, -4), 60),
            new Camera(new Vec(14, 20, 20), new Vec(4, -0.5f, -4), 60));

    /** The last one, while there is memory for it: a demo needs the treasury several times. */
    private static SoftReference<Scene> last = new SoftReference<>(null);

    private final Scene.Builder scene = new Scene.Builder();
    private final Solids solids = new Solids(scene);
    private final Random random = new Random(SEED);

    private final int[] gold = {
        metal(0.34f, 0.19f, 0.03f, 0.60f, 0.41f, 0.12f),
        metal(0.42f, 0.26f, 0.06f, 0.56f, 0.41f, 0.15f),
        metal(0.26f, 0.13f, 0.02f, 0.56f, 0.35f, 0.08f)
    };
    /** What is below the coins, where little light comes. */
    private final int depths = scene.material(Material.matte(new Vec(0.09f, 0.045f, 0.008f)));

    private final int silver = metal(0.34f, 0.35f, 0.37f, 0.48f, 0.49f, 0.51f);
    private final int mirror = scene.material(
            Material.matte(Vec.all(0.01f)).shiny(Vec.all(0.6f), 200).reflecting(new Vec(0.86f, 0.88f, 0.88f)));
    private final int[] gems = {
        gem(0.98f, 0.16f, 0.20f, 1.76f),
        gem(0.16f, 0.92f, 0.42f, 1.58f),
        gem(0.20f, 0.36f, 0.99f, 1.77f),
        gem(0.97f, 0.97f, 0.99f, 2.2f),
        gem(0.72f, 0.28f, 0.95f, 1.55f),
        gem(0.99f, 0.72f, 0.16f, 1.6f)
    };
    private final int glass = gem(0.96f, 0.98f, 0.98f, 1.5f);
    private final int pearl = scene.material(Material.matte(new Vec(0.62f, 0.58f, 0.53f))
            .shiny(Vec.all(0.5f), 50)
            .reflecting(Vec.all(0.10f)));
    private final int wood =
            scene.material(Material.matte(new Vec(0.26f, 0.10f, 0.035f)).shiny(Vec.all(0.12f), 25));
    private final int darkWood =
            scene.material(Material.matte(new Vec(0.15f, 0.06f, 0.022f)).shiny(Vec.all(0.10f), 25));
    private final int velvet = scene.material(Material.matte(new Vec(0.30f, 0.012f, 0.03f)));

    private TreasureScene() {}

    /** {@return the treasury} */
    public static synchronized Scene make() {
        var scene = last.get();
        if (scene == null) {
            scene = anew();
            last = new SoftReference<>(scene);
        }
        return scene;
    }

    static Scene anew() {
        var treasure = new TreasureScene();
        treasure.hall();
        treasure.heap();
        treasure.chest();
        treasure.precious();
        treasure.table41();
        return treasure.scene.build();
    }

    private int metal(float r, float g, float b, float mirrorR, float mirrorG, float mirrorB) {
        return scene.material(Material.matte(new Vec(r, g, b))
                .shiny(new Vec(mirrorR, mirrorG, mirrorB).times(2.2f), 22)
                .reflecting(new Vec(mirrorR, mirrorG, mirrorB)));
    }

    private int gem(float r, float g, float b, float index) {
        float normal = (index - 1) / (index + 1);
        return scene.material(Material.matte(new Vec(r, g, b).times(0.03f))
                .shiny(Vec.all(0.9f), 160)
                .reflecting(Vec.all(normal * normal))
                .refracting(new Vec(r, g, b), index));
    }

    /** Lights and cameras of table 4.1; the lights shine on the chest. */
    private void table41() {
        var chest = new Vec(-4, 2, 0);
        scene.ambient(Vec.all(0.3f))
                .sky(new Sky(new Vec(0.02f, 0.015f, 0.01f), new Vec(0.05f, 0.05f, 0.07f)))
                .light(Light.spot(new Vec(-40, 30, 40), chest, new Vec(1, 0.9f, 0.8f), 30, 66))
                .light(Light.spot(new Vec(20, 20, -20), chest, new Vec(0.6f, 0.4f, 0.2f), 45, 88));
        CAMERAS.forEach(scene::camera);
    }

    // ---- the hall ----

    private static final float EAST = 44;
    private static final float SOUTH = 44;
    private static final float NORTH = -30;
    private static final float HEIGHT = 34;

    private void hall() {
        int[] marble = {
            scene.material(Material.matte(new Vec(0.42f, 0.36f, 0.29f))
                    .shiny(Vec.all(0.3f), 60)
                    .reflecting(Vec.all(0.12f))),
            scene.material(Material.matte(new Vec(0.05f, 0.045f, 0.045f))
                    .shiny(Vec.all(0.3f), 60)
                    .reflecting(Vec.all(0.14f)))
        };
        float slab = 4;
        for (int i = 0; i * slab < 2 * EAST; i++) {
            for (int j = 0; j * slab < SOUTH - NORTH; j++) {
                float x = -EAST + i * slab;
                float z = NORTH + j * slab;
                solids.quad(
                        marble[(i + j) % 2],
                        new Vec(x, 0, z),
                        new Vec(x, 0, z + slab),
                        new Vec(x + slab, 0, z + slab),
                        new Vec(x + slab, 0, z));
            }
        }
        int[] stone = new int[4];
        for (int i = 0; i < stone.length; i++) {
            float grey = 0.24f + 0.04f * i;
            stone[i] = scene.material(Material.matte(new Vec(grey * 1.05f, grey * 0.92f, grey * 0.78f)));
        }
        int mortar = scene.material(Material.matte(new Vec(0.05f, 0.045f, 0.04f)));
        float width = 2 * EAST;
        wall(stone, mortar, Frame.at(-EAST, 0, NORTH), width);
        wall(stone, mortar, Frame.at(EAST, 0, SOUTH).turned(180), width);
        wall(stone, mortar, Frame.at(EAST, 0, NORTH).turned(-90), SOUTH - NORTH);
        wall(stone, mortar, Frame.at(-EAST, 0, SOUTH).turned(90), SOUTH - NORTH);
        ceiling();
        for (int i = -2; i <= 2; i++) {
            if (i != 0) {
                column(i * 14f, NORTH + 5);
            }
        }
        for (float z = -10; z < SOUTH; z += 16) {
            column(-EAST + 6, z);
            column(EAST - 6, z);
        }
        framedMirror(Frame.at(-7, 3, NORTH + 0.9f), 14, 17);
        framedMirror(Frame.at(-27, 4, NORTH + 0.9f), 10, 12);
        framedMirror(Frame.at(17, 4, NORTH + 0.9f), 10, 12);
        framedMirror(Frame.at(-EAST + 0.9f, 4, 6).turned(90), 12, 12);
        framedMirror(Frame.at(EAST - 0.9f, 4, -6).turned(-90), 12, 12);
    }

    /** A wall of blocks along x, whose front is towards z. */
    private void wall(int[] stone, int mortar, Frame frame, float width) {
        solids.quad(
                mortar,
                frame.point(0, 0, 0),
                frame.point(width, 0, 0),
                frame.point(width, HEIGHT, 0),
                frame.point(0, HEIGHT, 0));
        float length = 5;
        float rise = 2.125f;
        float gap = 0.07f;
        for (int row = 0; row * rise < HEIGHT; row++) {
            for (float x = row % 2 == 0 ? 0 : -length / 2; x < width; x += length) {
                float from = Math.max(0, x);
                float to = Math.min(width, x + length);
                block(
                        stone[random.nextInt(stone.length)],
                        frame.moved(from + gap, row * rise + gap, 0),
                        to - from - 2 * gap,
                        rise - 2 * gap,
                        0.3f + 0.12f * random.nextFloat());
            }
        }
    }

    /** A stone with slanted edges. */
    private void block(int material, Frame frame, float width, float height, float depth) {
        float slant = 0.15f;
        Vec[] back = {
            frame.point(0, 0, 0), frame.point(width, 0, 0), frame.point(width, height, 0), frame.point(0, height, 0)
        };
        Vec[] front = {
            frame.point(slant, slant, depth),
            frame.point(width - slant, slant, depth),
            frame.point(width - slant, height - slant, depth),
            frame.point(slant, height - slant, depth)
        };
        solids.quad(material, front[0], front[1], front[2], front[3]);
        for (int i = 0; i < 4; i++) {
            int next = (i + 1) % 4;
            solids.quad(material, back[i], back[next], front[next], front[i]);
        }
    }

    private void ceiling() {
        for (float x = -EAST; x < EAST; x += 4) {
            for (float z = NORTH; z < SOUTH; z += 4) {
                solids.quad(
                        darkWood,
                        new Vec(x, HEIGHT, z),
                        new Vec(x + 4, HEIGHT, z),
                        new Vec(x + 4, HEIGHT, z + 4),
                        new Vec(x, HEIGHT, z + 4));
            }
            solids.box(wood, Frame.at(x + 1.5f, HEIGHT - 1.2f, NORTH), 1, 1.2f, SOUTH - NORTH);
        }
    }

    private void column(float x, float z) {
        int stone = scene.material(Material.matte(new Vec(0.46f, 0.42f, 0.36f)).shiny(Vec.all(0.15f), 30));
        var frame = Frame.at(x, 0, z);
        solids.lathe(stone, frame, 8, false, 2.6f, 0, 2.6f, 1, 2.1f, 1.4f);
        solids.lathe(gold[0], frame, 32, true, 1.7f, 1.4f, 2.1f, 1.6f, 2.2f, 1.9f, 2.1f, 2.2f, 1.6f, 2.4f);
        solids.lathe(stone, frame, 32, true, 1.6f, 2.4f, 1.62f, 9, 1.6f, 16, 1.5f, 23, 1.35f, 29);
        solids.lathe(gold[0], frame, 32, true, 1.35f, 29, 1.8f, 29.3f, 1.9f, 29.6f, 1.8f, 29.9f, 1.4f, 30.1f);
        solids.lathe(stone, frame, 8, false, 1.6f, 30.1f, 2.8f, 32.2f, 2.8f, HEIGHT);
    }

    private void framedMirror(Frame frame, float width, float height) {
        solids.quad(
                mirror,
                frame.point(0, 0, 0),
                frame.point(width, 0, 0),
                frame.point(width, height, 0),
                frame.point(0, height, 0));
        float rim = 0.6f;
        solids.box(gold[1], frame.moved(-rim, -rim, -0.4f), width + 2 * rim, rim, 0.8f);
        solids.box(gold[1], frame.moved(-rim, height, -0.4f), width + 2 * rim, rim, 0.8f);
        solids.box(gold[1], frame.moved(-rim, 0, -0.4f), rim, height, 0.8f);
        solids.box(gold[1], frame.moved(width, 0, -0.4f), rim, height, 0.8f);
        for (int i = 0; i < 4; i++) {
            var corner =
                    frame.moved(i % 2 == 0 ? -rim / 2 : width + rim / 2, i < 2 ? -rim / 2 : height + rim / 2, 0.2f);
            solids.ball(gold[2], corner.scaled(0.62f), 16);
        }
    }

    // ---- the treasure ----

    private static float bump(float x, float z, float atX, float atZ, float radius, float height) {
        float square = ((x - atX) * (x - atX) + (z - atZ) * (z - atZ)) / (radius * radius);
        return height * (float) StrictMath.exp(-square);
    }

    /** The height of the heap. */
    private static float heap(float x, float z) {
        float sum = bump(x, z, -5, -2, 7, 3.4f)
                + bump(x, z, -11, -5, 5, 3.0f)
                + bump(x, z, 1, -6, 5, 3.2f)
                + bump(x, z, -5, -9, 6, 2.4f)
                + bump(x, z, 2.5f, 1, 3, 1.0f)
                + bump(x, z, -12, 2, 3.2f, 1.1f);
        return Math.max(0, sum - 0.45f);
    }

    private static Vec heapNormal(float x, float z) {
        float step = 0.05f;
        return new Vec(heap(x - step, z) - heap(x + step, z), 2 * step, heap(x, z - step) - heap(x, z + step))
                .normalized();
    }

    private void heap() {
        float cell = 0.5f;
        for (int i = 0; i < 64; i++) {
            for (int j = 0; j < 64; j++) {
                Vec[] p = new Vec[4];
                Vec[] n = new Vec[4];
                for (int k = 0; k < 4; k++) {
                    float x = -21 + (i + (k == 1 || k == 2 ? 1 : 0)) * cell;
                    float z = -19 + (j + (k >= 2 ? 1 : 0)) * cell;
                    p[k] = new Vec(x, heap(x, z) - 0.02f, z);
                    n[k] = heapNormal(x, z);
                }
                if (Math.max(Math.max(p[0].y(), p[1].y()), Math.max(p[2].y(), p[3].y())) > 0) {
                    scene.triangle(depths, p[0], p[2], p[1], n[0], n[2], n[1]);
                    scene.triangle(depths, p[0], p[3], p[2], n[0], n[3], n[2]);
                }
            }
        }
        int placed = 0;
        while (placed < HEAP_COINS) {
            float x = -5 + 13.5f * Solids.around(random);
            float z = -3 + 11 * Solids.around(random);
            float height = heap(x, z);
            float radius = 0.5f + 0.12f * random.nextFloat();
            boolean onFloor = height < 0.02f;
            if (onFloor && random.nextInt(9) > 0) {
                continue;
            }
            var wobble = new Vec(Solids.around(random), 0, Solids.around(random))
                    .times(onFloor ? 0 : random.nextInt(12) == 0 ? 0.9f : 0.3f);
            var up = heapNormal(x, z).plus(wobble).normalized();
            var frame = Frame.at(x, height + (onFloor ? 0 : 0.3f * random.nextFloat()), z)
                    .standingOn(up)
                    .turned(72 * random.nextFloat());
            solids.coin(random.nextInt(14) == 0 ? silver : gold[random.nextInt(gold.length)], frame.scaled(radius));
            placed++;
        }
        stack(4.5f, 4.5f, 14);
        stack(5.6f, 3.8f, 9);
        stack(4.2f, 3.2f, 6);
        stack(-12.5f, 6, 11);
        stack(-13.6f, 5.4f, 17);
        stack(-1.2f, 7.4f, 5);
    }

    private void stack(float x, float z, int coins) {
        for (int i = 0; i < coins; i++) {
            var frame = Frame.at(x + 0.05f * Solids.around(random), i * 0.111f, z + 0.05f * Solids.around(random));
            solids.coin(
                    gold[i % gold.length], frame.turned(90 * random.nextFloat()).scaled(0.55f));
        }
    }

    private void chest() {
        float width = 5.2f;
        float depth = 3.2f;
        float height = 2.4f;
        var frame = Frame.at(-7.4f, 2.15f, -0.3f).turned(14).tilted(6);
        float wall = 0.22f;
        solids.box(wood, frame, width, wall, depth);
        solids.box(wood, frame.moved(0, 0, depth - wall), width, height, wall);
        solids.box(wood, frame, width, height, wall);
        solids.box(wood, frame, wall, height, depth);
        solids.box(wood, frame.moved(width - wall, 0, 0), wall, height, depth);
        for (int i = 1; i < 4; i++) {
            solids.box(darkWood, frame.moved(0.05f, i * height / 4 - 0.03f, depth - 0.02f), width - 0.1f, 0.05f, 0.05f);
        }
        float band = 0.42f;
        for (float x : new float[] {0.35f, width / 2 - band / 2, width - 0.35f - band}) {
            solids.box(gold[0], frame.moved(x, -0.05f, depth - 0.05f), band, height + 0.1f, 0.14f);
            solids.box(gold[0], frame.moved(x, -0.05f, -0.09f), band, height + 0.1f, 0.14f);
            for (int i = 0; i < 4; i++) {
                solids.ball(
                        gold[1],
                        frame.moved(x + band / 2, 0.3f + i * 0.6f, depth + 0.08f)
                                .scaled(0.09f),
                        10);
            }
        }
        solids.box(gold[0], frame.moved(-0.06f, height - 0.25f, depth - 0.1f), width + 0.12f, 0.3f, 0.18f);
        solids.box(gold[0], frame.moved(-0.06f, height - 0.25f, -0.08f), 0.18f, 0.3f, depth + 0.1f);
        solids.box(gold[0], frame.moved(width - 0.12f, height - 0.25f, -0.08f), 0.18f, 0.3f, depth + 0.1f);
        solids.box(gold[1], frame.moved(width / 2 - 0.45f, height - 0.95f, depth + 0.06f), 0.9f, 0.8f, 0.14f);
        solids.ball(
                gems[0], frame.moved(width / 2, height - 0.5f, depth + 0.26f).scaled(0.2f), 16);
        lid(frame, width, depth, height);
        for (int i = 0; i < 170; i++) {
            float x = wall + 0.45f + (width - 2 * wall - 0.9f) * random.nextFloat();
            float z = wall + 0.45f + (depth - 2 * wall - 0.9f) * random.nextFloat();
            float y = height
                    - 0.45f
                    + 0.75f * random.nextFloat() * (1 - Math.abs(2 * x / width - 1))
                    + 0.12f * random.nextFloat();
            var up = new Vec(0.5f * Solids.around(random), 1, 0.5f * Solids.around(random)).normalized();
            var coin = frame.moved(x, y, z).standingOn(up);
            solids.coin(gold[random.nextInt(gold.length)], coin.scaled(0.42f + 0.1f * random.nextFloat()));
        }
        for (int i = 0; i < 9; i++) {
            float x = 0.8f + (width - 1.6f) * random.nextFloat();
            float z = 0.8f + (depth - 1.4f) * random.nextFloat();
            var up = new Vec(0.6f * Solids.around(random), 1, 0.6f * Solids.around(random)).normalized();
            var stone = frame.moved(x, height + 0.25f, z).standingOn(up);
            solids.brilliant(gems[i % gems.length], stone.scaled(0.3f + 0.22f * random.nextFloat()), 8);
        }
    }

    /** Half a barrel, open towards the front, hinged at the back. */
    private void lid(Frame chest, float width, float depth, float height) {
        float radius = depth / 2;
        // Along the chest's x axis: the wheel's y axis is the chest's x axis.
        var hinge = chest.moved(0, height + 0.05f, 0);
        var open = hinge.tilted(-112);
        var centre = open.moved(0, 0, radius);
        var wheel = new Frame(centre.origin(), centre.z().times(-1), centre.x(), centre.y());
        solids.turn(wood, wheel, 16, 180, false, radius, 0, radius, width);
        solids.turn(velvet, wheel, 16, 180, false, radius - 0.2f, width - 0.1f, radius - 0.2f, 0.1f);
        solids.turn(gold[1], wheel, 16, 180, false, radius - 0.2f, 0.1f, radius - 0.2f, 0, radius, 0);
        solids.turn(gold[1], wheel, 16, 180, false, radius, width, radius - 0.2f, width, radius - 0.2f, width - 0.1f);
        for (float x : new float[] {0.35f, width / 2 - 0.21f, width - 0.77f}) {
            solids.turn(
                    gold[0],
                    wheel,
                    16,
                    180,
                    false,
                    radius,
                    x,
                    radius + 0.09f,
                    x,
                    radius + 0.09f,
                    x + 0.42f,
                    radius,
                    x + 0.42f);
        }
    }

    private void precious() {
        gemOnHeap(-1.6f, 3.4f, 1.15f, 0);
        gemOnHeap(-9.6f, 5.0f, 1.0f, 1);
        gemOnHeap(1.8f, 2.6f, 0.95f, 2);
        gemOnHeap(-5.2f, 5.6f, 1.05f, 3);
        gemOnHeap(-12.2f, 1.0f, 0.9f, 4);
        gemOnHeap(0.6f, 6.0f, 0.7f, 5);
        for (int i = 0; i < 90; i++) {
            float x = -5 + 10 * Solids.around(random);
            float z = -2 + 8 * Solids.around(random);
            gemOnHeap(x, z, 0.22f + 0.3f * random.nextFloat() * random.nextFloat(), random.nextInt(gems.length));
        }
        goblet(2.7f, 5.2f, 1.0f);
        goblet(-10.8f, 3.2f, 0.95f);
        goblet(4.5f, -2, 1.2f);
        crown(Frame.at(-0.9f, heap(-0.9f, -2.2f) + 0.45f, -2.2f).turned(20).tilted(12), 1.35f);
        var orb = Frame.at(-14.6f, 0, 0.4f);
        solids.lathe(
                gold[0], orb, 32, true, 1.2f, 0, 1.2f, 0.2f, 0.6f, 0.5f, 0.4f, 1.2f, 0.5f, 2.2f, 0.9f, 2.6f, 1.1f,
                2.9f);
        solids.ball(glass, orb.moved(0, 4.35f, 0).scaled(1.55f), 64);
        var pearls = Frame.at(0, 0, 0);
        for (int i = 0; i < 38; i++) {
            float along = i / 37f;
            float x = -3.9f + 5.2f * along;
            float z = 4.4f + 0.8f * (float) StrictMath.sin(7 * along) + 1.6f * along;
            solids.ball(pearl, pearls.moved(x, heap(x, z) + 0.5f, z).scaled(0.13f), 16);
        }
        chandelier();
    }

    private void gemOnHeap(float x, float z, float size, int kind) {
        var lean = new Vec(0.7f * Solids.around(random), 1, 0.5f + 0.4f * Solids.around(random)).normalized();
        var frame = Frame.at(x, heap(x, z) + 0.2f, z).standingOn(lean).turned(360 * random.nextFloat());
        solids.brilliant(gems[kind], frame.scaled(size), size > 0.6f ? 12 : 8);
    }

    private void goblet(float x, float z, float size) {
        var frame = Frame.at(x, heap(x, z), z).scaled(size);
        solids.lathe(
                gold[1], frame, 40, true, 0, 0, 0.75f, 0.02f, 0.75f, 0.1f, 0.3f, 0.22f, 0.13f, 0.5f, 0.13f, 0.8f, 0.28f,
                0.95f, 0.13f, 1.1f, 0.2f, 1.3f, 0.55f, 1.5f, 0.72f, 1.9f, 0.74f, 2.4f, 0.7f, 2.4f, 0.68f, 1.9f, 0.5f,
                1.6f, 0, 1.5f);
        for (int i = 0; i < 8; i++) {
            double angle = StrictMath.PI * i / 4;
            var place =
                    frame.moved(0.73f * (float) StrictMath.cos(angle), 2.05f, 0.73f * (float) StrictMath.sin(angle));
            solids.ball(gems[i % 3], place.scaled(0.1f), 12);
        }
    }

    private void crown(Frame frame, float size) {
        var base = frame.scaled(size);
        solids.lathe(
                gold[1], base, 48, false, 0.97f, 0.32f, 0.97f, 0, 1, -0.03f, 1.06f, 0, 1.06f, 0.08f, 1.02f, 0.1f, 1.02f,
                0.26f, 1.06f, 0.28f, 1.06f, 0.34f, 0.97f, 0.34f);
        int points = 8;
        for (int i = 0; i < points; i++) {
            double angle = 2 * StrictMath.PI * i / points;
            float c = (float) StrictMath.cos(angle);
            float s = (float) StrictMath.sin(angle);
            double half = StrictMath.PI / points * 0.9;
            Vec tip = base.point(1.16f * c, 1.0f, 1.16f * s);
            Vec[] foot = new Vec[4];
            for (int k = 0; k < 4; k++) {
                double a = angle + (k == 0 || k == 3 ? -half : half);
                float r = k < 2 ? 1.04f : 0.98f;
                foot[k] = base.point(r * (float) StrictMath.cos(a), 0.33f, r * (float) StrictMath.sin(a));
            }
            for (int k = 0; k < 4; k++) {
                scene.triangle(gold[0], foot[k], tip, foot[(k + 1) % 4]);
            }
            solids.ball(pearl, new Frame(tip, base.x(), base.y(), base.z()).scaled(0.085f), 16);
            solids.ball(gems[i % 4], base.moved(1.03f * c, 0.18f, 1.03f * s).scaled(0.09f), 16);
        }
        solids.ball(velvet, base.moved(0, 0.2f, 0).scaled(0.92f), 24);
    }

    /** Gems that hang from a ring under the ceiling. */
    private void chandelier() {
        var frame = Frame.at(-3, 21, -6);
        solids.lathe(
                gold[0], frame, 48, true, 4.9f, 0, 5.1f, 0.1f, 5.1f, 0.3f, 4.9f, 0.4f, 4.7f, 0.3f, 4.7f, 0.1f, 4.9f, 0);
        for (int i = 0; i < 24; i++) {
            double angle = StrictMath.PI * i / 12;
            float x = 4.9f * (float) StrictMath.cos(angle);
            float z = 4.9f * (float) StrictMath.sin(angle);
            solids.brilliant(gems[i % gems.length], frame.moved(x, -1.0f, z).scaled(0.6f), 8);
        }
        for (int i = 0; i < 4; i++) {
            double angle = StrictMath.PI * i / 2;
            var place = frame.moved(4.9f * (float) StrictMath.cos(angle), 0.3f, 4.9f * (float) StrictMath.sin(angle));
            solids.lathe(gold[2], place, 8, true, 0.06f, 0, 0.06f, 12.5f);
        }
        solids.brilliant(gems[3], frame.moved(0, -3.2f, 0).scaled(1.5f), 12);
        solids.lathe(gold[2], frame, 8, true, 0.05f, -1.35f, 0.05f, 13);
    }
}
