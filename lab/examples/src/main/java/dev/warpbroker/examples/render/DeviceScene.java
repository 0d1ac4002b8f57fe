package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.util.ArrayList;
import java.util.List;

/** A scene in the memory of a device, in the order of an {@link Accelerator}, ready for pictures. */
public final class DeviceScene implements AutoCloseable {
    /** {@code normals (9), material}, and two words to fill it up, in pairs of 32-bit words, the low one first. */
    static final int LONGS_PER_SHADING = 6;

    /** {@code diffuse, specular, reflection, refraction (12), index, shininess}. */
    static final int FLOATS_PER_MATERIAL = 16;

    /** {@code position (3), outer cosine, direction (3), 1 / (inner - outer cosine), colour (3)}. */
    static final int FLOATS_PER_LIGHT = 12;

    /** Of the size of the scene: how far from a surface the rays that leave it begin. */
    private static final float DISTANCE = 4e-6f;

    private final Device device;
    private final Scene scene;
    private final List<DeviceMemory> allocated = new ArrayList<>();

    private final Accelerator accelerator;

    final Triangles triangles;
    final Traversal traversal;
    final Longs shading;
    final Floats materials;
    final Floats lights;

    /** {@code ambient, nadir, zenith (9), distance from surfaces}. */
    final Floats surroundings;

    /** {@code number of lights}. */
    final Ints sizes;

    /**
     * Arranges the triangles and copies the scene to the device, with the fastest {@link Accelerator}.
     *
     * @throws DeviceMemoryException if the device has not enough memory; it says how much is needed
     */
    public DeviceScene(Device device, Scene scene) {
        this(device, scene, Accelerator.BVH);
    }

    /**
     * Arranges the triangles and copies the scene to the device.
     *
     * @throws DeviceMemoryException if the device has not enough memory; it says how much is needed
     */
    public DeviceScene(Device device, Scene scene, Accelerator accelerator) {
        this(device, scene, accelerator, device.properties().memoryBytes());
    }

    /** @param available bytes on the device */
    DeviceScene(Device device, Scene scene, Accelerator accelerator, long available) {
        this.device = device;
        this.scene = scene;
        this.accelerator = accelerator;
        var tree = scene.tree(accelerator);
        long needed = bytes(scene, tree);
        if (needed > available) {
            throw tooLarge(scene, needed, available);
        }
        Longs nodes;
        try {
            nodes = keep(device.longs(tree.nodes().length));
            triangles = new Triangles(keep(device.longs(scene.triangles() * Triangles.LONGS_PER_TRIANGLE)));
            shading = keep(device.longs(scene.triangles() * LONGS_PER_SHADING));
            materials = keep(device.floats(scene.materials().size() * FLOATS_PER_MATERIAL));
            lights = keep(device.floats(Math.max(1, scene.lights().size()) * FLOATS_PER_LIGHT));
            surroundings = keep(device.floats(12));
            sizes = keep(device.ints(1));
        } catch (DeviceMemoryException full) {
            close();
            var failure = tooLarge(scene, needed, available);
            failure.initCause(full);
            throw failure;
        }
        nodes.copyIn(tree.nodes());
        traversal = tree.traversal(nodes, triangles);
        copyTriangles(tree.order());
        copyMaterials();
        copyLights(scene.lights());
        surroundings.copyIn(surroundings());
        sizes.copyIn(new int[] {scene.lights().size()});
    }

    private static long bytes(Scene scene, SearchTree tree) {
        return (long) Long.BYTES * tree.nodes().length
                + (long) Long.BYTES * scene.triangles() * (Triangles.LONGS_PER_TRIANGLE + LONGS_PER_SHADING)
                + (long) Float.BYTES * scene.materials().size() * FLOATS_PER_MATERIAL
                + (long) Float.BYTES * scene.lights().size() * FLOATS_PER_LIGHT;
    }

    private DeviceMemoryException tooLarge(Scene large, long needed, long available) {
        return new DeviceMemoryException(large + " needs " + needed + " bytes on " + device + ", which has " + available
                + "; use a simpler scene or a device with more memory");
    }

    private <M extends DeviceMemory> M keep(M memory) {
        allocated.add(memory);
        return memory;
    }

    private void copyTriangles(int[] order) {
        long[] shapes = new long[order.length * Triangles.LONGS_PER_TRIANGLE];
        long[] surfaces = new long[order.length * LONGS_PER_SHADING];
        for (int i = 0; i < order.length; i++) {
            int t = order[i];
            int material = scene.material(t);
            boolean clear = scene.materials().get(material).isClear();
            var corner = scene.corner(t, 0);
            write(
                    shapes,
                    i * Triangles.LONGS_PER_TRIANGLE,
                    corner,
                    scene.corner(t, 1).minus(corner),
                    scene.corner(t, 2).minus(corner),
                    Triangles.tag(t, clear));
            write(
                    surfaces,
                    i * LONGS_PER_SHADING,
                    scene.normal(t, 0),
                    scene.normal(t, 1),
                    scene.normal(t, 2),
                    material);
        }
        triangles.words().copyIn(shapes);
        shading.copyIn(surfaces);
    }

    private static void write(long[] words, int at, Vec a, Vec b, Vec c, int last) {
        words[at] = Words.pair(a.x(), a.y());
        words[at + 1] = Words.pair(a.z(), b.x());
        words[at + 2] = Words.pair(b.y(), b.z());
        words[at + 3] = Words.pair(c.x(), c.y());
        words[at + 4] = Words.pair(Float.floatToRawIntBits(c.z()), last);
    }

    private void copyMaterials() {
        float[] numbers = new float[materials.length()];
        int at = 0;
        for (var material : scene.materials()) {
            write(numbers, at, material.diffuse());
            write(numbers, at + 3, material.specular());
            write(numbers, at + 6, material.reflection());
            write(numbers, at + 9, material.refraction());
            numbers[at + 12] = material.index();
            numbers[at + 13] = material.shininess();
            at += FLOATS_PER_MATERIAL;
        }
        materials.copyIn(numbers);
    }

    /** Lets other lights shine from now on, as many as there are. */
    void copyLights(List<Light> shining) {
        float[] numbers = new float[lights.length()];
        int at = 0;
        for (var light : shining) {
            write(numbers, at, light.position());
            numbers[at + 3] = light.outerCosine();
            write(numbers, at + 4, light.direction());
            numbers[at + 7] = 1 / (light.innerCosine() - light.outerCosine());
            write(numbers, at + 8, light.colour());
            at += FLOATS_PER_LIGHT;
        }
        lights.copyIn(numbers);
    }

    private float[] surroundings() {
        float[] numbers = new float[12];
        write(numbers, 0, scene.ambient());
        write(numbers, 3, scene.sky().nadir());
        write(numbers, 6, scene.sky().zenith());
        numbers[9] = DISTANCE * scene.box().size().length();
        return numbers;
    }

    private static void write(float[] numbers, int at, Vec vec) {
        numbers[at] = vec.x();
        numbers[at + 1] = vec.y();
        numbers[at + 2] = vec.z();
    }

    public Device device() {
        return device;
    }

    public Scene scene() {
        return scene;
    }

    /** {@return how the triangles are arranged} */
    public Accelerator accelerator() {
        return accelerator;
    }

    /** {@return how much memory of the device this takes} */
    public long bytes() {
        return allocated.stream().mapToLong(DeviceMemory::bytes).sum();
    }

    /** Frees the memory. */
    @Override
    public void close() {
        allocated.forEach(DeviceMemory::close);
    }
}
