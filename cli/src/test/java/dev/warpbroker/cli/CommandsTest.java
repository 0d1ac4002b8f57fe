package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The command line is a contract: what is in {@code commands.txt} stays. An addition is entered there; what users
 * depend on is not taken away.
 */
class CommandsTest {
    @Test
    void commandsOptionsAndDefaultsAreThoseOfTheContract() throws IOException {
        var lines = new ArrayList<String>();
        list(Main.commandLine(), lines);
        assertThat(lines).containsExactlyElementsOf(contract());
    }

    private static List<String> contract() throws IOException {
        try (var file = Objects.requireNonNull(CommandsTest.class.getResourceAsStream("commands.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** A line for each command, and indented ones for its options but those that all have: names, and the default. */
    private static void list(CommandLine command, List<String> lines) {
        var spec = command.getCommandSpec();
        lines.add(spec.parent() == null ? spec.name() : spec.qualifiedName().replaceFirst("^warpbroker ", ""));
        spec.options().stream()
                .map(option -> "    " + String.join(" ", option.names())
                        + (option.defaultValue() == null ? "" : " = " + option.defaultValue()))
                .filter(line -> !line.matches(" *-[hV] .*"))
                .sorted()
                .forEach(lines::add);
        command.getSubcommands().values().stream().distinct().forEach(below -> list(below, lines));
    }
}
