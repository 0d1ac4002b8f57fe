package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that the documents for contributors name exist. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("../..");

    /** A class in backquotes, perhaps in the plural. */
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)`");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
    void classesThatAreNamedExist(String document) throws Exception {
        var named = CLASS.matcher(Files.readString(ROOT.resolve(document)))
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        for (var half : new String[] {"library", "lab", "cli"}) {
            try (var files = Files.walk(ROOT.resolve(half), 16)) {
                files.map(file -> String.valueOf(file.getFileName()))
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> named.remove(name.substring(0, name.length() - ".java".length())));
            }
        }
        assertThat(named).as("named in " + document + " but not in the tree").isEmpty();
    }
}
