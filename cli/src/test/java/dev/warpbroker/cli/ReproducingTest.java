package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warpbroker.experiments.papers.Papers;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every experiment in docs/reproducing.md and on the page about the papers runs on the JVM, small, with every option
 * that these pages give it: in their tables, texts and scripts.
 */
class ReproducingTest {
    private static final Path PAGE = Path.of("..", "docs", "reproducing.md");
    private static final Pattern IN_TEXT = Pattern.compile("`((?:bench|run) [^`]+)`");
    private static final Pattern IN_SCRIPTS =
            Pattern.compile("warpbroker ((?:bench|run) .+?)(?= {2}| #|;|$)", Pattern.MULTILINE);
    private static final Pattern OTHERS =
            Pattern.compile("\\./warpbroker ((?:papers|report|compare) .+?)(?= {2}|$)", Pattern.MULTILINE);
    private static final Pattern LOOP = Pattern.compile("for (\\w+) in ([^;]+); do(.*?)done", Pattern.DOTALL);
    private static final Pattern PEER = Pattern.compile(" --peer \\S+=\"[^\"]*\"");

    /** Options whose values would make a run large, or name files that are not here. */
    private static final Set<String> LEFT_OUT = Set.of(
            "--device",
            "--size",
            "--threads",
            "--operations",
            "--capacity",
            "--elements",
            "--added",
            "--reps",
            "--warmup",
            "--limit",
            "--fib",
            "--queens",
            "--uts-depth",
            "--uts-seed",
            "--math",
            "--out");

    private static final Set<String> OF_GRAPHS = Set.of("--graph", "--graphs", "--queue-graph");

    /** Generators, and what makes graphs of theirs small. */
    private static final Map<Pattern, String> SMALL_GRAPHS = Map.of(
            Pattern.compile("lattice:\\d+"), "lattice:4",
            Pattern.compile("road:\\d+x\\d+"), "road:9x9",
            Pattern.compile("(road-like:[a-z]+)"), "$1:scale=0.0001",
            Pattern.compile("rmat:\\d+"), "rmat:6");

    private static final boolean LONG = Boolean.getBoolean("warpbroker.long");

    /** What makes those small that have no --quick, or of which that is not enough. */
    private static final Map<String, String> SMALL = Map.of(
            "properties", LONG ? "--quick" : "--quick --structures BQ,TZQ,WFQ",
            "copies", "--bytes 4096 --chunks 2 --chunk-bytes 4096 --records 64 --reps 1",
            "history", "--threads 4 --operations 100",
            "launch", "--launches 50 --compilations 1",
            "executor", "--requests 100 --round-trips 20 --threads 1 --reps 1");

    private static final String ON_THE_JVM = " --device jvm --quiet ";

    @TempDir
    private Path folder;

    static Stream<String> commands() throws IOException {
        String page =
                PEER.matcher(Files.readString(PAGE).replaceAll("\\\\\n *", "")).replaceAll("");
        var found = new ArrayList<String>();
        for (var pattern : List.of(IN_TEXT, IN_SCRIPTS)) {
            pattern.matcher(unrolled(page)).results().forEach(result -> found.add(result.group(1)));
        }
        found.addAll(ofThePapers().toList());
        // All experiments one after the other, and what only prints.
        found.removeIf(command -> command.startsWith("bench all") || command.contains("--help"));
        return found.stream().map(ReproducingTest::small).distinct();
    }

    /**
     * {@return the commands that are run: those with an option that no command before them gives to the same
     * experiment; with -Plong all}
     */
    static Stream<String> commandsToRun() throws IOException {
        var seen = new HashSet<String>();
        return commands().filter(command -> addOptions(seen, command) || LONG);
    }

    /** {@return whether the command has an experiment or an option of it that was not there before} */
    private static boolean addOptions(Set<String> seen, String command) {
        var words = command.split(" ");
        String experiment = words[0] + " " + words[1];
        return Stream.concat(
                                Stream.of(experiment),
                                Stream.of(words)
                                        .filter(word -> word.startsWith("-"))
                                        .map(option -> experiment + " " + option))
                        .mapToInt(option -> seen.add(option) ? 1 : 0)
                        .sum()
                > 0;
    }

    /** {@return the commands of the page about the papers} */
    static Stream<String> ofThePapers() {
        return Papers.ALL.stream()
                .flatMap(paper -> paper.exhibits().stream())
                .flatMap(exhibit -> exhibit.commands().stream())
                .distinct();
    }

    /** {@return the commands of the page about results that are there} */
    static Stream<String> aboutResults() throws IOException {
        return OTHERS.matcher(Files.readString(PAGE))
                .results()
                .map(result -> result.group(1).strip())
                .filter(command -> !command.contains("results/mine") && !command.contains("results/a "));
    }

