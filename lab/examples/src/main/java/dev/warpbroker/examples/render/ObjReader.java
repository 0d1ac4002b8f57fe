package dev.warpbroker.examples.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads scenes from Wavefront OBJ files and the MTL files that they name, plain or compressed with gzip.
 *
 * <p>Positions, normals, faces and materials are read. Faces of more than three corners are cut into triangles, as is
 * right for convex ones. Where normals are missing, faces that meet at less than about 37 degrees look round, others
 * have edges. The format knows no lights and cameras: the scene gets two lights and a camera that sees all of it.
 *
 * <p>What is ignored or replaced is told to a listener, each kind once. What cannot be understood ends in a
 * {@link SceneFormatException}.
 */
public final class ObjReader {
    private static final Material DEFAULT = Material.matte(Vec.all(0.6f)).shiny(Vec.all(0.2f), 20);

    /** The cosine of the angle up to which faces look round together. */
    private static final float ROUND = 0.8f;

    private static final Set<String> IGNORED = Set.of("vt", "o", "g", "s");

    private final Path file;
    private final Consumer<String> warnings;
    private final Set<String> warned = new HashSet<>();
    private final Map<String, Material> library = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Scene.Builder scene = new Scene.Builder();
    private final Floats3 positions = new Floats3();
    private final Floats3 normals = new Floats3();

    /** Corners of triangles: three positions each, and three normals, -1 for none. */
    private final IntList corners = new IntList();

    private final IntList cornerNormals = new IntList();
    private final IntList materials = new IntList();
    private int material = -1;

