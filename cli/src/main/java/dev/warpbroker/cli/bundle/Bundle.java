package dev.warpbroker.cli.bundle;

import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Versions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with everything that a program needs to run.
 *
 * @param folder {@code warpbroker} (the launcher), {@code modules} (the program), {@code runtime} (Java)
 * @param program what to run
 * @param versions noted in the launcher
 */
record Bundle(Path folder, Program program, Versions versions) {
    private static final Logger LOGGER = System.getLogger(Bundle.class.getName());

    private static final String LAUNCHER = "warpbroker";
    private static final String MODULES = "modules";
    private static final String RUNTIME = "runtime";

    /**
     * Files of the runtime for things that the program never does: TLS, archiving classes, reading it from elsewhere.
     */
    private static final List<String> NOT_NEEDED = List.of(
            "/java.base/bin/keytool",
            "/java.base/lib/classlist",
            "/java.base/lib/jrt-fs.jar",
            "/java.base/lib/security/cacerts",
            "/java.base/lib/security/public_suffix_list.dat");

    /** Makes room: the folder must not exist, or be empty, or be an earlier bundle that may be replaced. */
    void prepare(boolean force) throws IOException {
        jlink(); // before anything is deleted
        if (Files.exists(folder) && !isEmpty()) {
            if (!isBundle()) {
                throw new IllegalArgumentException(
                        folder + " exists and is no bundle, so it is not replaced; name another folder");
            }
            if (!force) {
                throw new IllegalArgumentException(folder + " is an earlier bundle; --force replaces it");
            }
            delete();
        }
        Files.createDirectories(folder);
    }

    /** Writes the launcher and the licence, and copies the program's modules. */
    void copyProgram() throws IOException {
        try (var licence = Bundle.class.getResourceAsStream("/META-INF/LICENSE")) {
            if (licence != null) { // null where classes are run that Maven did not build
                Files.copy(licence, folder.resolve("LICENSE"));
            }
        }
        var launcher = Files.writeString(folder.resolve(LAUNCHER), launcher());
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        var modules = Files.createDirectories(folder.resolve(MODULES));
        for (var jar : program.jars()) {
            Files.copy(jar, modules.resolve(jar.getFileName()));
        }
    }

    /**
     * Links a Java runtime with the modules that the program needs. The JDK's classes lose their line numbers; ours,
     * which are not linked in, keep them: messages about kernels need them.
     */
    void linkRuntime() {
        var output = new StringWriter();
        var writer = new PrintWriter(output);
        int code = jlink().run(
                        writer,
                        writer,
                        "--add-modules",
                        String.join(",", program.systemModules()),
                        "--output",
                        folder.resolve(RUNTIME).toString(),
                        "--compress",
                        "zip-9",
                        "--no-header-files",
                        "--no-man-pages",
                        "--dedup-legal-notices",
                        "error-if-not-same-content",
                        "--strip-java-debug-attributes",
                        "--exclude-files",
                        String.join(",", NOT_NEEDED),
                        "--vm",
                        "server");
        if (code != 0) {
            throw new IllegalStateException(
                    "jlink could not link the runtime: " + output.toString().strip());
        }
        stripSymbols(folder.resolve(RUNTIME).resolve("lib/server/libjvm.so"));
    }

    /** A sixth of the virtual machine is names of functions for debuggers. Where there is no strip, they stay. */
    private static void stripSymbols(Path library) {
        try {
            run(List.of("strip", "--strip-unneeded", library.toString()));
        } catch (IOException failure) {
            LOGGER.log(Level.DEBUG, "symbols stay in {0}: {1}", library, failure.getMessage());
        }
    }

    /** Packs the folder. */
    void pack() throws IOException {
        run(List.of(
                "tar",
                "--create",
                "--gzip",
                "--file",
                archive().toString(),
                "--directory",
                parent().toString(),
                String.valueOf(folder.getFileName())));
    }

    private static void run(List<String> command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + output.strip());
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + String.join(" ", command), interruption);
        }
    }

    /** {@return the packed folder, beside it} */
    Path archive() {
        return parent().resolve(folder.getFileName() + ".tar.gz");
    }

    /** {@return the size of all files in the folder} */
    long bytes() throws IOException {
        try (var files = Files.walk(folder)) {
            long bytes = 0;
            for (var file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.isSymbolicLink(file) ? 0 : Files.size(file);
            }
            return bytes;
        }
    }

    private String launcher() {
        String commit = versions.commit() == null ? "" : " -D" + Versions.COMMIT_PROPERTY + "=" + versions.commit();
        return """
            #!/bin/sh
            # Warpbroker VERSION with its own Java runtime. Runs from wherever this folder is.
            set -eu
            self=$0
            while [ -h "$self" ]; do
                link=$(readlink "$self")
                case $link in
                    /*) self=$link ;;
                    *) self=${self%/*}/$link ;;
                esac
            done
            case $self in
                */*) folder=${self%/*} ;;
                *) folder=. ;;
            esac
            # Large pages where the system lends them: graphs are read all over, and more of them are found at once.
            case $(cat /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null) in
                *\\[madvise\\]* | *\\[always\\]*) pages=-XX:+UseTransparentHugePages ;;
                *) pages= ;;
            esac
            options=${JAVA_OPTIONS:-${WARPBROKER_JAVA_OPTS:-}}
            # The default collector puts all large arrays at the same place of a page, and processors then take reads of one
            # for reads of what was just written to another, and wait.
            case $options in
                *-XX:+Use*GC*) collector= ;;
                *) collector=-XX:+UseParallelGC ;;
            esac
            # Options for the JVM, such as WARPBROKER_JAVA_OPTIONS=-Xmx8g; unquoted, for several are several words.
            exec "$folder/RUNTIME/bin/java" --enable-native-access=NATIVECOMMIT \\
                $collector $pages $options -p "$folder/MODULES" -m MAIN "$@"
            """.replace("VERSION", versions.warpbroker())
                .replace("JAVA_OPTIONS:", FailureReason.JAVA_OPTIONS + ":")
                .replace("RUNTIME", RUNTIME)
                .replace("MODULES", MODULES)
                .replace("NATIVE", nativeModules())
                .replace("COMMIT", commit)
                .replace("MAIN", program.mainModule() + "/" + program.mainClass());
    }

    /** {@return those modules of the program that call native functions} */
    private String nativeModules() {
        var modules = ModuleFinder.of(program.jars().toArray(Path[]::new));
        return Stream.of("dev.warpbroker.device", "dev.warpbroker.experiments")
                .filter(name -> modules.find(name).isPresent())
                .collect(Collectors.joining(","));
    }

    private static ToolProvider jlink() {
        return ToolProvider.findFirst("jlink")
                .orElseThrow(() -> new IllegalStateException("there is no jlink in this Java runtime ("
                        + System.getProperty("java.home") + "); make the bundle with a JDK"));
    }

    private boolean isEmpty() throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** Also one that was not finished: the runtime comes last. */
    private boolean isBundle() {
        return Files.isRegularFile(folder.resolve(LAUNCHER)) && Files.isDirectory(folder.resolve(MODULES));
    }

    private void delete() throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Path parent() {
        return folder.getParent() == null ? folder : folder.getParent();
    }
}
