package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.KernelCompileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What the compiler may refuse: documented constructs, at once, and with a remedy. */
final class Refusals {
    /** Processor time, so that a busy machine does not count. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Map<Family, List<Pattern>> DOCUMENTED = Map.of(
            Family.STATEMENTS,
            List.of(),
            Family.HANDLES,
            List.of(
                    Pattern.compile("an array of references with a variable index"),
                    Pattern.compile("== between .*"),
                    Pattern.compile("whether two variables hold the same mutable object .*"),
                    Pattern.compile("an array is made again while the one made here before is still in use")),
            Family.LARGE,
            List.of(Pattern.compile(".*too large.*"), Pattern.compile("an array of .* bytes.*")),
            Family.RECURSIVE,
            List.of(Pattern.compile(".*(contains itself|recursive|nested).*")));

    private Refusals() {}

    /** {@return what is wrong with a refusal; empty if nothing is} */
    static String problem(Family family, KernelCompileException refusal, Duration processorTime) {
        if (refusal.remedy().isBlank()) {
            return "refused without a remedy: " + refusal.getMessage();
        }
        if (processorTime.compareTo(LIMIT) > 0) {
            return "refused after %d ms: %s".formatted(processorTime.toMillis(), refusal.getMessage());
        }
        boolean documented = DOCUMENTED.getOrDefault(family, List.of()).stream()
                .anyMatch(reason -> reason.matcher(refusal.reason()).matches());
        return documented ? "" : "refused: " + refusal.getMessage();
    }

    /** {@return the reason without names and numbers} */
    static String kind(KernelCompileException refusal) {
        return refusal.reason().replaceAll("\\[.*?]|\\(.*?\\)", "").replaceAll("[0-9]+", "#");
    }
}
