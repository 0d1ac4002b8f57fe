package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.PaperTable;
import dev.warpbroker.experiments.properties.Property;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table 1 of the Broker Queue paper. */
final class BrokerQueueProperties {
    /** What decides a row on the page where that is not what {@code bench properties} decides by. */
    private static final Map<Property, String> CRITERIA = Map.of(
            Property.HIGHLY_SCALABLE,
            "pairs at the most threads, at least 1/10 of the rate of the fastest of the paper's 13 queues (partly:"
                    + " 1/50). The figures are ours: the paper gives none, and asks that threads do not retry contended"
                    + " compare-and-swaps. BSQ is no yardstick: it is many queues, keeps no order, and is no column",
            Property.FAIR_ORDERING,
            "the paper's words (section 3): as soon as a thread reaches the fetch-and-add its position is assigned, and"
                    + " from then on there is no risk of it “taking significantly longer to complete” by interference"
                    + " of queuing-related operations, e.g. failing compare-and-swaps. Partly: tickets that contending"
                    + " threads may invalidate. This is how an algorithm is built, and is read from ours; no record"
                    + " counts what an operation waits after its fetch-and-add alone",
            Property.STATIC_MEMORY,
            "memory set aside at the beginning is enough however many elements pass (claimed, and of 64 times as many"
                    + " pairs as the capacity none fails although the queue is never full), and it is at most 20 bytes"
                    + " per element of 4 (partly: 64). The bytes are ours: the paper asks for no dynamic allocation");

    /** Cells that how ours is written decides, so that they say nothing of the paper's, and why. */
    private static final Map<Property, Own> OWN = Map.of(
            Property.FAIR_ORDERING,
            new Own(
                    List.of("GQ", "HTQ"),
                    "the paper does not say what GQ and HTQ lack, it only does not name them. Ours have a counter of"
                            + " turns in each cell, as CBQ has, which serves those that wait there in the order of"
                            + " their positions; GQ of 1983 has a pair of semaphores instead, and HTQ is written after"
                            + " the Broker Queue paper's account. So ours are fair by the paper's words, and what the"
                            + " paper looked at need not be."),
            Property.STATIC_MEMORY,
            new Own(
                    List.of("MSQ", "BAQ", "SHCQ", "TZQ"),
                    "this is how ours are written, and does not refute the paper. Nodes of MSQ and BAQ are from a pool"
                            + " that is there before the launch. SHCQ and TZQ swap what is in the ring, which can be"
                            + " no more than a word or two: the paper counts on pointers to elements that are"
                            + " allocated one by one, and ours are of 4 bytes and in the ring themselves."));

    private static final Map<Property, String> REASONS = Map.of(
            Property.LOW_FOOTPRINT,
            " Registers are what the compiler of today's driver needs for our LCRQ. What the paper says is what its"
                + " tests saw of its own, with the compiler and the GPUs of 2018; this shows that LCRQ can be written,"
                + " and compiled today, with fewer, not that the paper saw wrong.");

    /** Those whose tickets, from a fetch-and-add, others may invalidate. */
    private static final Set<String> SPOILT = Set.of("LCRQ", "WFQ", "OVQ", "G-LFQ", "G-WFQ");

    private static final double SCALABLE = 1.0 / 10;

    private static final double PARTLY_SCALABLE = 1.0 / 50;

    private static final Pattern RATE = Pattern.compile("([\\d.]+) ([kMGT]?)/s pairs with .*\\(form (\\S+)\\)");

    private static final Pattern EVENNESS = Pattern.compile("index ([\\d.]+), .* longest (.+)");

    private static final String RETRIES = "retriesPerOperation";

    private static final String EVEN = "Jain's index";

    private static final String LONGEST = "longest round";

    /** What is not the paper's in a row. */
    private record Own(List<String> queues, String why) {}

    /** The paper's queues, and those that came after it. */
    private static final List<String> COLUMNS = Stream.concat(
                    PaperTable.columns().stream(), Stream.of("BQ-fused", "OVQ", "G-LFQ", "G-WFQ"))
            .toList();

    static final String COMMAND = "bench properties --device cuda --limit 0.5 --out properties.jsonl";

    private static final String COUNT = "bench imbalance --device cuda --p-enq 0.25 --p-deq 0.5 --structures ";

    private static final Pattern REGISTERS = Pattern.compile("(\\d+) registers");

