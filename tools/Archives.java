import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes the archives of a module that plugins of a Maven on Java 17 cannot make of class files of Java 25: the jar with
 * Javadoc, and the main jar once more, the same to the byte in every build (sorted, one time for all entries, nothing
 * of the machine in the manifest).
 *
 * <p>Arguments: the folder of the module, the name of its jar without ending, the time of all entries, the licence, the
 * module path.
 */
final class Archives {
    private static final Pattern MODULE = Pattern.compile("(?m)^module ([\\w.]+) \\{");

    /** What the plugin notes about the machine that built. */
    private static final List<String> OF_THE_MACHINE = List.of("Built-By", "Build-Jdk", "Created-By");

    private final Path module;
    private final Path target;
    private final String name;
    private final LocalDateTime time;

    private Archives(Path module, String name, LocalDateTime time) {
        this.module = module;
        this.target = module.resolve("target");
        this.name = name;
        this.time = time;
    }

    public static void main(String[] arguments) throws IOException {
        var archives = new Archives(
                Path.of(arguments[0]),
                arguments[1],
                LocalDateTime.ofInstant(Instant.parse(arguments[2]), ZoneOffset.UTC));
        archives.rewriteMainJar();
        archives.makeJavadocJar(Path.of(arguments[3]), arguments[4]);
    }

    private void rewriteMainJar() throws IOException {
        var file = target.resolve(name + ".jar");
        var entries = new TreeMap<String, byte[]>();
        try (var jar = new ZipFile(file.toFile())) {
            for (var entry : jar.stream().filter(entry -> !entry.isDirectory()).toList()) {
                entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
            }
        }
        try (var read = new JarFile(file.toFile())) {
            var manifest = read.getManifest();
            OF_THE_MACHINE.forEach(key -> manifest.getMainAttributes().remove(new Attributes.Name(key)));
            write(file, manifest, entries);
        }
    }

    private void makeJavadocJar(Path licence, String modulePath) throws IOException {
        var sources = module.resolve("src/main/java");
        var pages = target.resolve("apidocs");
        document(whatToDocument(sources, modulePath), pages);
        var entries = new TreeMap<String, byte[]>();
        try (var files = Files.walk(pages, 64)) {
            for (var page : files.filter(Files::isRegularFile).toList()) {
                entries.put(
                        pages.relativize(page).toString().replace(File.separatorChar, '/'), Files.readAllBytes(page));
            }
        }
        entries.put("META-INF/LICENSE", Files.readAllBytes(licence));
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        write(target.resolve(name + "-javadoc.jar"), manifest, entries);
    }

    /** A module, or all packages of sources that declare none, since what they need is on the class path only. */
    private static List<String> whatToDocument(Path sources, String path) throws IOException {
        var declaration = sources.resolve("module-info.java");
        if (Files.notExists(declaration)) {
            return List.of("-sourcepath", sources.toString(), "-subpackages", "dev.warpbroker", "-classpath", path);
        }
        var descriptor = MODULE.matcher(Files.readString(declaration));
        if (!descriptor.find()) {
            throw new IllegalStateException("no module is declared in " + declaration);
        }
        String module = descriptor.group(1);
        // A package of the module itself may be on the path, too: the sources go first.
        return List.of("--module", module, "--module-source-path", module + "=" + sources, "--module-path", path);
    }

    private static void document(List<String> what, Path pages) {
        var arguments = new ArrayList<>(List.of("-quiet", "-notimestamp", "-Werror", "-Xdoclint:all,-missing"));
        arguments.addAll(List.of("-d", pages.toString(), "-encoding", "UTF-8", "-docencoding", "UTF-8"));
        arguments.addAll(what);
        int status = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            System.exit(status);
        }
    }

    private void write(Path file, Manifest manifest, Map<String, byte[]> entries) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            entries.remove(JarFile.MANIFEST_NAME);
            enter(out, JarFile.MANIFEST_NAME, manifest::write);
            for (var entry : entries.entrySet()) {
                enter(out, entry.getKey(), stream -> stream.write(entry.getValue()));
            }
        }
    }

    private interface Content {
        void write(OutputStream stream) throws IOException;
    }

    private void enter(ZipOutputStream out, String path, Content content) throws IOException {
        var entry = new ZipEntry(path);
        entry.setTimeLocal(time);
        out.putNextEntry(entry);
        content.write(out);
        out.closeEntry();
    }
}
