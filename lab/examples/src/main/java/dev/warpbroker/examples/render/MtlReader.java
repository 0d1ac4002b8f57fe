package dev.warpbroker.examples.render;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads materials from MTL files. Textures are ignored. */
final class MtlReader {
    private static final int MAX_SHININESS = 4_096;

    private final StatementReader lines;
    private @Nullable Vec diffuse;
    private @Nullable Vec specular;
    private Vec filter = Vec.all(1);
    private float shininess = 20;
    private float index = 1.5f;
    private float opacity = 1;
    private int illumination = 2;

    private MtlReader(StatementReader lines) {
        this.lines = lines;
    }

    /** Adds the materials of a file to others. */
    static void read(Path file, Map<String, Material> materials) throws IOException {
        try (var lines = new StatementReader(file)) {
            String name = null;
            var reader = new MtlReader(lines);
            for (var words = lines.next(); words != null; words = lines.next()) {
                if (words.getFirst().equals("newmtl")) {
                    if (name != null) {
                        materials.put(name, reader.material());
                    }
                    name = lines.rest(words);
                    reader = new MtlReader(lines);
                } else if (name == null) {
                    throw lines.failure("\"" + words.getFirst() + "\" before the first newmtl");
                } else {
                    reader.read(words);
                }
            }
            if (name != null) {
                materials.put(name, reader.material());
            }
        }
    }

    private void read(List<String> words) throws IOException {
        switch (words.getFirst()) {
            case "Kd" -> diffuse = colour(words);
            case "Ks" -> specular = colour(words);
            case "Tf" -> filter = colour(words);
            case "Ns" -> shininess = lines.number(words);
            case "Ni" -> index = positive(words);
            case "d" -> opacity = share(words);
            case "Tr" -> opacity = 1 - share(words);
            case "illum" -> illumination = (int) lines.number(words);
            default -> {} // ambient, emission, textures, extensions
        }
    }

    private Vec colour(List<String> words) throws IOException {
        var colour = words.size() == 2 ? Vec.all(lines.number(words)) : lines.vec(words);
        if (colour.x() < 0 || colour.y() < 0 || colour.z() < 0) {
            throw lines.failure("\"" + words.getFirst() + "\" is a colour with a negative component: " + colour);
        }
        return colour;
    }

    private float positive(List<String> words) throws IOException {
        float number = lines.number(words);
        if (!(number > 0)) {
            throw lines.failure("\"" + words.getFirst() + "\" is " + number + "; it must be positive");
        }
        return number;
    }

    private float share(List<String> words) throws IOException {
        float number = lines.number(words);
        if (!(number >= 0 && number <= 1)) {
            throw lines.failure("\"" + words.getFirst() + "\" is " + number + "; it must be between 0 and 1");
        }
        return number;
    }

    /**
     * Illumination models from 3 on reflect, by their specular colour; a metal may be given by its diffuse one alone.
     */
    private Material material() {
        boolean reflects = illumination >= 3 && illumination <= 9;
        boolean clear = opacity < 1;
        var colour = diffuse == null ? Vec.all(0.6f) : diffuse;
        var highlight = specular == null ? Vec.all(reflects ? 0.5f : 0) : specular;
        var mirror = Vec.all(0);
        if (reflects && specular != null) {
            mirror = specular;
        } else if (clear) {
            float normal = (index - 1) / (index + 1);
            mirror = Vec.all(normal * normal);
        } else if (reflects) {
            mirror = colour.times(0.5f);
            colour = colour.times(0.5f);
        }
        return new Material(
                colour.times(opacity),
                highlight,
                Math.clamp(Math.round(shininess), 1, MAX_SHININESS),
                mirror,
                filter.times(1 - opacity),
                index);
    }
}
