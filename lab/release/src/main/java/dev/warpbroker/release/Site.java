package dev.warpbroker.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The documentation site: the Markdown pages of the repository, the Javadoc of the library, and the reports of all
 * recorded results with their plots.
 *
 * <p>A page is where its source is, so that relative links hold: {@code docs/tasks.md} becomes {@code docs/tasks.html},
 * a {@code README.md} the index of its folder. Files that pages link are copied. A relative link that leads nowhere
 * fails the build.
 */
public final class Site {
    /** Folders of the library, each with a module {@code dev.warpbroker.FOLDER}. */
    private static final List<String> MODULES =
            List.of("device", "structures", "tasks", "graphs", "concurrent", "verify");

    private static final String COMMAND_LINE = "dev.warpbroker.cli/dev.warpbroker.cli.Main";

    private final Path root;
    private final Path site;

    private Site(Path root, Path site) {
        this.root = root;
        this.site = site;
    }

    /** Arguments: the root of the checkout, with jars that are built, and the folder to write. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var site = new Site(Path.of(arguments[0]), Path.of(arguments[1]));
        site.document();
        var pages = new Pages(site.root, site.site, site.report());
        for (var source : site.sources()) {
            pages.write(source);
        }
        var broken = new ArrayList<>(pages.brokenLinks());
        for (var entry : Page.BAR) {
            if (!Files.exists(site.site.resolve(entry.getValue()))) {
                broken.add("the bar on top of the pages links to " + entry.getValue() + ", which is not there");
            }
        }
        broken.forEach(link -> System.err.println("site: " + link));
        System.out.println("site: " + site.site.resolve("index.html") + ", " + pages.count() + " pages, "
                + broken.size() + " broken links");
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    private void document() throws IOException {
        var arguments =
                new ArrayList<>(List.of("-quiet", "-notimestamp", "-Xdoclint:all,-missing", "-encoding", "UTF-8"));
        arguments.addAll(List.of("-d", site.resolve("api").toString()));
        arguments.addAll(List.of("-windowtitle", "Warpbroker", "-doctitle", "Warpbroker: API of the library"));
        // For the annotations of org.jspecify.
        arguments.addAll(List.of("--module-path", System.getProperty("java.class.path")));
        for (var module : MODULES) {
            var sources = root.resolve("library").resolve(module).resolve("src/main/java");
            arguments.addAll(List.of("--module-source-path", "dev.warpbroker." + module + "=" + sources));
            arguments.addAll(List.of("--module", "dev.warpbroker." + module));
        }
        int status = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IOException("javadoc ended with " + status);
        }
    }

    /**
     * Reports of every folder with records, by the command line that was built.
     *
     * @return the Markdown that each stands for
     */
    private Set<Path> report() throws IOException, InterruptedException {
        var reports = new HashSet<Path>();
        for (var folder : resultFolders()) {
            if (list(folder, ".jsonl").isEmpty()) {
                continue;
            }
            var target = Files.createDirectories(site.resolve("results").resolve(folder.getFileName()));
            var process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--module-path",
                            root.resolve("cli/target/modules").toString(),
                            "--module",
                            COMMAND_LINE,
                            "report",
                            folder.toString(),
                            "--out",
                            target.toString())
                    .redirectErrorStream(true)
                    .start();
            var printed = process.inputReader().readAllAsString();
            if (process.waitFor() != 0) {
                throw new IOException("no report of " + folder + ": " + printed);
            }
            // report.html holds the plots once more.
            for (var file : list(target, ".svg", ".md")) {
                Files.delete(file);
            }
            reports.add(root.relativize(folder).resolve("report.md"));
        }
        return reports;
    }

    private List<Path> resultFolders() throws IOException {
        try (var folders = Files.list(root.resolve("results"))) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Path> list(Path folder, String... endings) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    /** {@return the pages that the site has, whether or not another one links them} */
    private List<Path> sources() throws IOException {
        var sources = new ArrayList<>(list(root, ".md"));
        sources.addAll(list(root.resolve("docs"), ".md"));
        sources.addAll(list(root.resolve("results"), ".md"));
        for (var folder : resultFolders()) {
            sources.addAll(list(folder, "README.md"));
        }
        return sources.stream().map(root::relativize).toList();
    }
}
