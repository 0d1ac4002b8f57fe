package dev.warpbroker.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pages of the site and what they link to: Markdown becomes a page, a folder the page of its README.md or else a
 * list of its files, and any other file is copied.
 */
final class Pages {
    private static final String README = "README.md";

    private final Path root;
    private final Path site;
    private final Set<Path> made;
    private final Map<Path, Page> pages = new LinkedHashMap<>();
    private final Set<Path> seen = new TreeSet<>();

    /**
     * Creates the pages of a repository in a folder.
     *
     * @param made sources of pages that are in the folder already, from the root of the repository
     */
    Pages(Path root, Path site, Set<Path> made) {
        this.root = root;
        this.site = site;
        this.made = made;
    }

    /** Writes a file or folder, and what it links to. */
    void write(Path file) throws IOException {
        if (!seen.add(file) || made.contains(file)) {
            return;
        }
        if (Files.isDirectory(root.resolve(file))) {
            if (Files.exists(root.resolve(file).resolve(README))) {
                write(file.resolve(README));
            } else {
                page(file.resolve(README), listing(file));
            }
        } else if (file.toString().endsWith(".md")) {
            page(file, Files.readString(root.resolve(file)));
        } else {
            Files.copy(root.resolve(file), target(file.toString()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void page(Path source, String markdown) throws IOException {
        var page = Page.of(source, markdown, file -> Files.isDirectory(root.resolve(file)));
        Files.writeString(target(page.path()), page.html());
        pages.put(source, page);
        for (var link : page.links()) {
            if (exists(link.file())) {
                write(link.file());
            }
        }
    }

    private Path target(String path) throws IOException {
        var target = site.resolve(path);
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        return target;
    }

    private String listing(Path folder) throws IOException {
        var list = new StringBuilder("# " + folder + "\n\n");
        if (made.contains(folder.resolve("report.md"))) {
            list.append("- [report](report.md)\n");
        }
        try (var files = Files.list(root.resolve(folder))) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                list.append("- [%1$s](%1$s)%n".formatted(file.getFileName()));
            }
        }
        return list.toString();
    }

    private boolean exists(Path file) {
        boolean inside = !file.isAbsolute() && !file.startsWith("..");
        return inside && (made.contains(file) || Files.exists(root.resolve(file)));
    }

    int count() {
        return pages.size();
    }

    /** {@return a line for each link that leads nowhere} */
    List<String> brokenLinks() {
        var broken = new ArrayList<String>();
        pages.forEach((source, page) -> {
            for (var link : page.links()) {
                var problem = problem(link);
                if (!problem.isEmpty()) {
                    broken.add(source + " links to " + link.written() + ": " + problem);
                }
            }
        });
        return broken;
    }

    private String problem(Page.Link link) {
        if (!exists(link.file())) {
            return "there is no " + link.file();
        }
        var page = pages.getOrDefault(link.file(), pages.get(link.file().resolve(README)));
        return link.anchor().isEmpty() || page == null || page.anchors().contains(link.anchor())
                ? ""
                : "no heading there is #" + link.anchor();
    }
}
