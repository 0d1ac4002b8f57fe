package dev.warpbroker.cli.report;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Experiments of which every figure of a paper is a plot of times: {@code faa}, {@code imbalance}, {@code prefilled} and
 * {@code variants}. Of measurements of the same thing the latest counts.
 */
enum Curves {
    /** Figure 1 of the Broker Queue paper. */
    FAA("faa") {
        @Override
        String figure(Measurement measurement) {
            return "Cost of contention";
        }

        @Override
        Lines lines(String title, String subtitle, List<Measurement> measurements) {
            double basis = measurements.stream()
                    .filter(measurement -> measurement.structure().equals("uncontended read"))
                    .mapToDouble(measurement -> measurement.nanoseconds().median())
                    .filter(nanos -> nanos > 0)
                    .findFirst()
                    .orElse(1);
            return new Lines(
                    title,
                    subtitle,
                    THREADS,
                    new Axis("time of an access over that of an uncontended read", Scale.POWERS_OF_TEN),
                    Measurement::structure,
                    measurement -> number(measurement, "threads"),
                    1 / basis);
        }

        @Override
        List<String> notes() {
            return List.of(
                    "Figure 1 of the paper: on its GPU 10,000 contending threads cost what 10 cost on its CPU; its"
                            + " axis ends at 250");
        }
    },

    /** Figures 3a and 3b. */
    IMBALANCE("imbalance") {
        @Override
        String figure(Measurement measurement) {
            return "P(enq) = " + measurement.parameters().get("pEnq") + ", P(deq) = "
                    + measurement.parameters().get("pDeq") + ", "
                    + measurement.parameters().get("fma") + " FMA, initially empty";
        }

        @Override
        List<String> notes() {
            return List.of(
                    "Figure 3a of the paper (more enqueues): work narrows the gap between queues; queues never run"
                            + " empty",
                    "Figure 3b (more dequeues): LCRQ and WFQ at least 2.5 times slower than GQ, BQ and BWD; GQ up to"
                            + " 64 % faster than BQ; BWD 10 % faster than GQ at full occupancy; BSQ never amortises its"
                            + " search");
        }
    },

    /** Figure 3c. */
    PREFILLED("prefilled") {
        @Override
        String figure(Measurement measurement) {
            return "P(enq) = " + measurement.parameters().get("pEnq") + ", P(deq) = "
                    + measurement.parameters().get("pDeq") + ", "
                    + measurement.parameters().get("fma") + " FMA, "
                    + measurement.parameters().get("prefill") + " elements at the beginning";
        }

        @Override
        List<String> notes() {
            return List.of(
                    "Figure 3c of the paper: as 3b, but LCRQ, WFQ and BQ feel underflow only above 25,600 threads");
        }
    },

    /** Figures 4a and 4b. */
    VARIANTS("variants") {
        @Override
        String figure(Measurement measurement) {
            return measurement.parameters().get("fma") + " FMA, "
                    + measurement.parameters().get("threads") + " threads";
        }

        @Override
        Lines lines(String title, String subtitle, List<Measurement> measurements) {
            return new Lines(
                    title,
                    subtitle,
                    new Axis("P(enq) / P(deq)", Scale.POWERS_OF_TWO),
                    MILLISECONDS,
                    Measurement::structure,
                    measurement -> number(measurement, "pEnq") / number(measurement, "pDeq"),
                    1e-6);
        }

        @Override
        List<String> notes() {
            return List.of(
                    "Figure 4a of the paper (no work): with more enqueues less than 10 % between the three; with fewer"
                            + " BSQ up to 30 times slower; BQ up to 5 times slower than BWD at P(enq) / P(deq) = 1/2",
                    "Figure 4b (320 FMA): BQ and BWD nearly the same, BSQ about 6 times slower at few enqueues");
        }
    };

    private static final Axis THREADS = new Axis("threads", Scale.POWERS_OF_TWO);
    private static final Axis MILLISECONDS = new Axis("run time (ms)", Scale.POWERS_OF_TEN);

    private final String text;

    Curves(String text) {
        this.text = text;
    }

    /** {@return the title of the plot that a measurement belongs to} */
    abstract String figure(Measurement measurement);

    /** {@return what the paper saw} */
    abstract List<String> notes();

    /** {@return how one plot is made} */
    Lines lines(String title, String subtitle, List<Measurement> measurements) {
        return new Lines(
                title,
                subtitle,
                THREADS,
                MILLISECONDS,
                Measurement::structure,
                measurement -> number(measurement, "threads"),
                1e-6);
    }

    /**
     * {@return the section of this experiment}
     *
     * @param file makes the name of a plot of its number, which is empty if there is one only
     */
    Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, this::identity);
        var figures = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : latest) {
            figures.computeIfAbsent(figure(measurement), _ -> new ArrayList<>()).add(measurement);
        }
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        var parts = new ArrayList<Part>();
        char number = 'a';
        for (var figure : figures.entrySet()) {
            String subtitle =
                    device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest";
            parts.addAll(lines(figure.getKey(), subtitle, figure.getValue())
                    .parts(figure.getValue(), file.apply(figures.size() == 1 ? "" : "-" + number)));
            number++;
        }
        var notes = new ArrayList<>(provenance.lines());
        notes.add(settings(provenance));
        notes.addAll(Lines.skipped(latest, Measurement::structure));
        notes.addAll(provenance.checks());
        notes.addAll(notes());
        if (latest.size() < all.size()) {
            notes.add(all.size() - latest.size() + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section(text + ": " + device, parts);
    }

    private String identity(Measurement measurement) {
        var parameters = measurement.parameters();
        return measurement.structure()
                + figure(measurement)
                + parameters.get("threads")
                + parameters.get("pEnq")
                + parameters.get("pDeq");
    }

    private static String settings(Provenance provenance) {
        var line = new StringBuilder(provenance.repetitions() + " repetitions");
        provenance.parameter("warmup").ifPresent(count -> line.append(" after " + count + " to warm up"));
        for (var setting : List.of(
                List.of("rounds", "accesses per thread"),
                List.of("mostPairs", "rounds per thread at most"),
                List.of("seed", "as the seed"),
                List.of("capacity", "elements of capacity"),
                List.of("block", "lanes per block"))) {
            provenance
                    .parameter(setting.getFirst())
                    .ifPresent(count -> line.append("; " + count + " " + setting.getLast()));
        }
        return line.toString();
    }

    static double number(Measurement measurement, String parameter) {
        return measurement.parameters().get(parameter) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** {@return the experiment of that name, if it is one of these} */
    static Optional<Curves> named(String name) {
        return Arrays.stream(values())
                .filter(curves -> curves.text.equals(name))
                .findFirst();
    }
}
