package dev.warpbroker.experiments.papers;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Papers beside records: a verdict for every claim of every figure and table.
 *
 * @param exhibits in the order of the papers
 */
public record Review(List<Judged> exhibits) {
    private static final Set<Outcome> UNEXPLAINED = EnumSet.of(Outcome.IN_KIND_UNEXPLAINED, Outcome.UNEXPLAINED);

    public Review {
        exhibits = List.copyOf(exhibits);
    }

    /**
     * An exhibit and what became of it.
     *
     * @param paper whose it is
     * @param exhibit the figure or table
     * @param verdicts one for each claim
     * @param grids our tables
     */
    public record Judged(Paper paper, Exhibit exhibit, List<Verdict> verdicts, List<Grid.Filled> grids) {
        public Judged {
            verdicts = List.copyOf(verdicts);
            grids = List.copyOf(grids);
        }

        long count(Outcome outcome) {
            return verdicts.stream()
                    .filter(verdict -> verdict.outcome() == outcome)
                    .count();
        }

        List<Missing> missingCells() {
            return grids.stream().flatMap(grid -> grid.missing().stream()).toList();
        }

        List<Missing> missing() {
            var missing = new ArrayList<>(missingCells());
            for (var verdict : verdicts) {
                if (verdict.missing() != null) {
                    missing.add(verdict.missing());
                }
            }
            return missing;
        }

        boolean isSettled() {
            return missing().isEmpty()
                    && verdicts.stream().allMatch(verdict -> verdict.outcome().isSettled());
        }
    }

    /** {@return the verdicts on papers by what was recorded} */
    public static Review of(List<Paper> papers, Archive archive) {
        var judged = new ArrayList<Judged>();
        for (var paper : papers) {
            for (var exhibit : paper.exhibits()) {
                judged.add(new Judged(
                        paper,
                        exhibit,
                        exhibit.claims().stream()
                                .map(claim -> claim.verdict(archive))
                                .toList(),
                        exhibit.grids().stream().map(grid -> grid.fill(archive)).toList()));
            }
        }
        return new Review(judged);
    }

    /** {@return whether nothing is missing or unexplained} */
    public boolean isSettled() {
        return exhibits.stream().allMatch(Judged::isSettled);
    }

    /** {@return how many claims came out that way} */
    public long count(Outcome outcome) {
        return exhibits.stream().mapToLong(judged -> judged.count(outcome)).sum();
    }

    /** {@return how many cells of our tables have no record} */
    public long missingCells() {
        return exhibits.stream()
                .mapToLong(judged -> judged.missingCells().size())
                .sum();
    }

    /** {@return a line for each exhibit} */
    public Table summary() {
        var columns = new ArrayList<Table.Column>(List.of(text("paper"), text("exhibit")));
        for (var outcome : Outcome.values()) {
            columns.add(number(outcome.toString()));
        }
        columns.add(number("cells not recorded"));
        return new Table(
                columns,
                exhibits.stream()
                        .map(judged -> {
                            var row = new ArrayList<String>(List.of(
                                    judged.paper().name(), judged.exhibit().title()));
                            for (var outcome : Outcome.values()) {
                                row.add(count(judged.count(outcome)));
                            }
                            row.add(count(judged.missingCells().size()));
                            return (List<String>) row;
                        })
                        .toList());
    }

    private static String count(long count) {
        return count == 0 ? "" : Long.toString(count);
    }

    /** {@return the commands that would make what is missing, each with what that is} */
    public Map<String, List<String>> missing() {
        var commands = new LinkedHashMap<String, List<String>>();
        for (var judged : exhibits) {
            var wanted = new LinkedHashMap<String, List<String>>();
            for (var missing : judged.missing()) {
                for (String command : commandsFor(missing, judged.exhibit())) {
                    wanted.computeIfAbsent(command, _ -> new ArrayList<>()).add(missing.what());
                }
            }
            wanted.forEach((command, what) -> {
                var distinct = what.stream().distinct().toList();
                String more = distinct.size() == 1 ? "" : ", and " + (distinct.size() - 1) + " more";
                commands.computeIfAbsent(command, _ -> new ArrayList<>())
                        .add(judged.paper().name() + ", " + judged.exhibit().title() + ": " + distinct.getFirst()
                                + more);
            });
        }
        return commands;
    }

