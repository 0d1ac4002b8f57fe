package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Contest;
import dev.warpbroker.experiments.page.Glossary;
import dev.warpbroker.experiments.page.Glossary.Term;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table.Side;
import dev.warpbroker.experiments.results.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report as a page that needs nothing else, no server and no network: plots, styles, pictures and scripts are in it.
 * With scripts, plots answer to the pointer and tables sort; without, plots are drawings and all text is there.
 *
 * <p>The plots are drawn by uPlot (Leon Sorokin, MIT licence), which lies beside this class.
 */
final class HtmlPage {
    /** Wider tables get the whole width of the page. */
    private static final int WIDE_TABLE = 7;

    /** Tables with more rows scroll within the page. */
    private static final int LONG_TABLE = 24;

    /** Names within sentences; words of everyday life ({@code queue}, {@code static}) are left alone. */
    private static final Pattern NAME = Pattern.compile("[\\w+]+(?:-[\\w+]+)*");

    private static final Predicate<String> UNUSUAL =
            Pattern.compile("[A-Z0-9].*|.*-.*").asMatchPredicate();

    /** Between the heading of a section and its device. */
    private static final String DEVICE = " · ";

    private static final int MAX_WORKS = 4;

    private final StringBuilder html = new StringBuilder();
    private final List<Map<String, Object>> plots = new ArrayList<>();

    /** The names that the page has, for the glossary at its end. */
    private final Map<String, Term> used = new LinkedHashMap<>();

    private boolean oneDevice;

    private HtmlPage() {}

    static String of(Report report) {
        return new HtmlPage().page("Warpbroker: what was measured", report.summary(), report.sections());
    }

    /**
     * {@return a page}
     *
     * @param introduction plain text; none if it is empty
     */
    static String of(String title, String introduction, List<Section> sections) {
        return new HtmlPage()
                .page(
                        title,
                        introduction.lines().filter(line -> !line.isBlank()).toList(),
                        sections);
    }

    private String page(String title, List<String> summary, List<Section> sections) {
        add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        add("<title>" + Xml.escape(title) + "</title>");
        add("<style>\n" + resource("uPlot.min.css") + resource("page.css") + "</style>\n</head>\n<body>");
        add("<header><h1>" + Xml.escape(title) + "</h1></header>");
        oneDevice = sections.stream().map(HtmlPage::device).distinct().count() == 1;
        if (sections.size() > 2) {
            add("<nav>");
            for (int i = 0; i < sections.size(); i++) {
                add(entry(i, sections.get(i)));
            }
            add("</nav>");
        }
        add("<main>");
        verdict(summary, sections);
        for (int i = 0; i < sections.size(); i++) {
            section(id(i), sections.get(i));
        }
        glossary();
        add("</main>\n<footer>Made by <code>warpbroker</code> from recorded results. Plots:"
                + " uPlot, MIT licence.</footer>");
        add("<script type=\"application/json\" id=\"plots\">" + inScript(Json.line(Map.of("plots", plots)))
                + "</script>");
        add("<script>/*\n" + resource("uPlot-LICENSE.txt") + "*/\n" + resource("uPlot.iife.min.js") + "</script>");
        add("<script>\n" + resource("page.js") + "</script>");
        add("</body>\n</html>");
        return html.toString();
    }

    /** {@return a link to a section, without the device if all have the same} */
    private String entry(int number, Section section) {
        return "<a href=\"#" + id(number) + "\">" + Xml.escape(oneDevice ? heading(section) : section.title()) + "</a>";
    }

    private static String heading(Section section) {
        int split = section.title().lastIndexOf(DEVICE);
        return split < 0 ? section.title() : section.title().substring(0, split);
    }

    private static String device(Section section) {
        int split = section.title().lastIndexOf(DEVICE);
        return split < 0 ? "" : section.title().substring(split + DEVICE.length());
    }

    private static String id(int section) {
        return "section-" + (section + 1);
    }

