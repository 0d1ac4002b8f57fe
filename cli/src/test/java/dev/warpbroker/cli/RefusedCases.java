package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Commands that are refused, and what a refusal is: an exit code and a message for people, without a class name or a
 * stack trace.
 */
final class RefusedCases {
    /** Names of classes and packages of Java, and traces. */
    private static final Pattern INTERNAL = Pattern.compile(
            "\\b(?:java|jdk|dev|picocli|org|sun)\\.[a-z]+\\.|[A-Za-z]+(?:Exception|Error)\\b|\\tat |\\bnull\\b");

    private RefusedCases() {}

    /**
     * A command that is refused.
     *
     * @param code the exit code
     * @param command with DIR for a folder
     * @param message what the message contains, with DIR_IS_NAMED for the folder
     */
    record Case(int code, String command, String message) {
        String[] arguments(Path folder) {
            return command.replace("DIR", folder.toString()).split(" +", -1);
        }

        void assertRefused(CommandRun run, Path folder) {
            assertThat(run.err())
                    .as(command)
                    .contains(message.replace("DIR_IS_NAMED", folder.toString()))
                    .contains("warpbroker: ");
            assertThat(INTERNAL.matcher(run.err())
                            .results()
                            .map(found -> found.group())
                            .toList())
                    .as(run.err())
                    .isEmpty();
            assertThat(run.code()).as(run.err()).isEqualTo(code);
        }

        @Override
        public String toString() {
            return command;
        }
    }

    /** {@return the lines of a table: exit code, command, what the message contains} */
    static List<Case> of(String table) {
        try (var file = Objects.requireNonNull(RefusedCases.class.getResourceAsStream(table))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split("\\|", -1))
                            .map(String::strip)
                            .toList())
                    .map(row -> new Case(Integer.parseInt(row.getFirst()), row.get(1), row.get(2)))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(table, e);
        }
    }
}
