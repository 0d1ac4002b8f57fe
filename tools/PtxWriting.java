import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.spi.ToolProvider;

/**
 * Writes the PTX of the kernels of a commit. It builds the commit and runs its command line with {@link PtxAgent}: the
 * self-test, each experiment, and each program in {@code examples/}.
 */
final class PtxWriting {
    /** Options for work that experiments do only on demand. An experiment that no longer exists is left out. */
    private static final List<String> ON_DEMAND = List.of(
            "bfs --variants queue-only --graphs road:6x6",
            "deque --every-lane --packed",
            "faa --words 4",
            "history --structures rooms,rooms-warp,rooms-block",
            "mix --multiprocessors near:1 --structures CAS-linked",
            "pagerank --engines pull,pull-laid-out,queue --forms warp,thread --float",
            "pairs --count --forms thread,warp,block,one-per-warp",
            "raytrace --yardsticks --balance --tiles 8 --cameras 1 --schemes static",
            "stack --form thread",
            "stack --form warp --count",
            "stack --fresh",
            "stack --invalid");

    /** The file that lists kernels: file, class and method, and the first command that compiled it. */
    private static final String INDEX = "index.tsv";

    private final PinnedBuild build;
    private final Path agent;
    private final Map<String, Kernel> kernels = new TreeMap<>();
    private final List<String> failed = new ArrayList<>();

    private record Kernel(String ptx, String command) {
        /** The same kernel at other positions, or under another number, is kept once. */
        Kernel or(Kernel later) {
            return new Kernel(ptx.compareTo(later.ptx) < 0 ? ptx : later.ptx, command);
        }
    }

    private PtxWriting(PinnedBuild build, Path agent) {
        this.build = build;
        this.agent = agent;
    }

    /** {@return whether all commands succeeded} */
    static boolean write(Path root, String commit, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try (var files = Files.newDirectoryStream(folder)) {
            if (files.iterator().hasNext()) {
                throw new IllegalArgumentException(folder + " is not empty; name a new folder");
            }
        }
        var build = PinnedBuild.of(root, commit, "cli");
        var coverage = new PtxCoverage(build.folder().resolve("cli/target/modules"));
        var writing = new PtxWriting(build, agent(root));
        for (String command : writing.commands()) {
            writing.collect(command);
        }
        writing.save(folder);
        writing.report(coverage, folder);
        return writing.failed.isEmpty();
    }

    private static Path agent(Path root) throws IOException {
        Path folder = Files.createTempDirectory("agent");
        Path manifest = Files.writeString(folder.resolve("manifest"), "Premain-Class: PtxAgent\n");
        Path jar = folder.resolve("agent.jar");
        tool(
                "javac",
                "-d",
                folder.toString(),
                root.resolve("tools/PtxAgent.java").toString());
        tool("jar", "-c", "-f", jar.toString(), "-m", manifest.toString(), "-C", folder.toString(), ".");
        return jar;
    }

    private static void tool(String name, String... arguments) {
        if (ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments) != 0) {
            throw new IllegalStateException(name + " failed on tools/PtxAgent.java");
        }
    }

    private List<String> commands() throws IOException, InterruptedException {
        var commands = new ArrayList<>(
                List.of("selftest --device sim", "selftest --device sim --faults 3", "demo --device sim"));
        var experiments = new TreeSet<String>();
        run("bench --list", "").lines().forEach(line -> experiments.add(line.split(" ")[0]));
        experiments.remove("all");
        var benches = new ArrayList<>(experiments);
        ON_DEMAND.stream()
                .filter(more -> experiments.contains(more.split(" ")[0]))
                .forEach(benches::add);
        for (String bench : benches) {
            String help = run("bench " + bench.split(" ")[0] + " --help", "");
            // No row is left out because the machine is busy. Of properties, some launches never end.
            boolean limited = help.contains("--limit") && !bench.equals("properties");
            commands.add("bench " + bench + " --device sim" + (help.contains("--quick") ? " --quick" : "")
                    + (limited ? " --limit 600" : ""));
        }
        Path examples = build.folder().resolve("examples");
        if (Files.isDirectory(examples)) {
            try (var files = Files.newDirectoryStream(examples, "*.java")) {
                files.forEach(file -> commands.add("java examples/" + file.getFileName()));
            }
        }
        return commands;
    }

    /** Runs a command. {@return its output} */
    private String run(String command, String options) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of("./warpbroker"));
        line.addAll(List.of(command.split(" ")));
        return PinnedBuild.output(build.folder(), Map.of("WARPBROKER_JAVA_OPTIONS", options), line);
    }

    /** Runs a command, and takes the kernels that it compiles. */
    private void collect(String command) throws IOException, InterruptedException {
        Path texts = Files.createTempDirectory("texts");
        long start = System.nanoTime();
        int before = kernels.size();
        // Programs of users would open the JVM where there is no GPU.
        String prefix = command.startsWith("java ") ? "sim," : "";
        try {
            run(command, "-javaagent:" + agent + "=" + prefix + texts);
        } catch (IOException failure) {
            failed.add(failure.getMessage());
        }
        int found = 0;
        try (var files = Files.newDirectoryStream(texts)) {
            for (Path file : files) {
                found++;
                var ptx = PtxText.of(file.toString(), Files.readString(file));
                UUID hash = UUID.nameUUIDFromBytes(ptx.normal().getBytes());
                String name = ptx.name() + "-" + hash.toString().substring(0, 8) + ".ptx";
                kernels.merge(name, new Kernel(ptx.text(), command), Kernel::or);
            }
        }
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        System.out.printf("%4d kernels, %4d new, %3d s: %s%n", found, kernels.size() - before, seconds, command);
    }

    private void save(Path folder) throws IOException {
        if (kernels.isEmpty()) {
            throw new IllegalStateException("no command compiled a kernel; change tools/PtxAgent.java");
        }
        var index = new ArrayList<String>();
        for (var kernel : kernels.entrySet()) {
            String ptx = kernel.getValue().ptx;
            Files.writeString(folder.resolve(kernel.getKey()), ptx);
            index.add(String.join("\t", kernel.getKey(), PtxCoverage.method(ptx), kernel.getValue().command));
        }
        Files.write(folder.resolve(INDEX), index);
    }

    private void report(PtxCoverage coverage, Path folder) {
        var all = coverage.kernels();
        var missing = new TreeSet<>(all);
        kernels.values().forEach(kernel -> missing.remove(PtxCoverage.method(kernel.ptx)));
        missing.forEach(kernel -> System.out.println("never compiled: " + kernel));
        failed.forEach(failure -> System.out.println("FAILED: " + failure));
        System.out.printf(
                "%s: %d texts, %d of the %d kernels in the bytecode of %s; %d commands failed%n",
                folder, kernels.size(), all.size() - missing.size(), all.size(), build.name(), failed.size());
    }
}
