package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import java.util.List;
import java.util.stream.Collectors;

/** A report as Markdown, for documentation to include; the plots are files beside it. */
final class MarkdownPage {
    private static final String INTRODUCTION = "Made by `warpbroker report` from recorded results.";

    private final StringBuilder markdown = new StringBuilder();

    private MarkdownPage() {}

    static String of(Report report) {
        return of("Warpbroker results", INTRODUCTION, report.sections());
    }

    /**
     * {@return a page}
     *
     * @param introduction in Markdown
     */
    static String of(String title, String introduction, List<Section> sections) {
        var page = new MarkdownPage();
        page.markdown
                .append("# ")
                .append(title)
                .append("\n\n")
                .append(introduction)
                .append('\n');
        sections.forEach(page::add);
        return page.markdown.toString();
    }

    private void add(Section section) {
        markdown.append("\n## ").append(escape(section.title())).append('\n');
        for (var part : section.parts()) {
            if (part instanceof Part.Bars) {
                continue; // a table beside it says the same
            }
            markdown.append('\n');
            switch (part) {
                case Part.Lead lead -> markdown.append(escape(lead.text())).append('\n');
                case Part.Bars _ -> {}
                case Part.Figure figure -> {
                    String title =
                            figure.chart().title() + ", " + figure.chart().subtitle();
                    markdown.append("![")
                            .append(escape(title))
                            .append("](")
                            .append(figure.file())
                            .append(")\n");
                }
                case Part.Captioned captioned -> {
                    markdown.append(escape(captioned.caption())).append(":\n\n");
                    add(captioned.table());
                }
                case Part.Picture picture ->
                    markdown.append("![")
                            .append(escape(picture.caption()))
                            .append("](")
                            .append(picture.file())
                            .append(")\n\n")
                            .append(escape(picture.caption()))
                            .append('\n');
                case Part.Verbatim verbatim -> {
                    markdown.append(escape(verbatim.caption())).append(":\n\n");
                    verbatim.text()
                            .lines()
                            .forEach(
                                    line -> markdown.append("    ").append(line).append('\n'));
                }
                case Part.Notes notes ->
                    notes.lines()
                            .forEach(line ->
                                    markdown.append("- ").append(escape(line)).append('\n'));
            }
        }
    }

    private void add(Table table) {
        row(table.columns().stream().map(column -> escape(column.title())).toList());
        row(table.columns().stream()
                .map(column -> switch (column.side()) {
                    case LEFT -> "---";
                    case RIGHT -> "---:";
                })
                .toList());
        table.rows().forEach(row -> row(row.stream().map(MarkdownPage::escape).toList()));
    }

    private void row(List<String> cells) {
        markdown.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private static String escape(String text) {
        return text.replaceAll("[\\\\`*_\\[\\]<>|#&]", "\\\\$0").replaceAll("\\R", " ");
    }
}