    /** {@return the page with loops written out} */
    private static String unrolled(String page) {
        return LOOP.matcher(page)
                .replaceAll(loop -> Stream.of(loop.group(2).split(" "))
                        .map(value -> loop.group(3).replace("$" + loop.group(1), value))
                        .collect(Collectors.joining("\n"))
                        .replace("$", "\\$"));
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

    @Test
    void everyOptionOfTheCommandsIsRun() throws IOException {
        var all = new HashSet<String>();
        var run = new HashSet<String>();
        commands().forEach(command -> addOptions(all, command));
        commandsToRun().forEach(command -> addOptions(run, command));
        assertThat(run).isEqualTo(all);
    }

    @Test
    void commandsOfScriptsAndLoopsAreAmongThem() throws IOException {
        assertThat(commands())
                .anyMatch(command -> command.startsWith("bench executor"))
                .contains("bench raytrace" + ON_THE_JVM + "--quick", "bench deque --packed" + ON_THE_JVM + "--quick")
                .contains("bench pairs --structures BQ-fused --form thread,block" + ON_THE_JVM + "--quick")
                .noneMatch(command -> command.contains("$") || command.contains("#"));
    }

    /** Whatever the page writes behind "bench" is run, in whichever form it is written. */
    @Test
    void noExperimentOfThePageIsOverlooked() throws IOException {
        var named = Pattern.compile("\\bbench ([a-z][a-z-]*)")
                .matcher(unrolled(Files.readString(PAGE)))
                .results()
                .map(result -> result.group(1))
                .filter(name -> !name.equals("all"))
                .collect(Collectors.toSet());
        assertThat(commands()
                        .filter(command -> command.startsWith("bench "))
                        .map(command -> command.split(" ")[1])
                        .collect(Collectors.toSet()))
                .isEqualTo(named);
    }

    /** As they stand there, for whichever device. */
    @ParameterizedTest
    @MethodSource("ofThePapers")
    void commandOfThePapersIsUnderstood(String command) {
        var arguments = command.split(" ");
        assertThatCode(() -> Main.commandLine(arguments).parseArgs(arguments)).doesNotThrowAnyException();
        assertThat(graphs(command)).allSatisfy(graph -> {
            if (graph.contains(":")) {
                assertThatCode(() -> GraphSource.parse(graph, ReadOptions.asWritten()))
                        .doesNotThrowAnyException();
            } else {
                assertThat(graph).as("a file").matches("[\\w-]+\\.txt\\.gz");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("aboutResults")
    void commandAboutResultsIsUnderstoodAndTheyAreThere(String command) {
        var arguments = command.split(" +");
        assertThatCode(() -> Main.commandLine(arguments).parseArgs(arguments)).doesNotThrowAnyException();
        assertThat(Stream.of(arguments).filter(word -> word.startsWith("results")))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(Path.of("..", file)).exists());
    }

    @Test
    void resultsAreComparedAndPutBesideThePapers() throws IOException {
        assertThat(aboutResults()).anyMatch(command -> command.startsWith("report "));
        var results = Path.of("..", "results");
        var compared = CommandRun.of(
                "compare",
                results.resolve("h200-rebuilt/before.jsonl").toString(),
                results.resolve("h200-rebuilt/after.jsonl").toString());
        assertThat(compared.out()).as(compared.err()).contains("rows compared");
        var page = folder.resolve("papers.md");
        var papers = CommandRun.of("papers", results.toString(), "--out", page.toString());
        assertThat(papers.code()).as(papers.err()).isLessThan(2);
        assertThat(page).content().contains("## Scan Stack, table 3");
    }

    private static List<String> graphs(String command) {
        var words = List.of(command.split(" "));
        return IntStream.range(1, words.size())
                .filter(i -> OF_GRAPHS.contains(words.get(i - 1)))
                .boxed()
                .flatMap(i -> Stream.of(words.get(i).split(",")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commandsToRun")
    void commandRunsOnTheJvm(String command) {
        var arguments = Stream.of(command.split(" "))
                .map(word ->
                        word.matches(".*\\.(png|jsonl)") ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
        assertThat(CommandRun.of(arguments).succeeded()).isNotBlank();
    }

    private static String small(String command) {
        var arguments = new ArrayList<String>();
        var words = List.of(command.strip().split("\\s+"));
        for (int i = 0; i < words.size(); i++) {
            if (LEFT_OUT.contains(words.get(i))) {
                i++;
            } else if (OF_GRAPHS.contains(words.get(i))) {
                String graphs = smallGraphs(words.get(i + 1));
                if (!graphs.isEmpty()) {
                    arguments.addAll(List.of(words.get(i), graphs));
                }
                i++;
            } else if (words.get(i).equals("--resume") && words.get(i + 1).startsWith("--")) {
                continue; // with the file of --out, which is left out
            } else if (!words.get(i).startsWith("$")) {
                arguments.add(words.get(i));
            }
        }
        String size = command.startsWith("bench ")
                ? SMALL.getOrDefault(words.get(1), "--quick")
                : "--size 16 --out picture.png";
        return String.join(" ", arguments) + ON_THE_JVM + size;
    }

    /** {@return those that are made, small; nothing if all of them are in files} */
    private static String smallGraphs(String graphs) {
        return Stream.of(graphs.split(","))
                .filter(graph -> graph.contains(":"))
                .map(graph -> {
                    String small = graph;
                    for (var generator : SMALL_GRAPHS.entrySet()) {
                        small = generator.getKey().matcher(small).replaceFirst(generator.getValue());
                    }
                    return small;
                })
                .distinct()
                .collect(Collectors.joining(","));
    }
}
