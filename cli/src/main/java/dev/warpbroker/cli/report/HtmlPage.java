package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.page.Table.Side;
import java.util.List;

/** A report as a page that needs nothing else: plots, styles and all are in it. */
final class HtmlPage {
    private static final String HEAD = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%TITLE%</title>
        <style>
        :root { color-scheme: light dark; --ground: #f6f7f8; --card: #ffffff; --ink: #1c1c1c; --quiet: #5a5a5a;
            --line: #dcdfe3; }
        @media (prefers-color-scheme: dark) {
            :root { --ground: #0e1013; --card: #16181c; --ink: #ececec; --quiet: #a9adb3; --line: #33373d; }
        }
        body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.2rem 4rem; background: var(--ground);
            color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial,
            sans-serif; }
        h1 { font-size: 1.7rem; margin: 0 0 1.5rem; }
        h2 { font-size: 1.25rem; margin: 0 0 1rem; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
            padding: 1.4rem; margin-bottom: 1.6rem; }
        figure { margin: 0 0 1.4rem; }
        figure svg, figure img { display: block; max-width: 100%; height: auto; }
        figure.picture { display: inline-block; vertical-align: top; width: min(100%, 28rem); margin-right: 1rem; }
        figcaption { color: var(--quiet); font-size: 0.9rem; padding-top: 0.4rem; }
        .scroll { overflow-x: auto; margin-bottom: 1.4rem; }
        table { border-collapse: collapse; font-size: 0.93rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; font-weight: 600; padding-bottom: 0.5rem; white-space: nowrap; }
        th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; white-space: nowrap;
            border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-weight: 500; }
        .number { text-align: right; padding-left: 0.9rem; }
        pre { overflow-x: auto; font-size: 0.85rem; line-height: 1.3; }
        .notes { margin: 0; padding: 0; list-style: none; color: var(--quiet); font-size: 0.85rem; }
        </style>
        </head>
        <body>
        <h1>%TITLE%</h1>
        """;

    private final StringBuilder html = new StringBuilder();

    private HtmlPage() {}

    static String of(Report report) {
        return of("Warpbroker results", "", report.sections());
    }

    /**
     * {@return a page}
     *
     * @param introduction plain text; none if it is empty
     */
    static String of(String title, String introduction, List<Section> sections) {
        var page = new HtmlPage();
        page.html.append(HEAD.replace("%TITLE%", Xml.escape(title)));
        introduction
                .lines()
                .filter(line -> !line.isBlank())
                .forEach(
                        line -> page.html.append("<p>").append(Xml.escape(line)).append("</p>\n"));
        sections.forEach(page::add);
        return page.html.append("</body>\n</html>\n").toString();
    }

    private void add(Section section) {
        html.append("<section>\n<h2>").append(Xml.escape(section.title())).append("</h2>\n");
        for (var part : section.parts()) {
            switch (part) {
                case Part.Figure figure ->
                    html.append("<figure>\n").append(Svg.of(figure.chart())).append("</figure>\n");
                case Part.Captioned captioned -> add(captioned);
                case Part.Picture picture ->
                    html.append("<figure class=\"picture\">\n<a href=\"")
                            .append(Xml.escape(picture.file()))
                            .append("\"><img alt=\"")
                            .append(Xml.escape(picture.caption()))
                            .append("\" src=\"data:image/png;base64,")
                            .append(picture.content())
                            .append("\"></a>\n<figcaption>")
                            .append(Xml.escape(picture.caption()))
                            .append("</figcaption>\n</figure>\n");
                case Part.Verbatim verbatim ->
                    html.append("<p>")
                            .append(Xml.escape(verbatim.caption()))
                            .append("</p>\n<pre>")
                            .append(Xml.escape(verbatim.text()))
                            .append("</pre>\n");
                case Part.Notes notes -> {
                    html.append("<ul class=\"notes\">\n");
                    notes.lines()
                            .forEach(line ->
                                    html.append("<li>").append(Xml.escape(line)).append("</li>\n"));
                    html.append("</ul>\n");
                }
            }
        }
        html.append("</section>\n");
    }

    private void add(Part.Captioned captioned) {
        var table = captioned.table();
        html.append("<div class=\"scroll\">\n<table>\n<caption>")
                .append(Xml.escape(captioned.caption()))
                .append("</caption>\n<thead>\n");
        row("th", table, table.columns().stream().map(Table.Column::title).toList());
        html.append("</thead>\n<tbody>\n");
        table.rows().forEach(row -> row("td", table, row));
        html.append("</tbody>\n</table>\n</div>\n");
    }

    private void row(String element, Table table, List<String> cells) {
        html.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            boolean number = table.columns().get(i).side() == Side.RIGHT;
            html.append('<').append(element).append(number ? " class=\"number\">" : ">");
            html.append(Xml.escape(cells.get(i))).append("</").append(element).append('>');
        }
        html.append("</tr>\n");
    }
}
