package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.KernelCompileException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** What the compiler may refuse: documented constructs, at once, and with a remedy. */
final class Refusals {
    /** Processor time, so that a busy machine does not count. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Map<Family, Pattern> DOCUMENTED = Map.of(
            Family.HANDLES,
            Pattern.compile("== between two pieces of shared memory|a variable holds (captured String|a text).*"),
            Family.LOCALS,
            Pattern.compile(".* is made here again and again while more than .*"),
            Family.LARGE,
            Pattern.compile(".*too large.*"),
            Family.CONTROL,
            Pattern.compile("a new Fault that holds another one of its kind, made in a loop.*"
                    + "|whether two variables hold the same mutable object \\(a new Counted\\) .*"),
            Family.RECURSIVE,
            Pattern.compile(".* that holds another one of its kind, made in a loop.*|objects that hold objects, .*"));

    private Refusals() {}

    /** {@return what is wrong with a refusal; empty if nothing is} */
    static String problem(Family family, KernelCompileException refusal, Duration processorTime) {
        if (refusal.remedy().isBlank()) {
            return "refused without a remedy: " + refusal.getMessage();
        }
        if (processorTime.compareTo(LIMIT) > 0) {
            return "refused after %d ms: %s".formatted(processorTime.toMillis(), refusal.getMessage());
        }
        var documented = DOCUMENTED.get(family);
        return documented != null && documented.matcher(refusal.reason()).matches()
                ? ""
                : "refused: " + refusal.getMessage();
    }

    /** {@return the reason without names and numbers} */
    static String kind(KernelCompileException refusal) {
        return refusal.reason().replaceAll("\\[.*?]|\\(.*?\\)", "").replaceAll("[0-9]+", "#");
    }
}