    /** Of a multiprocessor, of the paper's GPU and of ours. */
    private static final int MULTIPROCESSOR_REGISTERS = 65_536;

    private static final int MULTIPROCESSOR_THREADS = 2048;

    private static final int BLOCK = 256;

    /** A thread gets a multiple of these. */
    private static final int REGISTERS_AT_ONCE = 8;

    private BrokerQueueProperties() {}

    /** Section 7.1: how many threads registers allow. */
    static List<Claim> registers() {
        return Stream.of("LCRQ", "WFQ")
                .map(queue -> Claim.that(
                                queue + " needs so many registers that only 43,008 of 57,344 threads run at once (37 %"
                                        + " less, says the paper; by these numbers it is 25 %).",
                                records -> {
                                    int registers = registers(records, queue);
                                    double share = residentShare(registers);
                                    return Found.beside(
                                            registers + " registers, BQ " + registers(records, "BQ")
                                                    + "; all threads have 32: "
                                                    + Quantity.significant(100 * share)
                                                    + " % of them run at once, in blocks of 256",
                                            share < 1,
                                            share,
                                            43_008.0 / BrokerQueuePaper.PAPER_THREADS);
                                })
                        .otherwise(records -> "a multiprocessor has 65,536 registers for 2,048 threads, so with up to"
                                + " 32 all fit, and pairs of " + queue + " need " + registers(records, queue)
                                + " with the compiler of today's driver. The paper's 43,008 threads are 1,536 on each"
                                + " of 28 multiprocessors, which 33 to 40 registers allow; how many it has it does not"
                                + " say."))
                .toList();
    }

    /** The share of a multiprocessor's threads that fit at once, in blocks of 256. */
    static double residentShare(int registers) {
        int each = Math.ceilDiv(registers, REGISTERS_AT_ONCE) * REGISTERS_AT_ONCE;
        int threads = MULTIPROCESSOR_REGISTERS / (each * BLOCK) * BLOCK;
        return Math.min(1, (double) threads / MULTIPROCESSOR_THREADS);
    }

    private static int registers(Records records, String queue) {
        var evidence =
                records.property(queue, Property.LOW_FOOTPRINT.toString()).evidence();
        var found = REGISTERS.matcher(evidence);
        if (!found.find()) {
            throw new NotRecordedException(new Missing("properties", "cuda", "registers of " + queue, ""));
        }
        return Integer.parseInt(found.group(1));
    }

    static Exhibit properties() {
        var exhibit = Exhibit.of("table 1")
                .shows("Which queues fulfil eight properties that work distribution wants.")
                .run(COMMAND)
                .run(COUNT + "LCRQ,WFQ --threads 8192,65536 --count --reps 3 --warmup 1 --limit 0.5 --out why.jsonl")
                .run(COUNT + "BQ,BWD,GQ --threads 8192 --count --reps 5 --warmup 1 --limit 0.5 --out loads.jsonl")
                .remark("The paper says in section 3 what each property is for, and gives no figures: how it is tried"
                        + " here, and the figures that decide, are ours. Histories are"
                        + " from the simulator, and so may be other cells that ask what a queue does, not how fast.");
        for (var property : Property.values()) {
            exhibit = exhibit.remark(
                    "“" + property + "”: " + CRITERIA.getOrDefault(property, property.criterion()) + ".");
        }
        return exhibit.remark("BACQ (Polak, Troendle and Jang, Applied Sciences 15(4), 2025) is not possible: its"
                        + " algorithm is in nothing that could be read here, see docs/reproducing.md.")
                .remark(layout())
                .claim(Claim.that("BQ fulfils all eight.", records -> {
                            var lacks = lacks(records)
                                    .map(property -> property + " (" + judge(records, "BQ", property) + ")")
                                    .toList();
                            return Found.of(
                                    (lacks.isEmpty() ? "all eight" : "all but " + String.join(", ", lacks))
                                            + "; fair ordering as it is built. How evenly threads get on, which the"
                                            + " paper does not ask: " + EVEN + " "
                                            + evenness(records, "BQ", EVEN) + ", " + LONGEST + " "
                                            + evenness(records, "BQ", LONGEST),
                                    lacks.isEmpty());
                        })
                        .otherwise(records -> lacks(records)
                                .map(property -> property + ": " + evidence(records, "BQ", property))
                                .collect(Collectors.joining("; ", "", "; see its row."))))
                .claim(Claim.that("No queue of other authors fulfils all eight.", records -> {
                    var all = PaperTable.columns().stream()
                            .filter(queue -> !queue.equals("BQ"))
                            .filter(queue -> Arrays.stream(Property.values())
                                    .allMatch(property -> judge(records, queue, property) == Answer.YES))
                            .toList();
                    return Found.of(all.isEmpty() ? "none" : String.join(", ", all), all.isEmpty());
                }))
                .claims(Arrays.stream(Property.values())
                        .flatMap(property -> Stream.concat(
                                Stream.of(row(property)),
                                Stream.ofNullable(OWN.get(property)).map(own -> notTheirs(property, own))))
                        .toList())
                .grid(Grid.of(
                                "Ours (the paper's): • fulfilled, ◦ partly, - not, ? unclear; * decided by how ours is"
                                        + " written, so not to be held against the paper's; (•?) and (-?) a guess",
                                "",
                                Arrays.stream(Property.values())
                                        .map(Property::toString)
                                        .toList(),
                                COLUMNS,
                                (records, name, column) -> {
                                    var property = property(name);
                                    String queue = String.valueOf(column);
                                    return Cell.of(mark(judge(records, queue, property))
                                            + (isOwn(queue, property) ? "*" : ""));
                                })
                        .beside((property, column) -> PaperTable.of(COLUMNS.get(column), property(property))
                                .map(answer -> mark(answer)
                                        + (PaperTable.isGuess(COLUMNS.get(column), property(property)) ? "?" : ""))
                                .orElse("")))
                .grid(Grid.of(
                        "Beside “fair ordering”, and not what it is judged by: how evenly threads get on that enqueue"
                                + " and dequeue for a while on a queue that is nearly empty (1 is all alike), and the"
                                + " longest enqueue and dequeue of any; - did not end",
                        "",
                        List.of(EVEN, LONGEST),
                        COLUMNS,
                        (records, measure, queue) -> Cell.of(evenness(records, String.valueOf(queue), measure))));
    }

