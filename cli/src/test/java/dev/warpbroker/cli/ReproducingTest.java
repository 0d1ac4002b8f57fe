package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in the tables of docs/reproducing.md, section "Figure by figure", runs on the JVM, small. */
class ReproducingTest {
    private static final Path PAGE = Path.of("..", "docs", "reproducing.md");
    private static final Pattern COMMAND = Pattern.compile("`((?:bench|run) [^`]+)`");

    /** Options whose values would make a run large, or name files that are not here. */
    private static final Set<String> LEFT_OUT = Set.of("--device", "--size", "--graph");

    @TempDir
    private Path folder;

    static Stream<String> commands() throws IOException {
        var commands = new LinkedHashSet<String>();
        boolean inside = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                inside = line.equals("## Figure by figure");
            } else if (inside && line.startsWith("|")) {
                COMMAND.matcher(line.split("\\|", -1)[2])
                        .results()
                        .forEach(found -> commands.add(small(found.group(1))));
            }
        }
        return commands.stream();
    }

    @Test
    void everyPaperHasItsCommands() throws IOException {
        assertThat(commands())
                .hasSizeGreaterThan(15)
                .anyMatch(command -> command.startsWith("bench pairs"))
                .anyMatch(command -> command.startsWith("bench mix"))
                .anyMatch(command -> command.startsWith("bench spawn"))
                .anyMatch(command -> command.startsWith("bench stack --invalid"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandRunsOnTheJvm(String command) {
        var arguments = Stream.of(command.split(" "))
                .map(word -> word.endsWith(".png") ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
        var run = CommandRun.of(arguments);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).isNotBlank();
    }

    private static String small(String command) {
        var arguments = new ArrayList<String>();
        var words = List.of(command.split(" "));
        for (int i = 0; i < words.size(); i++) {
            if (LEFT_OUT.contains(words.get(i))) {
                i++;
            } else {
                arguments.add(words.get(i));
            }
        }
        return String.join(" ", arguments) + " --device jvm --quiet "
                + (command.startsWith("bench ") ? "--quick" : "--size 16 --out picture.png");
    }
}
