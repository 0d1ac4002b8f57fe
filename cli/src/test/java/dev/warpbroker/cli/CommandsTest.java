package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.terminal.Removals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The command line is a contract: what is in {@code commands.txt} stays. An addition is entered there. A removal needs
 * a decision, and an entry in {@link Removals} that names what to use instead.
 */
class CommandsTest {
    @Test
    void commandsOptionsAndDefaultsAreThoseOfTheContract() throws IOException {
        var lines = new ArrayList<String>();
        list(Main.commandLine(), lines);
        assertThat(lines).containsExactlyElementsOf(contract());
    }

    @Test
    void whatWasRemovedIsAnsweredByOneLineThatNamesTheRemedy() {
        for (String words : Removals.OURS.words()) {
            assertAnswered(words, withArguments(words));
            if (!words.contains(" --")) {
                assertAnswered(words, "help " + words);
            }
        }
    }

    private static void assertAnswered(String removed, String command) {
        var run = CommandRun.of(command.split(" ", -1));
        assertThat(run.err())
                .as(command)
                .matches("warpbroker: '" + Pattern.quote(removed) + "' was removed; .{10,}\\R");
        assertThat(run.code()).as(command).isEqualTo(2);
    }

    /** {@return the words of a command, with an x for each argument that it must have} */
    private static String withArguments(String words) {
        var command = Main.commandLine();
        for (String word : words.split(" ", -1)) {
            command = command.getSubcommands().getOrDefault(word, command);
        }
        return words
                + " x".repeat((int) command.getCommandSpec().positionalParameters().stream()
                        .filter(parameter -> parameter.arity().min() > 0)
                        .count());
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