    /** What the text of the paper does not say of its table. */
    private static String layout() {
        long open = cells(cell -> cell == Answer.UNCLEAR);
        var guesses = PaperTable.columns().stream()
                .filter(queue ->
                        Arrays.stream(Property.values()).anyMatch(property -> PaperTable.isGuess(queue, property)))
                .map(queue -> queue + " ("
                        + Arrays.stream(Property.values())
                                .filter(property -> PaperTable.isGuess(queue, property))
                                .map(Property::toString)
                                .collect(Collectors.joining(", "))
                        + ")")
                .collect(Collectors.joining(", "));
        return "The text that the paper's table was read from has its marks, but not their rows; sections 2.3, 3 and"
                + " 7.1 tell most of them. Of its " + cells(_ -> true) + " cells " + open
                + " stay open, ? in brackets. Others are guesses, for which marks that stand below each other in the"
                + " text without a gap were taken to be of neighbouring rows: " + guesses
                + ". Neither open cells nor guesses are judged by.";
    }

    private static long cells(Predicate<Answer> which) {
        return PaperTable.columns().stream()
                .flatMap(queue -> Arrays.stream(Property.values())
                        .map(property -> PaperTable.of(queue, property).orElseThrow()))
                .filter(which)
                .count();
    }

    /** A row of the table: the same queues as in the paper. */
    private static Claim row(Property property) {
        return Claim.that("Row “" + property + "”: " + marked(property) + ".", records -> {
                    var other = different(records, property);
                    String rest = property == Property.FAIR_ORDERING ? ": " + tickets(records) : "";
                    return Found.of(
                            other.isEmpty()
                                    ? "the same" + exceptOwn(property) + rest
                                    : otherThan(property) + "other than the paper: "
                                            + other.stream()
                                                    .map(queue -> queue + " " + judge(records, queue, property))
                                                    .collect(Collectors.joining(", "))
                                            + exceptOwn(property),
                            other.isEmpty());
                })
                .otherwise(records -> different(records, property).stream()
                                .map(queue -> queue + ": " + evidence(records, queue, property))
                                .collect(Collectors.joining("; "))
                        + "."
                        + (property == Property.HIGHLY_SCALABLE ? yardsticks(records) : "")
                        + REASONS.getOrDefault(property, ""));
    }

