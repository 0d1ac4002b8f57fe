package dev.warpbroker.cli.architecture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which of our packages uses which, read from all our class files that the running test can see, on the module path and
 * on the class path. A package uses another if a constant pool names a class of it: calls, types of fields and generic
 * types. Classes of tests are left out.
 */
final class PackageGraph {
    private static final Pattern CLASS_NAME = Pattern.compile("dev/warpbroker/(?:\\w+/)*(?=[A-Z])");

    private static final Pattern TEST = Pattern.compile("^L?org/(junit|assertj)/");

    private final Map<String, Set<String>> uses = new TreeMap<>();

    private PackageGraph() {}

    static PackageGraph read() throws IOException {
        var graph = new PackageGraph();
        for (ResolvedModule module : ModuleLayer.boot().configuration().modules()) {
            if (module.name().startsWith("dev.warpbroker.")) {
                try (ModuleReader reader = module.reference().open()) {
                    for (String name :
                            reader.list().filter(n -> n.endsWith(".class")).toList()) {
                        graph.add(name, reader.open(name).orElseThrow().readAllBytes());
                    }
                }
            }
        }
        String classPath = Objects.requireNonNull(System.getProperty("java.class.path"));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (entry.isEmpty() || entry.endsWith("test-classes") || entry.endsWith("-test")) {
                continue;
            }
            if (Files.isDirectory(path)) {
                graph.addFolder(path);
            } else if (entry.contains("warpbroker-") && entry.endsWith(".jar") && Files.isReadable(path)) {
                try (var jar = FileSystems.newFileSystem(path)) {
                    graph.addFolder(jar.getPath("/"));
                }
            }
        }
        return graph;
    }

    static PackageGraph of(Map<String, Set<String>> uses) {
        var graph = new PackageGraph();
        graph.uses.putAll(uses);
        return graph;
    }

    private void addFolder(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                if (name.startsWith("dev/warpbroker/")) {
                    add(name, Files.readAllBytes(file));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void add(String name, byte[] file) {
        int end = name.lastIndexOf('/');
        if (end < 0) {
            return;
        }
        var used = new HashSet<String>();
        for (var entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof Utf8Entry text) {
                if (TEST.matcher(text.stringValue()).find()) {
                    return;
                }
                CLASS_NAME.matcher(text.stringValue()).results().forEach(found -> used.add(packageName(found.group())));
            }
        }
        String user = packageName(name.substring(0, end + 1));
        used.remove(user);
        uses.computeIfAbsent(user, _ -> new TreeSet<>()).addAll(used);
    }

    private static String packageName(String folder) {
        return folder.substring(0, folder.length() - 1).replace('/', '.');
    }

    Set<String> packages() {
        return uses.keySet();
    }

    /** {@return groups of packages that use each other, directly or by way of others of the group} */
    List<Set<String>> cycles() {
        var cycles = new ArrayList<Set<String>>();
        var done = new HashSet<String>();
        for (String name : uses.keySet()) {
            if (!done.contains(name)) {
                var group = new TreeSet<String>();
                for (String other : reachable(name)) {
                    if (reachable(other).contains(name)) {
                        group.add(other);
                    }
                }
                done.addAll(group);
                if (!group.isEmpty()) {
                    cycles.add(group);
                }
            }
        }
        return cycles;
    }

    private Set<String> reachable(String from) {
        var reached = new HashSet<String>();
        Deque<String> pending = new ArrayDeque<>(uses.getOrDefault(from, Set.of()));
        while (!pending.isEmpty()) {
            String next = pending.pop();
            if (reached.add(next)) {
                pending.addAll(uses.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }
}
