package dev.warpbroker.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipFile;

/**
 * A folder in the layout of a Maven repository with what is to be published, and what Maven Central would refuse about
 * it.
 *
 * <p>The artifacts that must be there are the BOM and those that the BOM names, and no others. The folder of an
 * artifact holds one version of it.
 */
public final class Staging {
    private static final String GROUP = "dev/warpbroker";
    private static final String BOM = "warpbroker-bom";
    private static final String SIGNATURE = ".asc";

    /** What of an artifact follows its name and version. */
    private static final List<String> FILES_OF_A_JAR =
            List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json");

    private static final List<String> FILES_OF_A_POM = List.of(".pom");

    /** How an ending names the digest in the file. */
    private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");

    private final Path folder;
    private final List<String> problems = new ArrayList<>();
    private int artifacts;
    private int files;
    private int signatures;

    private Staging(Path folder) {
        this.folder = folder;
    }

    /** Inspects the folder that is named, prints what is wrong, and ends with 1 if anything is. */
    public static void main(String[] arguments) throws IOException {
        var staging = inspect(Path.of(arguments[0]));
        staging.problems.forEach(problem -> System.err.println("staging: " + problem));
        System.out.println(staging);
        System.exit(staging.problems.isEmpty() ? 0 : 1);
    }

    /** {@return what is in the folder} */
    static Staging inspect(Path folder) throws IOException {
        var staging = new Staging(folder);
        staging.inspect();
        return staging;
    }

    /** {@return what is wrong, a sentence each} */
    List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public String toString() {
        String signed = signatures == 0
                ? "not signed (Maven Central asks for signatures: -Dgpg.keyname=KEY)"
                : signatures + " signatures";
        return folder + ": " + artifacts + " artifacts, " + files + " files, " + signed + ", " + problems.size()
                + " problems";
    }

    private void inspect() throws IOException {
        var group = folder.resolve(GROUP);
        if (!Files.isDirectory(group.resolve(BOM))) {
            problems.add("there is no " + BOM + " in " + group + "; make it with mvn -Prelease -DskipTests install");
            return;
        }
        var expected = new TreeSet<>(Set.of(BOM));
        expected.addAll(Pom.read(pomOf(group.resolve(BOM))).managed());
        for (var artifact : folders(group)) {
            var name = String.valueOf(artifact.getFileName());
            if (expected.remove(name)) {
                inspectArtifact(name, pomOf(artifact));
            } else {
                problems.add(name + " is staged, but " + BOM + " does not name it");
            }
        }
        expected.forEach(name -> problems.add(name + " is missing"));
    }

    private static List<Path> folders(Path parent) throws IOException {
        try (var children = Files.list(parent)) {
            return children.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static Path pomOf(Path artifact) throws IOException {
        try (var found = Files.find(artifact, 2, (file, _) -> file.toString().endsWith(".pom"))) {
            var poms = found.toList();
            if (poms.size() != 1) {
                throw new IOException(artifact + " holds " + poms.size() + " poms; empty the folder and stage once");
            }
            return poms.getFirst();
        }
    }

    private void inspectArtifact(String name, Path file) throws IOException {
        artifacts++;
        var pom = Pom.read(file);
        pom.missing().forEach(element -> problems.add(name + ": its pom has no " + element));
        pom.foreign().forEach(dependency -> problems.add(name + " drags " + dependency + " onto users"));
        var path = file.toString();
        var stem = path.substring(0, path.length() - ".pom".length());
        boolean signed = Files.exists(Path.of(path + SIGNATURE));
        for (var ending : pom.isJar() ? FILES_OF_A_JAR : FILES_OF_A_POM) {
            inspectFile(Path.of(stem + ending), signed);
        }
    }

    private void inspectFile(Path file, boolean signed) throws IOException {
        var name = file.getFileName();
        if (!Files.isRegularFile(file)) {
            problems.add(name + " is missing");
            return;
        }
        files++;
        for (var checksum : CHECKSUMS.entrySet()) {
            var noted = Path.of(file + checksum.getKey());
            if (!Files.exists(noted)) {
                problems.add(name + checksum.getKey() + " is missing");
            } else if (!Files.readString(noted).strip().equals(digest(file, checksum.getValue()))) {
                problems.add(name + checksum.getKey() + " is the checksum of something else");
            }
        }
        if (Files.exists(Path.of(file + SIGNATURE))) {
            signatures++;
        } else if (signed) {
            problems.add(name + SIGNATURE + " is missing, although the pom is signed");
        }
        if (file.toString().endsWith(".jar")) {
            try (var jar = new ZipFile(file.toFile())) {
                if (jar.getEntry("META-INF/LICENSE") == null) {
                    problems.add(name + " has no META-INF/LICENSE");
                }
            }
        }
    }

    private static String digest(Path file, String algorithm) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has " + algorithm, missing);
        }
    }
}
