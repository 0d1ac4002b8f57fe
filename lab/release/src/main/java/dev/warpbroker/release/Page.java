package dev.warpbroker.release;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A Markdown page as HTML.
 *
 * @param path where it belongs in the site
 * @param html the whole page
 * @param links its relative links
 */
record Page(String path, String html, List<Link> links) {
    /**
     * A relative link.
     *
     * @param written as the source has it
     * @param file the file or folder that it leads to, from the root of the repository
     * @param anchor the part behind #, or nothing
     */
    record Link(String written, Path file, String anchor) {}

    private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]+)\"");

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    /** What the bar on top of every page links, from the root of the site. */
    static final List<Map.Entry<String, String>> BAR = List.of(
            Map.entry("Warpbroker", "index.html"),
            Map.entry("Kernels", "docs/kernels.html"),
            Map.entry("Structures", "docs/structures.html"),
            Map.entry("Tasks", "docs/tasks.html"),
            Map.entry("Graphs", "docs/graphs.html"),
            Map.entry("Histories", "docs/histories.html"),
            Map.entry("Measurements", "docs/measurements.html"),
            Map.entry("Architecture", "ARCHITECTURE.html"),
            Map.entry("API", "api/index.html"));

    private static final String STYLE = """
        body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: #1c2024; background: #fff; }
        nav { background: #12343b; padding: .7em 1.2em; }
        nav a { color: #d8f0ea; margin-right: 1.2em; text-decoration: none; white-space: nowrap; }
        nav a:first-child { font-weight: 700; color: #fff; }
        nav a:hover { text-decoration: underline; }
        main { max-width: 56em; margin: 0 auto; padding: 1em 1.2em 4em; }
        h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 .5em; }
        h1 { margin-top: .6em; }
        h2 { border-bottom: 1px solid #dde3e6; padding-bottom: .2em; }
        a { color: #0b6e5f; }
        img { max-width: 100%; border-radius: 6px; }
        code { font: .9em ui-monospace, monospace; background: #f1f4f5; padding: .1em .3em; border-radius: 3px; }
        pre { background: #f1f4f5; padding: .9em 1.1em; overflow-x: auto; border-radius: 6px; line-height: 1.4; }
        pre code { padding: 0; background: none; }
        .table { overflow-x: auto; }
        table { border-collapse: collapse; margin: 1em 0; font-size: .95em; }
        td, th { padding: .35em .8em; border-bottom: 1px solid #dde3e6; text-align: left; vertical-align: top; }
        thead th:empty { padding: 0; }
        """;

    /**
     * {@return the page of a source}
     *
     * @param source its path in the repository
     * @param folder whether a path in the repository is a folder
     */
    static Page of(Path source, String markdown, Predicate<Path> folder) {
        var links = new ArrayList<Link>();
        var document = Parser.builder().extensions(EXTENSIONS).build().parse(markdown);
        var body = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(_ -> relinking(source, folder, links))
                .build()
                .render(document)
                .replace("<table>", "<div class=\"table\"><table>")
                .replace("</table>", "</table></div>");
        var path = target(source.toString().replace('\\', '/'), false);
        var up = "../".repeat((int) path.chars().filter(c -> c == '/').count());
        var bar = new StringBuilder();
        BAR.forEach(entry -> bar.append("<a href=\"" + up + entry.getValue() + "\">" + entry.getKey() + "</a>\n"));
        var html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>TITLE</title>
            <style>
            STYLE</style>
            </head>
            <body>
            <nav>
            BAR</nav>
            <main>
            BODY</main>
            </body>
            </html>
            """.replace("TITLE", title(markdown))
                .replace("STYLE", STYLE)
                .replace("BAR", bar)
                .replace("BODY", body);
        return new Page(path, html, List.copyOf(links));
    }

    private static String title(String markdown) {
        var first = markdown.lines().filter(line -> line.startsWith("# ")).findFirst();
        return first.map(line -> line.substring(2)).filter("Warpbroker"::equals).isPresent()
                ? "Warpbroker"
                : first.map(line -> line.substring(2) + " – ").orElse("") + "Warpbroker";
    }

    /** {@return the names that links to this page may have behind #} */
    Set<String> anchors() {
        return ANCHOR.matcher(html).results().map(anchor -> anchor.group(1)).collect(Collectors.toSet());
    }

    private static AttributeProvider relinking(Path source, Predicate<Path> folder, List<Link> links) {
        return (Node node, String _, Map<String, String> attributes) -> {
            var key = node instanceof org.commonmark.node.Link ? "href" : node instanceof Image ? "src" : null;
            if (key != null && !attributes.getOrDefault(key, "").matches("[a-z]+:.*")) {
                var written = attributes.getOrDefault(key, "");
                var parts = written.split("#", 2);
                var anchor = parts.length == 1 ? "" : parts[1];
                if (parts[0].isEmpty()) {
                    links.add(new Link(written, source, anchor));
                } else {
                    var file = source.resolveSibling(parts[0]).normalize();
                    links.add(new Link(written, file, anchor));
                    attributes.put(key, target(parts[0], folder.test(file)) + written.substring(parts[0].length()));
                }
            }
        };
    }

    /** {@return what becomes of a path: a page of a Markdown file, the index of a folder} */
    private static String target(String path, boolean folder) {
        if (folder) {
            return path + (path.endsWith("/") ? "" : "/") + "index.html";
        }
        int name = path.lastIndexOf('/') + 1;
        if (path.substring(name).equals("README.md")) {
            return path.substring(0, name) + "index.html";
        }
        return path.endsWith(".md") ? path.substring(0, path.length() - ".md".length()) + ".html" : path;
    }
}
