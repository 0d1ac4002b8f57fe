package dev.warpbroker.cli.terminal;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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

    /** {@return the answer to a command line that was refused for something that was removed} */
    Optional<String> answer(ParameterException refused) {
        return words(refused)
                .filter(remedies::containsKey)
                .findFirst()
                .map(words -> "'" + words + "' was removed; " + remedies.get(words));
    }

    /** {@return the words that were refused; several if an option has several names} */
    private static Stream<String> words(ParameterException refused) {
        String command = refused.getCommandLine().getCommandSpec().qualifiedName();
        Stream<String> rest;
        if (refused instanceof UnmatchedArgumentException unmatched) {
            rest = Stream.of(unmatched.getUnmatched().getFirst().replaceFirst("=.*", ""));
        } else if (refused.getArgSpec() instanceof OptionSpec option) {
            rest = Stream.of(option.names()).map(name -> name + " " + refused.getValue());
        } else {
            rest = Stream.empty();
        }
        String program = command.replaceFirst(" .*", " ");
        return rest.map(
                words -> (command + " " + words).substring(program.length()).strip());
    }
}
