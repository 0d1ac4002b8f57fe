package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.results.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page of sections in one file, without plots of its own. */
public final class PageFile {
    private PageFile() {}

    /**
     * Writes a page, and makes its folder if need be.
     *
     * @param file ends in {@code .html} for HTML; else it is Markdown
     * @param introduction in Markdown; HTML leaves its marks out
     */
    public static void write(Path file, String title, String introduction, List<Section> sections) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OutputFile.createFolder(folder);
        }
        String text = file.toString().endsWith(".html")
                ? HtmlPage.of(title, introduction.replaceAll("[*`]", ""), sections)
                : MarkdownPage.of(title, introduction, sections);
        OutputFile.write(file, made -> Files.writeString(made, text));
    }
}
