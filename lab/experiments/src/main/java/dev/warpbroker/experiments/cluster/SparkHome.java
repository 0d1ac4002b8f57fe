package dev.warpbroker.experiments.cluster;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An installation of Spark, or a folder that looks like one.
 *
 * @param folder with the jars in {@code jars}
 */
public record SparkHome(Path folder) {
    private static final String JARS = "jars";

    /** Options of the JVM that Spark needs, those of {@code org.apache.spark.launcher.JavaModuleOptions}. */
    public static final List<String> JAVA_OPTIONS = List.of(
            "--add-modules=jdk.incubator.vector",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.cs=ALL-UNNAMED",
            "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
            "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED");

    /**
     * {@return an installation}
     *
     * @throws IllegalArgumentException if there are no jars of Spark for Scala 2.13
     */
    public static SparkHome at(Path folder) throws IOException {
        var jars = folder.resolve(JARS);
        if (!Files.isDirectory(jars)) {
            throw new IllegalArgumentException("no Spark in " + folder + ": there is no folder " + jars
                    + "; give one that was unpacked from spark-4.2.0-bin-*.tgz");
        }
        try (var files = Files.list(jars)) {
            if (files.noneMatch(file -> file.getFileName().toString().startsWith("spark-core_2.13-"))) {
                throw new IllegalArgumentException(
                        "no Spark for Scala 2.13 in " + jars + ": there is no spark-core_2.13-*.jar; give Spark 4");
            }
        }
        return new SparkHome(folder);
    }

    /**
     * {@return a folder that looks like an installation with these jars} They are linked, not copied.
     *
     * @param folder is made if it does not exist
     */
    public static SparkHome of(Path folder, List<Path> jars) throws IOException {
        var links = Files.createDirectories(folder.resolve(JARS));
        for (var jar : jars) {
            var link = links.resolve(jar.getFileName());
            try {
                Files.createSymbolicLink(link, jar);
            } catch (FileAlreadyExistsException _) {
                if (!Files.exists(link)) {
                    Files.delete(link);
                    Files.createSymbolicLink(link, jar);
                }
            }
        }
        return new SparkHome(folder);
    }

    /**
     * {@return those jars of Spark that are in Maven's repository of this machine, or null if some are missing}
     *
     * @param names of files, relative to the repository
     */
    public static @Nullable List<Path> inRepository(Path repository, List<String> names) {
        var jars = new ArrayList<Path>();
        for (String name : names) {
            var jar = repository.resolve(name);
            if (!Files.isRegularFile(jar)) {
                return null;
            }
            jars.add(jar);
        }
        return jars;
    }

    /** {@return an entry of a class path that has all jars} */
    public String classPath() {
        return folder.resolve(JARS) + "/*";
    }

    /** {@return what processes need to know} */
    public Map<String, String> environment() {
        return Map.of("SPARK_HOME", folder.toAbsolutePath().toString(), "SPARK_SCALA_VERSION", "2.13");
    }
}
