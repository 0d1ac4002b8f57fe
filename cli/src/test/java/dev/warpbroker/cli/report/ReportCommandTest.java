package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ReportCommandTest {
    /** A name that means something in XML and in Markdown. */
    private static final DeviceProperties ODD =
            new DeviceProperties("jvm", "A & B <2> | *c*", 1, 1, 8, 1L << 30, "JVM 25");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void pairsBecomeATableByThreads() throws IOException {
        record(
                pairs("BQ", "thread", 1024, 20_480),
                pairs("BQ-fused", "warp", 1024, 10_240),
                pairs("BQ", "thread", 8192, 40_960));
        assertThat(markdown())
                .contains(
                        "## Queues under full contention · NVIDIA H200",
                        "(pairs.svg)",
                        "Pairs of enqueue and dequeue: throughput (Gpairs/s) by threads",
                        "| structure | 1,024 | 8,192 |\n| --- | ---: | ---: |\n",
                        "| BQ | 0.500 | 2.00 |\n",
                        "| BQ-fused per warp | 1.00 | – |\n",
                        "NVIDIA H200 (cuda:0; driver 580)",
                        "Java 25.0.3, Linux amd64; warpbroker 0.1.0, commit 0123456789ab; recorded 1970-01-01",
                        "21 repetitions after 3 to warm up; 10 pairs per thread; capacity 1,048,576;"
                                + " 256 lanes per block",
                        "3 of 3 measurements checked, no failure")
                .doesNotContain("peer/java", "left out");
    }

    @Test
    void rangeOfRepetitionsIsSaidAsOne() throws IOException {
        record(
                Samples.repeated(5, pairs("BQ", "thread", 1024, 20_480)),
                pairs("BQ", "thread", 8192, 40_960),
                Samples.repeated(7, pairs("BQ-fused", "thread", 1024, 10_240)));
        assertThat(markdown()).contains("5 to 21 repetitions after 3 to warm up");
    }

    @Test
    void aPeerBecomesARowAndARatio() throws IOException {
        record(
                Samples.withPeer(pairs("BQ", "thread", 1024, 20_000), "broker.ptx", "bench", 19_000),
                Samples.withPeer(pairs("BQ-fused", "thread", 1024, 10_000), "broker.ptx", "bench", 19_000));
        assertThat(markdown())
                .contains(
                        "| check | peer | median | pairs | peer/java |",
                        "| bench | 19.0 µs | 539 M/s | 0.950 |\n",
                        "| bench | 19.0 µs | 539 M/s | 1.900 |\n",
                        "| bench | 0.539 |\n");
        assertThat(svg("pairs.svg")).contains("stroke-dasharray", ">bench</text>");
    }

    @Test
    void theFormIsNotAddedToTheNameOfAPeer() throws IOException {
        var ours = pairs("BQ-fused", "block", 1024, 10_000);
        record(Samples.withPeer(ours, "broker.ptx", "nvcc BQ-fused per block", 19_000));
        assertThat(markdown()).contains("| BQ-fused per block | 1.02 |", "| nvcc BQ-fused per block | 0.539 |");
    }

    @Test
    void peersOfOneNameAreToldApartByTheirFiles() throws IOException {
        record(
                Samples.withPeer(pairs("BQ", "thread", 1024, 20_000), "a.ptx", "bench", 19_000),
                Samples.withPeer(pairs("BQ-fused", "thread", 1024, 10_000), "b.ptx", "bench", 11_000));
        assertThat(markdown()).contains("| a.ptx\\#bench | 0.539 |", "| b.ptx\\#bench | 0.931 |");
    }

    @Test
    void whatWasSkippedIsSaidInTheTableTheNotesAndThePlot() throws IOException {
        record(
                pairs("BQ", "thread", 1024, 1_000_000),
                pairs("BQ", "thread", 8192, 2_000_000),
                pairs("GQ", "thread", 1024, 2_500_000),
                pairs("GQ", "thread", 8192, 4_000_000),
                pairs("MSQ", "thread", 1024, 90_000_000),
                Measurement.skipped(
                                "pairs",
                                Samples.GPU,
                                "MSQ",
                                Map.of(
                                        "form",
                                        "thread",
                                        "threads",
                                        8192,
                                        "pairs",
                                        10,
                                        "capacity",
                                        1 << 20,
                                        "block",
                                        256),
                                "too slow")
                        .with(Map.of("cancelledAfterSeconds", 4.0), "too slow"));
        assertThat(markdown()).contains("| MSQ † | 0.114 | skipped |", "- † MSQ: too slow");
        assertThat(svg("pairs.svg")).contains(">MSQ †</text>", ">throughput (Mpairs/s)</text>");
    }

    @Test
    void aPlotForEachFigureOfThePaper() throws IOException {
        record(
                imbalance("imbalance", 0.5, 0.25, 128),
                imbalance("imbalance", 0.25, 0.5, 128),
                Measurement.skipped(
                        "imbalance",
                        Samples.GPU,
                        "SFQ",
                        Map.of("threads", 1024, "pEnq", 0.5, "pDeq", 0.25, "fma", 128, "prefill", 0),
                        "it waits"),
                imbalance("variants", 0.5, 0.25, 0),
                imbalance("variants", 0.5, 0.125, 0));
        assertThat(markdown())
                .contains("(imbalance-a.svg)", "(imbalance-b.svg)", "(variants.svg)", "Figure 3b")
                .contains("| structure | 2 | 4 |", "| SFQ † | skipped |", "- † SFQ, pEnq 0.5, pDeq 0.25: it waits");
        assertThat(svg("imbalance-a.svg")).contains("; not drawn: SFQ");
        assertThat(svg("variants.svg")).contains(">P(enq) / P(deq)</text>", ">0 FMA, 1024 threads</text>");
    }

    private static Measurement imbalance(String experiment, double pEnq, double pDeq, int fma) {
        return Measurement.now(
                experiment,
                Samples.GPU,
                "BQ",
                Map.of("threads", 1024, "pEnq", pEnq, "pDeq", pDeq, "fma", fma, "prefill", 0),
                new Statistics(3, 2e6, 1e6, 3e6),
                1000,
                List.of());
    }

    @Test
    void mixesBecomeAPlotForEachQueue() throws IOException {
        record(mix("locked-linked", 20_000, 3e6), mix("CAS-linked", 20_000, 1e6), mix("CAS-linked", 25_000, 2e6));
        assertThat(markdown())
                .contains(
                        "locked-linked, 80/20 enqueues/dequeues: run time (ms) by operations",
                        "| structure | 20,000 | 25,000 |",
                        "| groups of 128 | 1.00 | 2.00 |");
        assertThat(svg("mix-a.svg")).contains(">operations</text>", ">groups of 128</text>", ">0</text>");
    }

    private static Measurement mix(String structure, int operations, double nanos) {
        return Measurement.now(
                "mix",
                Samples.GPU,
                structure,
                Map.of("mix", "80/20", "block", 128, "operations", operations, "threads", 8192),
                new Statistics(3, nanos, nanos, nanos),
                operations,
                List.of());
    }

    @Test
    void contentionIsRelativeToAnUncontendedRead() throws IOException {
        record(faa("uncontended read", 1, 100), faa("fetch-add", 1, 200), faa("fetch-add", 64, 2500));
        assertThat(markdown()).contains("| fetch-add | 2.00 | 25.0 |", "Figure 1");
        assertThat(svg("faa.svg")).contains("over that of an uncontended read");
    }

    private static Measurement faa(String access, int threads, double nanos) {
        return Measurement.now(
                "faa",
                Samples.GPU,
                access,
                Map.of("threads", threads, "rounds", 10),
                new Statistics(3, nanos, nanos, nanos),
                10L * threads,
                List.of());
    }

    @Test
    void thePlotNamesEveryLineAndBothAxes() throws IOException {
        record(
                pairs("BQ", "thread", 1024, 20_480),
                pairs("BQ", "thread", 8192, 40_960),
                pairs("BQ-fused", "block", 1024, 10_240));
        assertThat(markdown()).isNotEmpty();
        String svg = svg("pairs.svg");
        assertThat(svg)
                .contains(
                        ">BQ</text>",
                        ">BQ-fused per block</text>",
                        ">threads</text>",
                        ">throughput (Gpairs/s)</text>",
                        ">1,024</text>",
                        ">8,192</text>",
                        ">Pairs of enqueue and dequeue</text>",
                        "NVIDIA H200",
                        "prefers-color-scheme: dark");
        var document = parse(svg);
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(1 + 2);
    }

    @Test
    void spawnBecomesRunTimesBesideTheory() throws IOException {
        record(
                spawn("fork-join", "SC 1", 1, 400, 4, Map.of("kernels", 5.0, "theory", 4.0)),
                spawn("fork-join", "SC 1", 2, 260, 4, Map.of("kernels", 3.25, "theory", 2.0)),
                spawn("no stealing", "SC 2", 2, 160, 3, Map.of("kernels", 2.0, "theory", 2.0)),
                spawn(
                        "fork-join",
                        "SC 2",
                        2,
                        320,
                        3,
                        Map.of("kernels", 4.0, "theory", 2.0, "speedUp", 0.5, "speedUpTheory", 1.0)));
        assertThat(markdown())
                .contains(
                        "## Spawn and sync against theory · NVIDIA H200",
                        "(spawn-a.svg)",
                        "(spawn-b.svg)",
                        "| fork-join | 5.00 | 3.25 |",
                        "| SC 2 | 100 | 2 | fork-join | 320 ns | 4.00 | 2.00 | 0.500 | 1.00 |");
        assertThat(svg("spawn-a.svg")).contains(">execution time (normalised)</text>", ">fork-join</text>");
        assertThat(svg("spawn-b.svg")).contains(">no stealing</text>", ">SC 2, k = 100</text>");
    }

    @Test
    void withoutAnyUnitOfSpawnThereIsNoPlot() throws IOException {
        record(spawn("fork-join", "SC 1", 2, 260, 4, Map.of()));
        assertThat(markdown())
                .contains("## Spawn and sync against theory · NVIDIA H200")
                .doesNotContain("svg", "NaN");
    }

    @Test
    void aRunOfSpawnWithAWrongResultIsNotDrawn() throws IOException {
        record(Samples.failed(spawn("fork-join", "SC 1", 1, 400, 4, Map.of("kernels", 5.0, "theory", 4.0))));
        assertThat(markdown()).contains("1 FAILED").doesNotContain("svg");
    }

    @Test
    void treesBecomeATableForEachWork() throws IOException {
        record(
                tree("fork-join", "fib(40)", 0, 500),
                tree("central", "fib(40)", 0, 2000),
                Samples.failed(tree("busy-leaves", "fib(40)", 0, 100)),
                tree("fork-join", "15 queens", 16, 1000),
                tree("java-pool", "15 queens", 16, 500));
        assertThat(markdown())
                .contains(
                        "## Trees of tasks · NVIDIA H200",
                        "fib(40)",
                        "| engine | median | tasks | times as fast as central | check |",
                        "| fork-join | 500 ns | 2.00 G/s | 4.00 | passed |",
                        "| busy-leaves | 100 ns | – | – | conservation FAILED: 2 lost |",
                        "15 queens, 16 workers",
                        "| engine | median | tasks | times as fast as java-pool | check |",
                        "| fork-join | 1.00 µs | 1.00 G/s | 0.500 | passed |");
    }

    @Test
    void namesAreEscaped() throws IOException {
        record(Samples.pairs(ODD, "x<y>&\"z", "thread", 2, 1000));
        assertThat(markdown()).contains("## Queues under full contention · A \\& B \\<2\\> \\| \\*c\\*");
        assertThat(parse(svg("pairs.svg")).getDocumentElement().getTextContent())
                .contains("x<y>&\"z", "A & B <2> | *c*");
        assertThat(html())
                .contains("Queues under full contention", "A &amp; B &lt;2&gt; | *c*")
                .doesNotContain("x<y>");
    }

    @Test
    void eachDeviceGetsItsPlot() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480), Samples.pairs(ODD, "BQ", "thread", 2, 1000));
        assertThat(markdown()).contains("(pairs-a-b-2-c.svg)", "(pairs-nvidia-h200.svg)");
        parse(svg("pairs-a-b-2-c.svg"));
        parse(svg("pairs-nvidia-h200.svg"));
    }

    @Test
    void thePageNeedsNoOtherFile() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480), pairs("BQ", "thread", 2048, 20_480));
        report();
        assertThat(html())
                .contains("<svg ", "<td class=\"number\">0.500</td>", "The MIT License")
                .doesNotContain("src=", "url(", "@import", "href=\"http");
    }

    @Test
    void thePageSaysWhoWonAndExplainsTheNames() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480), pairs("BQ-fused", "thread", 1024, 10_240));
        report();
        assertThat(html())
                .contains("<h2>In short</h2>", " is the fastest, 2.00 times as fast as ", "Every check passed")
                .contains("data-meaning=\"Broker Queue: ", "id=\"name-BQ-fused\"", "id=\"plots\"")
                .doesNotContain("NaN\"", ":NaN", "Infinity,");
    }

    @Test
    void twoRunsAreComparedSideBySide() throws IOException {
        var before = folder.resolve("before.jsonl");
        var after = folder.resolve("after.jsonl");
        ResultFile.append(before, List.of(pairs("BQ", "thread", 1024, 20_480)), _ -> {});
        ResultFile.append(after, List.of(pairs("BQ", "thread", 1024, 10_240)), _ -> {});

        var run = CommandRun.of("report", "--compare", before.toString(), after.toString());

        assertThat(run.code()).isZero();
        assertThat(Files.readString(folder.resolve("compare.md")))
                .contains("Of 1 rows, 1 are faster, 0 slower, 0 within the noise", "| 0.500 | faster |");
        assertThat(Files.readString(folder.resolve("compare.html"))).contains("<td class=\"text faster\">faster</td>");
    }

    @Test
    void whatIsToBeReportedMustBeGivenOnce() {
        assertThat(CommandRun.of("report").code()).isEqualTo(2);
        assertThat(CommandRun.of("report", "a", "--compare", "b", "c").code()).isEqualTo(2);
        assertThat(CommandRun.of("report", "--compare", "b").code()).isEqualTo(2);
    }

    @Test
    void theLatestMeasurementCounts() throws IOException {
        var older = pairs("BQ", "thread", 1024, 20_480);
        var newer = Samples.recorded(Instant.EPOCH.plusSeconds(9), pairs("BQ", "thread", 1024, 10_240));
        record(newer, older);
        assertThat(markdown())
                .contains(
                        "| BQ | 1.00 |",
                        "1 of 1 measurements checked",
                        "1 older measurements of the same are left out");
    }

    @Test
    void theLatestMeasurementCountsAlsoIfItWasWarmedUpLess() throws IOException {
        record(rank(Instant.ofEpochSecond(1), 200, 1_110_000), rank(Instant.EPOCH, 300, 2_700_000));
        assertThat(markdown())
                .contains("| pull | 1.11 |", "1 older measurements of the same are left out")
                .doesNotContain("2.7");
    }

    private static Measurement rank(Instant when, int warmUps, double nanos) {
        var parameters = Map.<String, Object>of(
                "graph",
                "a.txt",
                "iterations",
                8,
                "precision",
                "FLOAT",
                "form",
                "pull",
                "threads",
                16,
                "warmup",
                warmUps);
        return Samples.recorded(when, Samples.other("pagerank", "pull", parameters, nanos, 1_000));
    }

    @Test
    void noNumberOfThreadsStandsForAllThatTheDeviceHolds() throws IOException {
        var parameters = Map.<String, Object>of("graph", "lattice:40", "part", "variants", "threads", 0);
        record(Samples.other("bfs", "auto", parameters, 1_000_000, 1_000));
        assertThat(markdown()).contains("| lattice:40 | all | auto |");
    }

    @Test
    void settingsAreNotedInWords() throws IOException {
        record(Samples.other(
                "imbalance",
                "BQ",
                Map.of("threads", 1024, "pEnq", 0.5, "pDeq", 0.25, "fma", 0, "prefill", 0, "mostPairs", 10, "seed", 1),
                1_000_000,
                1_000));
        assertThat(markdown()).contains("21 repetitions; most pairs 10; seed 1\n");
    }

    @Test
    void ofSettingsThatNoLineNamesTheLatestCounts() throws IOException {
        record(deque(Instant.ofEpochSecond(1), 1, 2_000_000), deque(Instant.EPOCH, 2, 1_000_000));
        assertThat(markdown())
                .contains("| locked | 0.500 |", "1 older measurements of the same are left out")
                .doesNotContain("| 1.00 |");
    }

    @Test
    void loadsOfDifferentSizesAreNotInOnePlot() throws IOException {
        record(
                deque(Instant.ofEpochSecond(1), 1, 2_000_000),
                Samples.other(
                        "deque", "ABP", Map.of("setup", "i", "workers", 1, "elements", 500, "seed", 1), 1e6, 1_000));
        assertThat(markdown())
                .contains("setup i, 1000 elements: throughput", "setup i, 500 elements: throughput")
                .doesNotContain("left out");
    }

    private static Measurement deque(Instant when, int seed, double nanos) {
        var parameters = Map.<String, Object>of("setup", "i", "workers", 1, "elements", 1_000, "seed", seed);
        return Samples.recorded(when, Samples.other("deque", "locked", parameters, nanos, 1_000));
    }

    @Test
    void settingsThatALineNamesMakeALineOfTheirOwn() throws IOException {
        record(
                pairs("BQ", "thread", 1024, 20_480),
                Samples.other(
                        "pairs",
                        "BQ",
                        Map.of("form", "thread", "threads", 1024, "pairs", 10, "capacity", 4_096, "block", 256),
                        10_240,
                        20_480));
        assertThat(markdown())
                .contains("| BQ, capacity 1048576 |", "| BQ, capacity 4096 |")
                .doesNotContain("left out");
    }

    @Test
    void theLatestMeasurementOfAPeerCounts() throws IOException {
        var older = Samples.withPeer(pairs("BQ", "thread", 1024, 20_480), "a.ptx", "bench", 20_480);
        var newer = Samples.withPeer(pairs("BQ-fused", "thread", 1024, 10_240), "a.ptx", "bench", 10_240);
        record(Samples.recorded(Instant.EPOCH.plusSeconds(9), newer), older);
        assertThat(markdown()).contains("| bench | 1.00 |", "| bench | 10.2 µs | 1.00 G/s | 1.000 |");
    }

    @Test
    void aFailedCheckIsNoResult() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480), Samples.failed(pairs("BQ-fused", "thread", 1024, 10_240)));
        assertThat(markdown())
                .contains("| BQ-fused | FAILED |", "2 of 2 measurements checked, 1 FAILED", "conservation: 2 lost");
        assertThat(svg("pairs.svg")).doesNotContain(">BQ-fused</text>");
    }

    @Test
    void whereAllChecksFailedThereIsNoPlot() throws IOException {
        record(Samples.failed(pairs("BQ", "thread", 1024, 20_480)));
        assertThat(markdown()).contains("| BQ | FAILED |").doesNotContain("svg");
    }

    @Test
    void launchBecomesATable() throws IOException {
        record(Samples.of("launch", pairs("empty kernel, launch", "thread", 32, 5900)));
        assertThat(markdown())
                .contains(
                        "## Launches and compilations · NVIDIA H200",
                        "| empty kernel, launch | 5.90 µs | 5.61 µs | 6.49 µs | 21 |");
    }

    @Test
    void anUnknownExperimentBecomesAPlainTable() throws IOException {
        Files.createDirectories(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep/new.jsonl"), """
            {"experiment":"new","structure":"S","nanoseconds":{"median":1500.5},"list":[1,{"a":true}]}
            {"experiment":"new","other":"x|y"}
            """);
        assertThat(markdown())
                .contains(
                        "## new: unknown device",
                        "| structure | nanoseconds.median | list | other |\n| --- | ---: | --- | --- |\n",
                        "| S | 1500.5 | 1; a true |  |\n",
                        "|  |  |  | x\\|y |\n");
    }

    @Test
    void damagedLinesAreNamedAndLeftOut() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480));
        var file = folder.resolve("pairs.jsonl");
        String good = Files.readString(file);
        Files.writeString(
                file,
                "{\"experiment\":\"pairs\",\n" + good + good.replace("\"threads\":1024", "\"threads\":0")
                        + good.replace("\"median\":", "\"mean\":"));
        var run = CommandRun.of("report", folder.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "warning: left out " + file + ", line 1: column 23: expected the name of a member",
                        "warning: left out " + file + ", line 3: 'parameters.threads' is not a number from 1 on: 0",
                        "warning: left out " + file + ", line 4: 'nanoseconds.median' is missing",
                        "3 damaged lines left out");
        String page = Files.readString(folder.resolve("report.md"));
        record(folder.resolve("good"), good);
        assertThat(CommandRun.of("report", folder.resolve("good").toString()).code())
                .isZero();
        assertThat(page).isEqualTo(Files.readString(folder.resolve("good/report.md")));
    }

    private static void record(Path into, String text) throws IOException {
        Files.writeString(Files.createDirectories(into).resolve("pairs.jsonl"), text);
    }

    @Test
    void damageAloneIsAnError() throws IOException {
        var file = Files.writeString(folder.resolve("x.jsonl"), "half a li");
        assertFails(file + ", line 1: ");
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void anEmptyFolderSaysWhatToRun() throws IOException {
        assertFails("warpbroker bench pairs --out " + folder.resolve("pairs.jsonl"));
    }

    @Test
    void aMissingFolderIsNamed() {
        CommandRun.of("report", folder.resolve("nowhere").toString())
                .assertFails(2, "there is no folder " + folder.resolve("nowhere"));
    }

    @Test
    void writesToAnotherFolderIfTold() throws IOException {
        record(pairs("BQ", "thread", 1024, 20_480));
        var out = folder.resolve("made/here");
        CommandRun.of("report", folder.toString(), "--out", out.toString()).succeeded();
        assertThat(out.resolve("report.html")).exists();
        assertThat(out.resolve("report.md")).exists();
        assertThat(out.resolve("pairs.svg")).exists();
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    private static Measurement spawn(
            String engine, String scenario, int n, double nanos, int threads, Map<String, Object> observed) {
        return Samples.other(
                        "spawn", engine, Map.of("scenario", scenario, "n", n, "k", 100, "depth", 3), nanos, threads)
                .with(observed, null);
    }

    private static Measurement tree(String engine, String work, int workers, double nanos) {
        return Samples.other("trees", engine, Map.of("work", work, "workers", workers, "warmup", 1), nanos, 1000);
    }

    private static Measurement pairs(String structure, String form, int threads, double nanos) {
        return Samples.pairs(Samples.GPU, structure, form, threads, nanos);
    }

    private void record(Measurement... measurements) throws IOException {
        ResultFile.append(folder.resolve("pairs.jsonl"), List.of(measurements), Samples::unexpected);
    }

    private void report() {
        assertThat(CommandRun.of("report", folder.toString()).succeeded())
                .contains(folder.resolve("report.html").toString());
    }

    private void assertFails(String reason) {
        CommandRun.of("report", folder.toString()).assertFails(2, reason);
    }

    private String markdown() throws IOException {
        report();
        return Files.readString(folder.resolve("report.md"));
    }

    private String html() throws IOException {
        return Files.readString(folder.resolve("report.html"));
    }

    private String svg(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private static Document parse(String xml) {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)));
        } catch (ParserConfigurationException | SAXException | IOException failure) {
            throw new AssertionError(xml, failure);
        }
    }
}
