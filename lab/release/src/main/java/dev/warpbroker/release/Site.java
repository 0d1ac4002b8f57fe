package dev.warpbroker.release;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The documentation site: the Markdown pages of the repository, the Javadoc of the library, and the reports of all
 * recorded results with their plots.
 *
 * <p>A page is where its source is, so that relative links hold: {@code docs/tasks.md} becomes {@code docs/tasks.html},
 * a {@code README.md} the index of its folder. A relative link that leads nowhere fails the build.
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
        site.report();
        var pages = site.render();
        var broken = site.brokenLinks(pages);
        broken.forEach(link -> System.err.println("site: " + link));
        System.out.println("site: " + site.site.resolve("index.html") + ", " + pages.size() + " pages, " + broken.size()
                + " broken links");
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

    /** Every folder with records, by the command line that was built. */
    private void report() throws IOException, InterruptedException {
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
        }
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

    /** {@return the pages, after copying what they show or link} */
    private List<Page> render() throws IOException {
        var sources = new ArrayList<>(list(root, ".md"));
        sources.addAll(list(root.resolve("docs"), ".md"));
        sources.addAll(list(root.resolve("results"), ".md"));
        sources.add(root.resolve("lab/samples/README.md"));
        sources.add(root.resolve("lab/peers/cuda/README.md"));
        var assets = new ArrayList<>(list(root.resolve("docs"), ".png"));
        assets.addAll(list(root.resolve("lab/peers/cuda"), ".cu"));
        for (var folder : resultFolders()) {
            assets.addAll(list(folder, ".txt"));
            list(folder, "README.md").forEach(sources::add);
        }
        for (var asset : assets) {
            copy(asset);
        }
        var pages = new ArrayList<Page>();
        for (var source : sources) {
            var page = Page.of(root.relativize(source), Files.readString(source));
            var file = site.resolve(page.path());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, page.html());
            pages.add(page);
        }
        return pages;
    }

    private void copy(Path asset) throws IOException {
        var target = site.resolve(root.relativize(asset));
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.copy(asset, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private List<String> brokenLinks(List<Page> pages) {
        var broken = new ArrayList<String>();
        for (var page : pages) {
            var folder = Objects.requireNonNull(site.resolve(page.path()).getParent());
            for (var link : page.links()) {
                if (!Files.exists(folder.resolve(link.replace('/', File.separatorChar)))) {
                    broken.add(page.path() + " links to " + link + ", which is not there");
                }
            }
        }
        return broken;
    }
}
