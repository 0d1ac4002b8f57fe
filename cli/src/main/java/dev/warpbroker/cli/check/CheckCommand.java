package dev.warpbroker.cli.check;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.HistoryFile;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check FILE}: linearizability of recorded histories. */
@Command(
        name = "check",
        description = {
            "Check whether recorded histories of queues and stacks are linearizable.",
            "Exit code 0 if all are, 1 if one is not, 2 if a file is no history that can be checked, 3 if memory ran"
                    + " out. Of several files the largest code counts."
        })
public final class CheckCommand implements Callable<Integer> {
    private static final int STEPS = 2; // reading and checking

    @Mixin
    private final Console console = new Console();

    /** Instead of a file: the standard input. */
    private static final Path STANDARD_INPUT = Path.of("-");

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "A history, plain or compressed with gzip; - for the standard input.")
    private List<Path> files = List.of();

    @Option(
            names = "--exhaustive",
            description = "Try all orders: exact for bounded structures too, for at most "
                    + Linearizability.LONGEST_SEARCH + " operations.")
    private boolean exhaustive;

    @Override
    public Integer call() {
        int code = ExitCode.OK;
        for (var file : files) {
            try {
                code = Math.max(code, check(file));
            } catch (HistoryFile.DamagedException damage) {
                code = refused(code, file, String.valueOf(damage.getMessage()));
            } catch (IOException failure) {
                boolean missing = !file.equals(STANDARD_INPUT) && !Files.exists(file);
                code = refused(code, file, missing ? "there is no such file" : FailureReason.of(failure));
            } catch (IllegalArgumentException | IllegalStateException unfit) {
                code = refused(code, file, String.valueOf(unfit.getMessage()));
            } catch (OutOfMemoryError | StackOverflowError failure) {
                code = failed(code, Failures.LACKING, file, FailureReason.of(failure));
            }
        }
        return code;
    }

    private int refused(int code, Path file, String why) {
        return failed(code, ExitCode.USAGE, file, why);
    }

    private int failed(int code, int ofThis, Path file, String why) {
        console.error(name(file) + ": " + why);
        console.add("histories", Map.of("file", name(file), "error", why));
        return Math.max(code, ofThis);
    }

    private static String name(Path file) {
        return file.equals(STANDARD_INPUT) ? "standard input" : file.toString();
    }

    private int check(Path file) throws IOException {
        History history;
        Verdict verdict;
        long nanos;
        var title = file.equals(STANDARD_INPUT) ? name(file) : file.getFileName();
        try (Progress progress = console.progress("check " + title, STEPS)) {
            progress.at("reading");
            history = file.equals(STANDARD_INPUT) ? HistoryFile.read(System.in) : HistoryFile.read(file);
            progress.step();
            progress.at("checking " + Quantity.count(history.size()) + " operations");
            long start = System.nanoTime();
            verdict = exhaustive ? Linearizability.search(history) : Linearizability.check(history);
            nanos = System.nanoTime() - start;
            progress.step();
        }
        console.add(
                "histories",
                Map.of(
                        "file",
                        name(file),
                        "operations",
                        history.size(),
                        "linearizable",
                        !(verdict instanceof Violation),
                        "exact",
                        !(verdict instanceof Verdict.Unrefuted),
                        "seconds",
                        nanos * 1e-9));
        console.print(name(file) + ": " + summary(history));
        console.print("  " + counts(history));
        String time = " (in " + Quantity.time((double) nanos) + ")";
        return switch (verdict) {
            case Verdict.Linearizable _ -> {
                console.print("  linearizable" + time);
                yield ExitCode.OK;
            }
            case Verdict.Unrefuted _ -> {
                console.print("  linearizable but for the capacity, of which only what is necessary was checked: no"
                        + " violation" + time);
                yield ExitCode.OK;
            }
            case Violation violation -> {
                console.print("  NOT linearizable" + time);
                console.print("");
                violation.report().lines().forEach(line -> console.print(line.isEmpty() ? "" : "  " + line));
                yield ExitCode.SOFTWARE;
            }
        };
    }

    static String summary(History history) {
        var words = new ArrayList<String>();
        if (!history.description().isEmpty()) {
            words.add(history.description());
        }
        String structure = history.discipline().structure();
        words.add(
                history.capacity().isPresent()
                        ? structure + " of capacity "
                                + Quantity.count(history.capacity().getAsInt())
                        : "unbounded " + structure);
        words.add(Quantity.count(history.size()) + " operations by " + Quantity.count(history.threadCount())
                + " threads");
        words.add("stamps over " + Quantity.count(history.lastStamp() - history.firstStamp()));
        return String.join(", ", words);
    }

    static String counts(History history) {
        Discipline discipline = history.discipline();
        return count(history, discipline.insert(), Result.INSERTED)
                + " (and " + Quantity.count(history.count(Result.FULL)) + " full), "
                + count(history, discipline.remove(), Result.REMOVED)
                + " (and " + Quantity.count(history.count(Result.EMPTY)) + " empty)";
    }

    private static String count(History history, String operation, Result result) {
        return operation + " " + Quantity.count(history.count(result));
    }
}
