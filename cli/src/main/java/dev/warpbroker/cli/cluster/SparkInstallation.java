package dev.warpbroker.cli.cluster;

import dev.warpbroker.experiments.cluster.SparkHome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Finds Spark, which is no part of this program, and the part of this program that needs it. */
final class SparkInstallation {
    private static final String PREFIX = "REPOSITORY/";

    private SparkInstallation() {}

    /**
     * {@return Spark: in the folder that is given, where {@code SPARK_HOME} says, or in Maven's repository of this
     * machine}
     *
     * @throws IllegalArgumentException if there is none; it says where was looked, and what to do
     */
    static SparkHome find(@Nullable Path given) throws IOException {
        if (given != null) {
            return SparkHome.at(given);
        }
        String said = System.getenv("SPARK_HOME");
        if (said != null && !said.isEmpty()) {
            return SparkHome.at(Path.of(said));
        }
        var repository = Path.of(System.getProperty("user.home"), ".m2", "repository");
        var names = names();
        var jars = SparkHome.inRepository(repository, names);
        if (jars == null) {
            throw new IllegalArgumentException("Spark was not found: there is no --spark-home, SPARK_HOME is not set,"
                    + " and " + repository + " has not all of its " + names.size() + " jars; unpack Spark 4.2 from"
                    + " https://spark.apache.org/downloads.html and give its folder with --spark-home, or run: mvn -pl"
                    + " lab/cluster -am -DskipTests package");
        }
        return SparkHome.of(scratch().resolve("spark"), jars);
    }

    /** {@return a folder for what trials leave behind} */
    static Path scratch() {
        return Path.of(System.getProperty("java.io.tmpdir"), "warpbroker-cluster-" + System.getProperty("user.name"));
    }

    /** {@return jars and folders of this program, those for Spark among them} */
    static List<String> classPath() throws IOException {
        var own = own();
        var entries = new ArrayList<String>();
        if (own.getParent() != null && Files.isDirectory(own.getParent().resolve("spark"))) {
            for (var folder : List.of(own.getParent(), own.getParent().resolve("spark"))) {
                try (var files = Files.list(folder)) {
                    files.map(Path::toString)
                            .filter(file -> file.endsWith(".jar"))
                            .sorted()
                            .forEach(entries::add);
                }
            }
            return entries;
        }
        Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar")
                        || Path.of(entry).getFileName().toString().startsWith("warpbroker-")
                        || entry.contains("picocli")
                        || entry.contains("progressbar")
                        || entry.contains("jline"))
                .forEach(entries::add);
        return entries;
    }

    /** {@return where this class is from} */
    private static Path own() {
        try {
            return Path.of(SparkInstallation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** {@return the names of Spark's jars in a repository, as noted when the part that needs them was built} */
    private static List<String> names() throws IOException {
        for (String entry : classPath()) {
            String text = text(Path.of(entry), "dev/warpbroker/cluster/spark-jars.txt");
            if (text != null) {
                return Stream.of(text.strip().split("\\|", -1))
                        .map(name -> name.replace(PREFIX, ""))
                        .toList();
            }
        }
        throw new IllegalArgumentException(
                "this program has no part for clusters: a bundle is made without; run" + " ./warpbroker of a checkout");
    }

    private static @Nullable String text(Path entry, String name) throws IOException {
        if (Files.isDirectory(entry)) {
            var file = entry.resolve(name);
            return Files.exists(file) ? Files.readString(file) : null;
        }
        if (!entry.getFileName().toString().startsWith("warpbroker-cluster") || !Files.exists(entry)) {
            return null;
        }
        try (var jar = new ZipFile(entry.toFile())) {
            var found = jar.getEntry(name);
            return found == null ? null : new String(jar.getInputStream(found).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
