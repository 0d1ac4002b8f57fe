package dev.warpbroker.examples.render;

import java.io.Serializable;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a picture is made of: triangles with normals and materials, lights, and cameras to choose from. A scene does not
 * change; {@link Builder} makes one.
 */
public final class Scene implements Serializable {
    private static final long serialVersionUID = 1;

    /** The most lights, so that a pixel's shadow rays can be counted in 16 bits. */
    public static final int MAX_LIGHTS = 100;

    /** Numbers for a triangle in {@link #positions} and {@link #normals}. */
    private static final int NUMBERS = 9;

    /** Of the largest coordinate: see {@link #margin}. */
    private static final float MARGIN = 2e-6f;

    /** One in so many triangles is not counted, on each side, to find the middle of a scene. */
    private static final int OUTERMOST = 1_000;

    private final float[] positions;
    private final float[] normals;
    private final int[] materialOf;

    @SuppressWarnings("serial") // List.copyOf gives lists that are
    private final List<Material> materials;

    @SuppressWarnings("serial") // List.copyOf gives lists that are
    private final List<Light> lights;

    @SuppressWarnings("serial") // List.copyOf gives lists that are
    private final List<Camera> cameras;

    private final Vec ambient;
    private final Sky sky;
    private final Box box;

    /** The trees that were made, while there is memory for them: several pictures of a scene need the same. */
    private transient @Nullable Map<Accelerator, SoftReference<SearchTree>> trees;

    private Scene(Builder builder) {
        positions = Arrays.copyOf(builder.positions, builder.count * NUMBERS);
        normals = Arrays.copyOf(builder.normals, builder.count * NUMBERS);
        materialOf = Arrays.copyOf(builder.materialOf, builder.count);
        materials = List.copyOf(builder.materials);
        lights = List.copyOf(builder.lights);
        box = enclosing(positions);
        cameras = builder.cameras.isEmpty() ? List.of(Camera.overview(middle())) : List.copyOf(builder.cameras);
        ambient = builder.ambient;
        sky = builder.sky;
    }

    /** {@return a box around most triangles, so that a wide floor or a far background does not count} */
    Box middle() {
        float[] low = new float[3];
        float[] high = new float[3];
        int outside = triangles() / OUTERMOST;
        for (int axis = 0; axis < 3; axis++) {
            float[] lows = new float[triangles()];
            float[] highs = new float[triangles()];
            for (int i = 0; i < lows.length; i++) {
                lows[i] = low(i, axis);
                highs[i] = high(i, axis);
            }
            Arrays.parallelSort(lows);
            Arrays.parallelSort(highs);
            low[axis] = lows[outside];
            high[axis] = highs[highs.length - 1 - outside];
        }
        return new Box(new Vec(low[0], low[1], low[2]), new Vec(high[0], high[1], high[2]));
    }

    private static Box enclosing(float[] positions) {
        float[] low = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
        float[] high = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
        for (int i = 0; i < positions.length; i++) {
            low[i % 3] = Math.min(low[i % 3], positions[i]);
            high[i % 3] = Math.max(high[i % 3], positions[i]);
        }
        return new Box(new Vec(low[0], low[1], low[2]), new Vec(high[0], high[1], high[2]));
    }

    /** {@return the tree over the triangles} It is made when it is first asked for. */
    synchronized SearchTree tree(Accelerator accelerator) {
        var made = trees;
        if (made == null) {
            made = new EnumMap<>(Accelerator.class);
            trees = made;
        }
        var kept = made.get(accelerator);
        var tree = kept == null ? null : kept.get();
        if (tree == null) {
            tree = accelerator.tree(this);
            made.put(accelerator, new SoftReference<>(tree));
        }
        return tree;
    }

    /** {@return the number of triangles} */
    public int triangles() {
        return materialOf.length;
    }

    /** {@return corner 0, 1 or 2 of a triangle} */
    public Vec corner(int triangle, int corner) {
        return read(positions, triangle, corner);
    }

    /** {@return the normal at corner 0, 1 or 2 of a triangle} */
    public Vec normal(int triangle, int corner) {
        return read(normals, triangle, corner);
    }

    private static Vec read(float[] numbers, int triangle, int corner) {
        int at = triangle * NUMBERS + 3 * corner;
        return new Vec(numbers[at], numbers[at + 1], numbers[at + 2]);
    }

    /** {@return which of the {@link #materials} a triangle has} */
    public int material(int triangle) {
        return materialOf[triangle];
    }

    public List<Material> materials() {
        return materials;
    }

    public List<Light> lights() {
        return lights;
    }

    /** {@return the cameras, at least one} */
    public List<Camera> cameras() {
        return cameras;
    }

    /** {@return the light that is everywhere} */
    public Vec ambient() {
        return ambient;
    }

    public Sky sky() {
        return sky;
    }

    /** {@return the smallest box around all triangles} */
    public Box box() {
        return box;
    }

