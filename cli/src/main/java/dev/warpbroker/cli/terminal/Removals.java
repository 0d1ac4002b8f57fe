package dev.warpbroker.cli.terminal;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Commands, options and values of options that were removed from the command line. Each is answered by one line that
 * names what to use instead.
 */
public final class Removals {
    /** The removals from this program. */
    public static final Removals OURS = new Removals()
            .add("use 'bench bfs', which searches from one vertex", "bench sources", "bench all --only sources")
            .add("search from one vertex in each run and name it with --source", "run bfs --sources")
            .add("it chose random vertices for --sources; name a vertex with --source", "run bfs --seed")
            .add(
                    "run a kernel of your own that calls lane.gridBarrier() often, and read Launch.elapsed()",
                    "bench barrier",
                    "bench all --only barrier")
            .add(
                    "use bench executor, or time a program of your own with QueueToHost and QueueToDevice",
                    "bench host-queue",
                    "bench all --only host-queue")
            .add(
                    "use rooms, the stack to begin with, or Treiber, a lock-free one to compare with",
                    "bench stack --stacks EB",
                    "bench stack --stacks FA",
                    "bench history --structures EB",
                    "bench history --structures EB-warp",
                    "bench history --structures EB-block",
                    "bench history --structures FA",
                    "bench history --structures FA-warp",
                    "bench history --structures FA-block");

    /** The remedies, by the removed words in any case. */
    private final Map<String, String> remedies = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Without removals. */
    Removals() {}

    /**
     * Adds removals that have the same remedy.
     *
     * @param remedy the part of the answer after "was removed; ": what to use instead
     * @param removed the words as a user types them after {@code warpbroker}: a command, a command and its option, or
     *     these two and a value of the option
     * @return this
     */
    Removals add(String remedy, String... removed) {
        for (String words : removed) {
            remedies.put(words, remedy);
        }
        return this;
    }

    /** {@return the removed words: commands, options after their command, values after their option} */
    public Iterable<String> words() {
        return remedies.keySet();
    }

    /** {@return the answer to a command line with something that was removed} */
    Optional<String> answer(CommandLine program, String... arguments) {
        var command = program;
        String before = "";
        for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
            var subcommand = command.getSubcommands().get(arguments[i]);
            if (subcommand != null) {
                // The words after help are those of another command.
                if (!arguments[i].equals("help")) {
                    command = subcommand;
                    before += arguments[i] + " ";
                }
                continue;
            }
            String[] word = arguments[i].split("=", 2);
            var option = command.getCommandSpec().findOption(word[0]);
            String values = word.length > 1 ? word[1] : i + 1 < arguments.length ? arguments[i + 1] : "";
            var removed = (option == null ? Stream.of(word[0]) : namesAndValues(option, values))
                    .map(before::concat)
                    .filter(remedies::containsKey)
                    .findFirst();
            if (removed.isPresent()) {
                return removed.map(words -> "'" + words + "' was removed; " + remedies.get(words));
            }
        }
        return Optional.empty();
    }

    /** {@return each name of an option with each of its values} */
    private static Stream<String> namesAndValues(OptionSpec option, String values) {
        return Stream.of(option.names())
                .flatMap(name -> Stream.of(values.split(",", -1)).map(value -> name + " " + value));
    }
}