    /** JSON within an element {@code script}, which must not seem to end it. */
    private static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(HtmlPage.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What all of this is, and who won, section by section. */
    private void verdict(List<String> summary, List<Section> sections) {
        var wins = new ArrayList<String>();
        for (int i = 0; i < sections.size(); i++) {
            var section = sections.get(i);
            // Bars are works of equal rank; of lines over something that was varied the first says most.
            boolean equal = section.parts().stream().anyMatch(Part.Bars.class::isInstance);
            var words = section.parts().stream()
                    .filter(part -> !equal || part instanceof Part.Bars)
                    .flatMap(part -> Contest.of(part).stream())
                    .limit(equal ? MAX_WORKS : 1)
                    .map(contest -> linked(contest) + ".")
                    .toList();
            if (words.size() == 1) {
                wins.add("<li>" + entry(i, section) + ". " + words.getFirst() + "</li>");
            } else if (!words.isEmpty()) {
                wins.add("<li>" + entry(i, section) + "\n<ul><li>" + String.join("</li>\n<li>", words)
                        + "</li></ul></li>");
            }
        }
        if (summary.isEmpty() && wins.isEmpty()) {
            return;
        }
        add("<section class=\"verdict\">\n<h2>In short</h2>");
        for (String line : summary) {
            String style = line.contains("FAILED")
                    ? " class=\"failed\""
                    : line.contains("Every check") ? " class=\"passed\"" : "";
            add("<p" + style + ">" + linked(line) + "</p>");
        }
        if (!wins.isEmpty()) {
            add("<ul>\n" + String.join("\n", wins) + "\n</ul>");
        }
        add("</section>");
    }

    private void section(String id, Section section) {
        add("<section id=\"" + id + "\">\n<h2>" + Xml.escape(heading(section)) + " <small>"
                + Xml.escape(device(section)) + "</small></h2>");
        section.parts().stream().filter(Part.Lead.class::isInstance).forEach(this::part);
        long beside = section.parts().stream().filter(HtmlPage::isBeside).count();
        add("<div class=\"parts" + (beside == 1 ? " alone" : "") + "\">");
        var pictures = section.parts().stream()
                .filter(Part.Picture.class::isInstance)
                .map(Part.Picture.class::cast)
                .toList();
        boolean together = pictures.size() == 2;
        if (together) {
            slider(pictures.getFirst(), pictures.getLast());
        }
        section.parts().stream()
                .filter(part -> !(part instanceof Part.Lead) && !(together && part instanceof Part.Picture))
                .forEach(this::part);
        add("</div>\n</section>");
    }

    /** {@return whether it shares the width of the page with others} */
    private static boolean isBeside(Part part) {
        return switch (part) {
            case Part.Figure _, Part.Bars _, Part.Picture _ -> true;
            case Part.Captioned table -> !isWide(table);
            case Part.Lead _, Part.Verbatim _, Part.Notes _ -> false;
        };
    }

    private void part(Part part) {
        switch (part) {
            case Part.Lead lead -> add("<p>" + linked(lead.text()) + "</p>");
            case Part.Figure figure ->
                figure(figure.chart(), Contest.of(part).map(this::linked).orElse(""));
            case Part.Bars bars ->
                // The caption says of what.
                bars(
                        bars,
                        Contest.of(part)
                                .map(contest -> linked(new Contest("", contest.ranked(), contest.better())))
                                .orElse(""));
            case Part.Captioned captioned -> table(captioned);
            case Part.Picture picture -> picture(picture);
            case Part.Verbatim verbatim ->
                add("<details class=\"full\"><summary>" + Xml.escape(verbatim.caption()) + "</summary><pre>"
                        + Xml.escape(verbatim.text()) + "</pre></details>");
            case Part.Notes notes -> notes(notes);
        }
    }

    private void figure(Chart chart, String verdict) {
        for (var series : chart.series()) {
            meet(series.label());
        }
        if (PlotData.points(chart).stream().mapToDouble(Point::x).distinct().count() == 1) {
            if (chart.series().size() > 1) { // of a single one the table says it
                bars(bars(chart), verdict);
            }
            return;
        }
        add("<figure class=\"plot\">\n<figcaption>" + Xml.escape(chart.title()) + "<small>"
                + Xml.escape(chart.subtitle()) + "</small></figcaption>");
        says(verdict);
        add("<div class=\"y-label\">" + Xml.escape(chart.y().label())
                + switch (chart.y().better()) {
                    case MORE -> " – higher is better";
                    case LESS -> " – lower is better";
                    case NEITHER -> "";
                }
                + "</div>");
        add("<div class=\"canvas\" data-plot=\"" + plots.size() + "\">" + Svg.of(chart) + "</div>");
        add("<div class=\"x-label\">" + Xml.escape(chart.x().label())
                + "</div>\n<div class=\"legend\"></div>\n</figure>");
        plots.add(PlotData.of(chart));
    }

    /** {@return the lines of a chart at its only place: points above each other would say little} */
    private static Part.Bars bars(Chart chart) {
        boolean less = chart.y().better() == Better.LESS;
        return new Part.Bars(
                chart.title() + ": " + chart.y().label(),
                chart.series().stream()
                        .flatMap(line -> line.points().stream()
                                .map(point -> new Part.Bar(
                                        line.label(),
                                        less ? 1 / point.y() : point.y(),
                                        less ? 1 / point.high() : point.low(),
                                        less ? 1 / point.low() : point.high(),
                                        Quantity.significant(point.y()))))
                        .sorted(Comparator.comparingDouble(Part.Bar::value).reversed())
                        .toList());
    }

    /** @param verdict as HTML */
    private void says(String verdict) {
        if (!verdict.isEmpty()) {
            add("<div class=\"says\">" + verdict + ".</div>");
        }
    }

    private void bars(Part.Bars bars, String verdict) {
        double longest = bars.bars().stream().mapToDouble(Part.Bar::value).max().orElse(1);
        var inks = Glossary.inks(bars.bars().stream().map(Part.Bar::label).toList());
        add("<figure>\n<figcaption>" + Xml.escape(bars.caption()) + "</figcaption>");
        says(verdict);
        add("<div class=\"bars\">");
        for (int i = 0; i < bars.bars().size(); i++) {
            var bar = bars.bars().get(i);
            double low = Math.min(100, 100 * bar.low() / longest);
            double high = Math.min(100, 100 * bar.high() / longest);
            add(String.format(
                    Locale.ROOT,
                    "<span>%s</span><span class=\"track\"><span class=\"fill\""
                            + " style=\"width:%.1f%%;--l:%s;--d:%s\"></span><span class=\"noise\""
                            + " style=\"left:%.1f%%;width:%.1f%%\"></span></span><span class=\"value\">%s</span>",
                    named(bar.label()),
                    100 * bar.value() / longest,
                    inks.get(i).onLight(),
                    inks.get(i).onDark(),
                    low,
                    high - low,
                    Xml.escape(bar.text())));
        }
        add("</div>\n</figure>");
    }

    private void picture(Part.Picture picture) {
        add("<figure class=\"picture\">\n<a href=\"" + Xml.escape(picture.file()) + "\">" + image(picture, "")
                + "</a>\n" + colours(picture) + "<figcaption><small>" + Xml.escape(picture.caption())
                + "</small></figcaption>\n</figure>");
    }

    private static String image(Part.Picture picture, String style) {
        return "<img" + style + " alt=\"" + Xml.escape(picture.caption()) + "\" src=\"data:image/png;base64,"
                + picture.content() + "\">";
    }

    private static String colours(Part.Picture picture) {
        var scale = picture.scale();
        return scale == null
                ? ""
                : "<div class=\"colours\"><span>" + Xml.escape(scale.low())
                        + "</span><span style=\"background:linear-gradient(to right,"
                        + String.join(",", scale.colours()) + ")\"></span><span>" + Xml.escape(scale.high())
                        + "</span></div>\n";
    }

    /** Two pictures of the same thing, one over the other. */
    private void slider(Part.Picture under, Part.Picture over) {
        add("<figure class=\"picture slider\">\n<div class=\"stack\">" + image(under, "")
                + image(over, " class=\"over\"")
                + "</div>\n"
                + "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"How much of each picture is"
                + " shown\">\n"
                + "</figure>");
        add("<div class=\"picture\">\n<p>Move the slider: the picture is on the left, the work behind it on the"
                + " right.</p>");
        for (var picture : List.of(under, over)) {
            add("<p><a href=\"" + Xml.escape(picture.file()) + "\">" + Xml.escape(picture.file()) + "</a>: "
                    + Xml.escape(picture.caption()) + ".</p>" + colours(picture));
        }
        add("</div>");
    }

    private static boolean isWide(Part.Captioned captioned) {
        return captioned.table().columns().size() > WIDE_TABLE;
    }

    private void table(Part.Captioned captioned) {
        var table = captioned.table();
        int rows = table.rows().size();
        boolean isLong = rows > LONG_TABLE;
        add("<div class=\"scroll" + (isWide(captioned) ? " full" : "") + (isLong ? " long" : "")
                + "\">\n<table>\n<caption>" + linked(captioned.caption())
                + (isLong ? " <small>(" + rows + " rows; scroll to see all)</small>" : "") + "</caption>\n<thead>");
        add("<tr>"
                + String.join(
                        "",
                        table.columns().stream()
                                .map(column -> cell("th", column.side(), Xml.escape(column.title())))
                                .toList())
                + "</tr>\n</thead>\n<tbody>");
        for (var row : table.rows()) {
            var cells = new StringBuilder("<tr>");
            for (int i = 0; i < row.size(); i++) {
                var side = table.columns().get(i).side();
                cells.append(cell("td", side, side == Side.LEFT ? named(row.get(i)) : Xml.escape(row.get(i))));
            }
            add(cells + "</tr>");
        }
        add("</tbody>\n</table>\n</div>");
    }

    private static String cell(String element, Side side, String content) {
        String style = side == Side.RIGHT ? "number" : content.matches("faster|slower") ? "text " + content : "text";
        return "<" + element + " class=\"" + style + "\">" + content + "</" + element + ">";
    }

    /** What failed is in the open; the rest is for those who want to know exactly. */
    private void notes(Part.Notes notes) {
        notes.lines().stream()
                .filter(line -> line.startsWith("FAILED"))
                .forEach(line -> add("<p class=\"full failed\">" + Xml.escape(line) + "</p>"));
        add("<details class=\"full\"><summary>Where this comes from: device, versions, settings,"
                + " checks</summary>\n"
                + "<ul>");
        notes.lines().forEach(line -> add("<li>" + Xml.escape(line) + "</li>"));
        add("</ul></details>");
    }

    private void glossary() {
        if (used.isEmpty()) {
            return;
        }
        add("<section id=\"glossary\">\n<h2>The names</h2>\n<dl>");
        // In the order of the glossary, not of the page.
        for (var term : Glossary.terms()) {
            if (used.containsKey(term.name())) {
                add("<dt id=\"" + anchor(term) + "\">" + dot(term) + Xml.escape(term.name()) + "</dt><dd>"
                        + Xml.escape(term.title() + ": " + term.meaning()) + "."
                        + (term.source().isEmpty() ? "" : " <small>" + Xml.escape(term.source()) + "</small>")
                        + "</dd>");
            }
        }
        add("</dl>\n</section>");
    }

    private static String anchor(Term term) {
        return "name-" + term.name().replaceAll("[^A-Za-z0-9]+", "-");
    }

    private static String dot(Term term) {
        return "<span class=\"dot\" style=\"--l:" + term.ink().onLight() + ";--d:"
                + term.ink().onDark() + "\"></span>";
    }

    private void meet(String label) {
        Glossary.of(label).ifPresent(term -> used.put(term.name(), term));
    }

    /** {@return a label as HTML; one that means something has its colour, and explains itself} */
    private String named(String label) {
        var term = Glossary.of(label);
        meet(label);
        return term.map(known -> "<span class=\"name\">" + dot(known) + link(known, label) + "</span>")
                .orElseGet(() -> Xml.escape(label));
    }

    private static String link(Term term, String text) {
        return "<a class=\"term\" href=\"#" + anchor(term) + "\" data-meaning=\"" + Xml.escape(term.text()) + "\">"
                + Xml.escape(text) + "</a>";
    }

    /** {@return who won as HTML; there even words of everyday life are names} */
    private String linked(Contest contest) {
        var names = contest.ranked().stream()
                .flatMap(entrant -> Stream.of(entrant.name().split(" ")))
                .collect(Collectors.toSet());
        return linked(contest.words(), name -> names.contains(name) || UNUSUAL.test(name));
    }

    /** {@return a sentence as HTML, with its names explained} */
    private String linked(String sentence) {
        return linked(sentence, UNUSUAL);
    }

    private String linked(String sentence, Predicate<String> isName) {
        var linked = new StringBuilder();
        var names = NAME.matcher(sentence);
        int end = 0;
        while (names.find()) {
            String name = names.group();
            linked.append(Xml.escape(sentence.substring(end, names.start())));
            var term = isName.test(name)
                    ? Glossary.of(name).filter(known -> known.name().equals(name))
                    : Optional.<Term>empty();
            term.ifPresent(known -> meet(name));
            linked.append(term.map(known -> link(known, name)).orElseGet(() -> Xml.escape(name)));
            end = names.end();
        }
        return linked.append(Xml.escape(sentence.substring(end))).toString();
    }

    private void add(String lines) {
        html.append(lines).append('\n');
    }
}