    /** {@return the least coordinate of a triangle's corners along an axis} */
    float low(int triangle, int axis) {
        int at = triangle * NUMBERS + axis;
        return Math.min(positions[at], Math.min(positions[at + 3], positions[at + 6]));
    }

    /** {@return the largest coordinate of a triangle's corners along an axis} */
    float high(int triangle, int axis) {
        int at = triangle * NUMBERS + axis;
        return Math.max(positions[at], Math.max(positions[at + 3], positions[at + 6]));
    }

    /** {@return how much boxes of triangles are to be widened, because rays meet their planes with rounding errors} */
    float margin() {
        float largest = 0;
        for (var corner : List.of(box.low(), box.high())) {
            var absolute = new Vec(Math.abs(corner.x()), Math.abs(corner.y()), Math.abs(corner.z()));
            largest = Math.max(largest, absolute.largest());
        }
        return MARGIN * largest;
    }

    /** {@return this scene with other lights and another sky} */
    public Scene withSurroundings(Vec ambientLight, Sky otherSky, List<Light> others) {
        var builder = new Builder();
        builder.positions = positions;
        builder.normals = normals;
        builder.materialOf = materialOf;
        builder.count = triangles();
        builder.materials.addAll(materials);
        builder.cameras.addAll(cameras);
        builder.sky(otherSky).ambient(ambientLight);
        others.forEach(builder::light);
        return builder.build();
    }

    @Override
    public String toString() {
        return "Scene of " + triangles() + " triangles, " + materials.size() + " materials and " + lights.size()
                + " lights";
    }

    /** A scene in the making. */
    public static final class Builder {
        private float[] positions = new float[1024 * NUMBERS];
        private float[] normals = new float[1024 * NUMBERS];
        private int[] materialOf = new int[1024];
        private int count;
        private final List<Material> materials = new ArrayList<>();
        private final List<Light> lights = new ArrayList<>();
        private final List<Camera> cameras = new ArrayList<>();
        private Vec ambient = Vec.all(0);
        private Sky sky = Sky.BLACK;

        /** Begins with nothing. */
        public Builder() {}

        /** {@return the number of a new material, to be used with triangles} */
        public int material(Material material) {
            materials.add(material);
            return materials.size() - 1;
        }

        /** Adds a flat triangle; seen from its front, its corners are in counter-clockwise order. */
        public Builder triangle(int material, Vec a, Vec b, Vec c) {
            var normal = flatNormal(a, b, c);
            return triangle(material, a, b, c, normal, normal, normal);
        }

        /** Adds a triangle whose normal changes from corner to corner, as if it were round. */
        public Builder triangle(int material, Vec a, Vec b, Vec c, Vec normalA, Vec normalB, Vec normalC) {
            if (material < 0 || material >= materials.size()) {
                throw new IllegalArgumentException(
                        "material " + material + " of a triangle; there are " + materials.size() + " materials");
            }
            if (!a.isFinite() || !b.isFinite() || !c.isFinite()) {
                throw new IllegalArgumentException("triangle " + a + ", " + b + ", " + c + " is not finite");
            }
            if (count == materialOf.length) {
                grow();
            }
            write(positions, a, b, c);
            write(normals, normalA, normalB, normalC);
            materialOf[count++] = material;
            return this;
        }

        private static Vec flatNormal(Vec a, Vec b, Vec c) {
            var normal = b.minus(a).cross(c.minus(a));
            return normal.length() > 0 ? normal.normalized() : new Vec(0, 1, 0);
        }

        private void grow() {
            int larger = Math.min(2 * count, Integer.MAX_VALUE / (2 * NUMBERS));
            if (larger <= count) {
                throw new IllegalArgumentException("more than " + count + " triangles; split the scene");
            }
            positions = Arrays.copyOf(positions, larger * NUMBERS);
            normals = Arrays.copyOf(normals, larger * NUMBERS);
            materialOf = Arrays.copyOf(materialOf, larger);
        }

        private void write(float[] numbers, Vec a, Vec b, Vec c) {
            int at = count * NUMBERS;
            for (var corner : List.of(a, b, c)) {
                numbers[at++] = corner.x();
                numbers[at++] = corner.y();
                numbers[at++] = corner.z();
            }
        }

        public Builder light(Light light) {
            if (lights.size() == MAX_LIGHTS) {
                throw new IllegalArgumentException("more than " + MAX_LIGHTS + " lights, which is the limit");
            }
            lights.add(light);
            return this;
        }

        public Builder camera(Camera camera) {
            cameras.add(camera);
            return this;
        }

        /** Sets the light that is everywhere. */
        public Builder ambient(Vec colour) {
            ambient = colour;
            return this;
        }

        public Builder sky(Sky colours) {
            sky = colours;
            return this;
        }

        /** {@return how many triangles there are so far} */
        public int triangles() {
            return count;
        }

        /** {@return the scene} If it has no camera yet, it gets one that sees all of it. */
        public Scene build() {
            if (count == 0) {
                throw new IllegalArgumentException("a scene without triangles; add at least one");
            }
            return new Scene(this);
        }
    }
}