    /** Cells of a row that say nothing of the paper's. */
    private static Claim notTheirs(Property property, Own own) {
        return Claim.that(
                        "Row “" + property + "”: not " + String.join(", ", own.queues()) + ".",
                        records -> new Found(
                                "as ours are written: "
                                        + own.queues().stream()
                                                .map(queue -> queue + " " + judge(records, queue, property))
                                                .collect(Collectors.joining(", ")),
                                Outcome.NOT_POSSIBLE))
                .otherwise(records -> own.why() + " Measured: "
                        + own.queues().stream()
                                .map(queue -> queue + ": " + recorded(records, queue, property))
                                .collect(Collectors.joining("; "))
                        + ".");
    }

    /** Who has a mark in the paper. */
    private static String marked(Property property) {
        var marks = new ArrayList<String>();
        for (String queue : PaperTable.columns()) {
            var answer = PaperTable.of(queue, property).orElseThrow();
            if (answer == Answer.YES || answer == Answer.PARTLY) {
                marks.add(queue
                        + (answer == Answer.PARTLY ? " partly" : "")
                        + (PaperTable.isGuess(queue, property) ? " (a guess)" : ""));
            }
        }
        return String.join(", ", marks);
    }

    private static String otherThan(Property property) {
        return switch (property) {
            case HIGHLY_SCALABLE -> "by our criterion, ";
            case LOW_FOOTPRINT -> "as ours are written and compiled, ";
            default -> "";
        };
    }

    private static String exceptOwn(Property property) {
        var own = OWN.get(property);
        return own == null ? "" : ", but for " + String.join(", ", own.queues()) + ", see the next line";
    }

    /** What records have of tickets that others invalidate. */
    private static String tickets(Records records) {
        return "as the algorithms are built. With 8,192 threads LCRQ tries again, for whatever reason, "
                + Quantity.significant(retries(records, "LCRQ")) + " times for an operation, WFQ "
                + Quantity.significant(retries(records, "WFQ")) + ", BWD, which is BQ without its wait for Full and"
                + " Empty, " + Quantity.significant(retries(records, "BWD")) + "; BQ tries "
                + Quantity.significant(retries(records, "BQ")) + " times, in that wait, before its fetch-and-add. CBQ"
                + " and SFQ were not counted";
    }

    /** Why the yardstick is what it is, and what others would say. */
    private static String yardsticks(Records records) {
        String best = PaperTable.columns().stream()
                .filter(queue -> rate(records, queue) > 0)
                .max(Comparator.comparingDouble(queue -> rate(records, queue)))
                .orElseThrow();
        var unmarked = PaperTable.columns().stream()
                .filter(queue -> PaperTable.of(queue, Property.HIGHLY_SCALABLE).orElseThrow() == Answer.NO)
                .toList();
        boolean apart = unmarked.stream().allMatch(queue -> rate(records, queue) == 0)
                && PaperTable.columns().stream()
                        .allMatch(queue -> unmarked.contains(queue) || rate(records, queue) > 0);
        double fused = rate(records, "BQ-fused");
        boolean same = PaperTable.columns().stream()
                .allMatch(queue ->
                        scalable(rate(records, queue), fused) == judge(records, queue, Property.HIGHLY_SCALABLE));
        return " The yardstick is " + best + ", " + Quantity.rate(rate(records, best)) + ", the fastest of the paper's"
                + " queues here. Against BQ-fused, which came later (" + Quantity.rate(fused) + "), the answers "
                + (same ? "are the same" : "are others") + "; BSQ, the paper's variant of many queues, makes "
                + Quantity.rate(rate(records, "BSQ")) + "."
                + (apart
                        ? " This does not refute the paper, which has no such figure and itself saw LCRQ and WFQ fall"
                                + " behind (section 7.1). Its marks part those that end here from those that do not:"
                                + " none of " + String.join(", ", unmarked) + " ended within the limit, all others did."
                        : "");
    }

    /** Where we found something else than the paper, both being certain, and not by how ours is written. */
    private static List<String> different(Records records, Property property) {
        return PaperTable.columns().stream()
                .filter(queue -> !isOwn(queue, property) && !PaperTable.isGuess(queue, property))
                .filter(queue -> {
                    var paper = PaperTable.of(queue, property).orElseThrow();
                    return paper != Answer.UNCLEAR && judge(records, queue, property) != paper;
                })
                .toList();
    }

    private static Stream<Property> lacks(Records records) {
        return Arrays.stream(Property.values()).filter(property -> judge(records, "BQ", property) != Answer.YES);
    }

