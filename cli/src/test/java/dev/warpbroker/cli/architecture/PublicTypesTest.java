package dev.warpbroker.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How many types the library shows, at most. Whoever adds one changes a number here, and can say who would miss it. A
 * type that belongs to another is nested there, and does not count.
 */
class PublicTypesTest {
    private static final Path LIBRARY = Path.of("../library");

    private static final Map<String, Integer> MAX = Map.ofEntries(
            Map.entry("dev.warpbroker.concurrent", 1),
            Map.entry("dev.warpbroker.device", 29),
            Map.entry("dev.warpbroker.device.trace", 8),
            Map.entry("dev.warpbroker.graphs", 13),
            Map.entry("dev.warpbroker.graphs.components", 1),
            Map.entry("dev.warpbroker.graphs.rank", 3),
            Map.entry("dev.warpbroker.graphs.search", 9),
            Map.entry("dev.warpbroker.structures", 7),
            Map.entry("dev.warpbroker.structures.deque", 3),
            Map.entry("dev.warpbroker.structures.queue", 8),
            Map.entry("dev.warpbroker.structures.stack", 4),
            Map.entry("dev.warpbroker.tasks", 14),
            Map.entry("dev.warpbroker.tasks.forkjoin", 7),
            Map.entry("dev.warpbroker.tasks.graph", 5),
            Map.entry("dev.warpbroker.tasks.host", 7),
            Map.entry("dev.warpbroker.tasks.worker", 5),
            Map.entry("dev.warpbroker.verify", 8));

    @Test
    void libraryShowsNoMoreThanUsersNeed() throws IOException {
        var found = new TreeMap<String, Integer>();
        for (var module : List.of("concurrent", "device", "graphs", "structures", "tasks", "verify")) {
            var classes = LIBRARY.resolve(module).resolve("target/classes");
            try (var in = Files.newInputStream(classes.resolve("module-info.class"))) {
                for (var exported : ModuleDescriptor.read(in).exports()) {
                    assertThat(exported.isQualified()).as(exported.toString()).isFalse();
                    found.put(exported.source(), publicTypes(LIBRARY.resolve(module), exported.source()));
                }
            }
        }
        assertThat(found.keySet()).isEqualTo(MAX.keySet());
        assertThat(found)
                .allSatisfy((name, types) -> assertThat(types)
                        .as("public types in " + name)
                        .isPositive()
                        .isLessThanOrEqualTo(MAX.get(name)));
    }

    private static int publicTypes(Path module, String name) throws IOException {
        var sources = module.resolve("src/main/java").resolve(name.replace('.', '/'));
        try (Stream<Path> files = Files.list(sources)) {
            return (int) files.filter(PublicTypesTest::isPublic).count();
        }
    }

    private static boolean isPublic(Path source) {
        var name = source.getFileName().toString().replace(".java", "");
        var declared =
                Pattern.compile("^public [a-z -]*\\b(class|interface|enum|record) " + name + "\\b", Pattern.MULTILINE);
        try {
            return Files.isRegularFile(source)
                    && declared.matcher(Files.readString(source)).find();
        } catch (IOException e) {
            throw new AssertionError(source.toString(), e);
        }
    }
}