    private ObjReader(Path file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    /** {@return the scene of a file} */
    public static Scene read(Path file, Consumer<String> warnings) throws IOException {
        return new ObjReader(file, warnings).read();
    }

    private Scene read() throws IOException {
        try (var lines = new StatementReader(file)) {
            for (var words = lines.next(); words != null; words = lines.next()) {
                read(lines, words);
            }
            if (materials.size == 0) {
                throw lines.failure("the file has no faces (lines that begin with f); a scene needs at least one");
            }
        }
        addTriangles();
        return addLights(scene.build());
    }

    private void read(StatementReader lines, List<String> words) throws IOException {
        String keyword = words.getFirst();
        switch (keyword) {
            case "v" -> positions.add(lines.vec(words));
            case "vn" -> normals.add(lines.vec(words));
            case "f" -> face(lines, words);
            case "usemtl" -> material = materialNamed(lines.rest(words));
            case "mtllib" -> readLibrary(lines.rest(words));
            default -> {
                if (!IGNORED.contains(keyword)) {
                    warnOnce(keyword, file + ":" + lines.line() + ": \"" + keyword + "\" is ignored");
                }
            }
        }
    }

    private void readLibrary(String name) throws IOException {
        var found = file.resolveSibling(name);
        if (Files.isReadable(found)) {
            MtlReader.read(found, library);
        } else {
            warnOnce(
                    "mtllib",
                    file + ": the material library " + found + " cannot be read; materials are replaced by a grey one");
        }
    }

    private int materialNamed(String name) {
        return numbers.computeIfAbsent(name, _ -> {
            var known = library.get(name);
            if (known == null) {
                warnOnce("usemtl", file + ": there is no material \"" + name + "\"; a grey one takes its place");
            }
            return scene.material(known == null ? DEFAULT : known);
        });
    }

    private void face(StatementReader lines, List<String> words) throws IOException {
        int count = words.size() - 1;
        if (count < 3) {
            throw lines.failure("a face of " + count + " corners; the least is 3");
        }
        if (count > 3) {
            warnOnce("polygon", file + ":" + lines.line() + ": faces of more than 3 corners are cut into triangles");
        }
        if (material < 0) {
            warnOnce(
                    "usemtl",
                    file + ":" + lines.line() + ": faces without a material (usemtl); a grey one takes its place");
            material = scene.material(DEFAULT);
        }
        int[] position = new int[count];
        int[] normal = new int[count];
        for (int i = 0; i < count; i++) {
            String[] parts = words.get(i + 1).split("/", -1);
            position[i] = index(lines, "position", parts[0], positions.count());
            normal[i] = parts.length < 3 || parts[2].isEmpty() ? -1 : index(lines, "normal", parts[2], normals.count());
        }
        for (int i = 1; i + 1 < count; i++) {
            for (int corner : new int[] {0, i, i + 1}) {
                corners.add(position[corner]);
                cornerNormals.add(normal[corner]);
            }
            materials.add(material);
        }
    }

    /** {@return an index from 0 on, of one from 1 on or, if it is negative, back from the last} */
    private static int index(StatementReader lines, String what, String text, int count) throws IOException {
        int number = lines.integer(text);
        int index = number < 0 ? count + number : number - 1;
        if (number == 0 || index < 0 || index >= count) {
            throw lines.failure("a face uses " + what + " " + number + "; there are " + count
                    + " so far, numbered from 1" + (count == 0 ? "" : ", or from -1 backwards"));
        }
        return index;
    }

    // ---- normals ----

    private void addTriangles() {
        Vec[] faces = new Vec[materials.size];
        for (int i = 0; i < faces.length; i++) {
            var a = positions.get(corners.get(3 * i));
            faces[i] = positions
                    .get(corners.get(3 * i + 1))
                    .minus(a)
                    .cross(positions.get(corners.get(3 * i + 2)).minus(a));
        }
        var around = new FacesAround();
        for (int i = 0; i < faces.length; i++) {
            Vec[] at = new Vec[3];
            Vec[] normal = new Vec[3];
            for (int corner = 0; corner < 3; corner++) {
                int place = 3 * i + corner;
                at[corner] = positions.get(corners.get(place));
                normal[corner] = cornerNormals.get(place) >= 0
                        ? normals.get(cornerNormals.get(place))
                        : around.normal(faces, i, corners.get(place));
            }
            scene.triangle(materials.get(i), at[0], at[1], at[2], normal[0], normal[1], normal[2]);
        }
    }

    /** Which triangles have a position as a corner. */
    private final class FacesAround {
        private final int[] start = new int[positions.count() + 1];
        private final int[] faces = new int[corners.size];

        FacesAround() {
            for (int i = 0; i < corners.size; i++) {
                start[corners.get(i) + 1]++;
            }
            for (int i = 0; i < positions.count(); i++) {
                start[i + 1] += start[i];
            }
            int[] next = start.clone();
            for (int i = 0; i < corners.size; i++) {
                faces[next[corners.get(i)]++] = i / 3;
            }
        }

        /** {@return the average, by area, of a face's normal and those near it around one of its corners} */
        Vec normal(Vec[] normalOf, int face, int position) {
            var own = normalOf[face];
            var sum = Vec.all(0);
            for (int i = start[position]; i < start[position + 1]; i++) {
                var other = normalOf[faces[i]];
                if (own.dot(other) >= ROUND * own.length() * other.length()) {
                    sum = sum.plus(other);
                }
            }
            return sum.length() > 0 ? sum.normalized() : new Vec(0, 1, 0);
        }
    }

    // ---- what the format does not know ----

    private static Scene addLights(Scene scene) {
        var box = scene.middle();
        float size = Math.max(box.size().length(), Float.MIN_NORMAL);
        return scene.withSurroundings(
                Vec.all(0.25f),
                new Sky(new Vec(0.10f, 0.09f, 0.08f), new Vec(0.45f, 0.55f, 0.70f)),
                List.of(
                        Light.point(
                                box.centre().plus(new Vec(0.9f, 1.4f, 1.2f).times(size)), new Vec(0.85f, 0.80f, 0.72f)),
                        Light.point(
                                box.centre().plus(new Vec(-1.3f, 0.8f, 0.4f).times(size)),
                                new Vec(0.22f, 0.26f, 0.34f))));
    }

    private void warnOnce(String kind, String text) {
        if (warned.add(kind)) {
            warnings.accept(text);
        }
    }

    /** Ints, growing. */
    private static final class IntList {
        private int[] values = new int[1024];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int get(int index) {
            return values[index];
        }
    }

    /** Vectors, growing. */
    private static final class Floats3 {
        private float[] values = new float[3 * 1024];
        private int size;

        void add(Vec vec) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = vec.x();
            values[size++] = vec.y();
            values[size++] = vec.z();
        }

        Vec get(int index) {
            return new Vec(values[3 * index], values[3 * index + 1], values[3 * index + 2]);
        }

        int count() {
            return size / 3;
        }
    }
}