    /** Those of the exhibit itself, if one of them makes such records; else the first that does. */
    private List<String> commandsFor(Missing missing, Exhibit exhibit) {
        var own = exhibit.commandsFor(missing);
        return !own.isEmpty()
                ? own
                : exhibits.stream()
                        .flatMap(judged -> judged.exhibit().commandsFor(missing).stream())
                        .limit(1)
                        .toList();
    }

    /** {@return the claims that do not hold here, or by another factor, and that nothing explains} */
    public List<String> unexplained() {
        return exhibits.stream()
                .flatMap(judged -> judged.verdicts().stream()
                        .filter(verdict -> UNEXPLAINED.contains(verdict.outcome()))
                        .map(verdict -> judged.paper().name() + ", "
                                + judged.exhibit().title() + ": " + verdict.says() + " Ours: " + verdict.ours()))
                .toList();
    }

    /** {@return a page about it} */
    public List<Section> sections() {
        var sections = new ArrayList<Section>();
        sections.add(new Section(
                "All figures and tables", List.of(new Part.Captioned("Claims by what became of them", summary()))));
        for (var paper : exhibits.stream().map(Judged::paper).distinct().toList()) {
            sections.add(about(paper));
            for (var judged : exhibits) {
                if (judged.paper().equals(paper)) {
                    sections.add(section(judged));
                }
            }
        }
        return sections;
    }

    private static Section about(Paper paper) {
        var lines = new ArrayList<>(List.of(paper.citation(), "Measured on " + paper.machine()));
        if (!paper.illustrations().isEmpty()) {
            lines.add("Nothing to measure: "
                    + paper.illustrations().stream()
                            .map(illustration -> illustration.number() + " (" + illustration.shows() + ")")
                            .collect(Collectors.joining(", ")));
        }
        return new Section(paper.name(), List.of(new Part.Notes(lines)));
    }

    private static Section section(Judged judged) {
        var exhibit = judged.exhibit();
        var parts = new ArrayList<Part>();
        var notes = new ArrayList<String>(List.of(exhibit.shows()));
        notes.addAll(exhibit.remarks());
        parts.add(new Part.Notes(notes));
        if (!judged.verdicts().isEmpty()) {
            parts.add(new Part.Captioned(
                    "What the paper says, and what we found",
                    new Table(
                            List.of(text("paper"), text("ours"), text("verdict"), text("commit")),
                            judged.verdicts().stream()
                                    .map(verdict -> List.of(
                                            verdict.says(),
                                            verdict.ours(),
                                            verdict.outcome().toString(),
                                            commits(verdict.sources())))
                                    .toList())));
        }
        var reasons = judged.verdicts().stream()
                .filter(verdict -> !verdict.why().isEmpty())
                .map(verdict -> "“" + verdict.says() + "” " + verdict.outcome() + ": " + verdict.why())
                .toList();
        if (!reasons.isEmpty()) {
            parts.add(new Part.Notes(reasons));
        }
        for (var grid : judged.grids()) {
            parts.add(new Part.Captioned(grid.caption(), grid.table()));
            if (!grid.reasons().isEmpty()) {
                parts.add(new Part.Notes(grid.reasons()));
            }
        }
        if (!exhibit.commands().isEmpty()) {
            parts.add(new Part.Verbatim(
                    "Commands",
                    exhibit.commands().stream()
                            .map(command -> "warpbroker " + command)
                            .collect(Collectors.joining("\n"))));
        }
        var sources = sources(judged);
        if (!sources.isEmpty()) {
            parts.add(new Part.Notes(List.of("Ours: " + String.join("; ", sources))));
        }
        return new Section(judged.paper().name() + ", " + exhibit.title(), parts);
    }

    private static String commits(List<Source> sources) {
        return sources.stream().map(Source::commit).distinct().collect(Collectors.joining(", "));
    }

    private static Set<String> sources(Judged judged) {
        Set<String> sources = new LinkedHashSet<>();
        judged.verdicts().forEach(verdict -> verdict.sources().forEach(source -> sources.add(source.toString())));
        judged.grids().forEach(grid -> grid.sources().forEach(source -> sources.add(source.toString())));
        return sources;
    }
}