    private static boolean isOwn(String queue, Property property) {
        var own = OWN.get(property);
        return own != null && own.queues().contains(queue);
    }

    /** {@return what stands in our table} */
    static Answer judge(Records records, String queue, Property property) {
        var recorded = Answer.valueOf(
                records.property(queue, property.toString()).verdict().toUpperCase(Locale.ROOT));
        return switch (property) {
            case HIGHLY_SCALABLE -> scalable(rate(records, queue), yardstick(records, form(records, queue)));
            case FAIR_ORDERING -> fair(records, queue);
            case STATIC_MEMORY -> claims(queue, dev.warpbroker.structures.Claim.STATIC_MEMORY) ? recorded : Answer.NO;
            default -> recorded;
        };
    }

    private static Answer scalable(double rate, double best) {
        return rate == 0 || rate < PARTLY_SCALABLE * best
                ? Answer.NO
                : rate < SCALABLE * best ? Answer.PARTLY : Answer.YES;
    }

    /** The rate of the fastest of the paper's queues. */
    private static double yardstick(Records records, String form) {
        return PaperTable.columns().stream()
                .filter(queue -> form(records, queue).equals(form))
                .mapToDouble(queue -> rate(records, queue))
                .max()
                .orElse(0);
    }

    private static String form(Records records, String queue) {
        var found = RATE.matcher(recorded(records, queue, Property.HIGHLY_SCALABLE));
        return found.find() ? found.group(3) : "";
    }

    /** Pairs per second; 0 if they did not end. */
    private static double rate(Records records, String queue) {
        var found = RATE.matcher(recorded(records, queue, Property.HIGHLY_SCALABLE));
        if (!found.find()) {
            return 0;
        }
        return Double.parseDouble(found.group(1)) * Math.pow(1000, " kMGT".indexOf((found.group(2) + " ").charAt(0)));
    }

    /**
     * By how it is built. What BQ does after its fetch-and-add is what BWD does, so that one must not retry anything;
     * those whose tickets may be invalidated must have been seen to retry, where that was counted.
     */
    private static Answer fair(Records records, String queue) {
        if (SPOILT.contains(queue)) {
            boolean counted = queue.equals("LCRQ") || queue.equals("WFQ");
            return counted && retries(records, queue) == 0 ? Answer.UNCLEAR : Answer.PARTLY;
        }
        if (queue.equals("BQ") && retries(records, "BWD") > 0) {
            return Answer.UNCLEAR;
        }
        return claims(queue, dev.warpbroker.structures.Claim.FAIR_ORDERING) ? Answer.YES : Answer.NO;
    }

    private static boolean claims(String queue, dev.warpbroker.structures.Claim claim) {
        return QueueKind.named(queue).orElseThrow().claims(claim);
    }

    private static double retries(Records records, String queue) {
        return records.gpu("imbalance")
                .without("ring")
                .without("patience")
                .with("fma", 128)
                .with("pEnq", 0.25)
                .with("pDeq", 0.5)
                .with("threads", 8192)
                .counting(RETRIES)
                .observed(queue, RETRIES);
    }

    /** How evenly threads got on. */
    private static String evenness(Records records, String queue, String measure) {
        var found = EVENNESS.matcher(recorded(records, queue, Property.FAIR_ORDERING));
        return found.find() ? found.group(measure.equals(EVEN) ? 1 : 2) : "-";
    }

    /** What a cell is judged by. */
    private static String evidence(Records records, String queue, Property property) {
        return switch (property) {
            case HIGHLY_SCALABLE -> {
                double rate = rate(records, queue);
                yield rate == 0
                        ? recorded(records, queue, property)
                        : Quantity.rate(rate) + " pairs, "
                                + Quantity.significant(rate / yardstick(records, form(records, queue)))
                                + " of the yardstick";
            }
            case FAIR_ORDERING -> tickets(records);
            default -> recorded(records, queue, property);
        };
    }

    private static String recorded(Records records, String queue, Property property) {
        return records.property(queue, property.toString())
                .evidence()
                .lines()
                .findFirst()
                .orElse("");
    }

    private static Property property(String name) {
        return Arrays.stream(Property.values())
                .filter(property -> property.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String mark(Answer answer) {
        return answer == Answer.NO ? "-" : answer.mark().isBlank() ? answer.toString() : answer.mark();
    }
}
