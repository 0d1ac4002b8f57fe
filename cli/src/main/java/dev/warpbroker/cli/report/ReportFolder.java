package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A folder with a page about results: as HTML, which needs no other file, as Markdown, and with every plot as SVG. */
public final class ReportFolder {
    private final Path folder;
    private final List<Section> galleries = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();

    public ReportFolder(Path folder) {
        this.folder = folder;
    }

    /** A picture in the folder, a PNG, what it shows, and what its colours mean, or null. */
    public record Picture(Path file, String caption, Part.@Nullable ColourScale scale) {}

    /** Adds pictures with a heading and a sentence, to stand before what was measured. */
    public ReportFolder gallery(String title, String about, List<Picture> pictures) throws IOException {
        var parts = new ArrayList<Part>(List.of(new Part.Lead(about)));
        for (var picture : pictures) {
            parts.add(Part.Picture.of(picture.file(), picture.caption(), picture.scale()));
        }
        galleries.add(new Section(title, parts));
        return this;
    }

    /**
     * Writes the page.
     *
     * @param name of the page's files, without ending
     * @param damages hears which lines are left out, and why
     * @return all files
     */
    public List<Path> write(String name, List<ResultLine> lines, Consumer<DamagedLineException> damages)
            throws IOException {
        var report = Report.of(lines, damages).after(galleries);
        OutputFile.createFolder(folder);
        write(folder.resolve(name + ".html"), HtmlPage.of(report));
        write(folder.resolve(name + ".md"), MarkdownPage.of(report));
        for (var section : report.sections()) {
            for (var part : section.parts()) {
                if (part instanceof Part.Figure figure) {
                    write(folder.resolve(figure.file()), Svg.of(figure.chart()));
                }
            }
        }
        return List.copyOf(written);
    }

    private void write(Path file, String text) throws IOException {
        OutputFile.write(file, made -> Files.writeString(made, text));
        written.add(file);
    }
}
