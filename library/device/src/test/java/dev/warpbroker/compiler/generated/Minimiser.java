package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Verdict.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes a failing program smaller by leaving out statements and members, as long as it is Java and still fails. */
final class Minimiser {
    private static final int ATTEMPTS = 1500;
    private static final int KIND_LENGTH = 130;

    private final Function<GeneratedProgram, Optional<Problem>> check;
    private int attempts;

    Minimiser(Function<GeneratedProgram, Optional<Problem>> check) {
        this.check = check;
    }

    Problem minimise(Problem original) {
        if (original.noEnd()) {
            // Each attempt would have to be waited for.
            return original;
        }
        var smallest = original;
        boolean smaller = true;
        while (smaller && attempts < ATTEMPTS) {
            smaller = false;
            // From the end, because what comes later depends on what comes before.
            for (int node = size(smallest.program().code()) - 1; node >= 0 && attempts < ATTEMPTS; node--) {
                for (boolean keepBody : List.of(false, true)) {
                    var code = without(smallest.program().code(), new int[] {node}, keepBody);
                    if (size(code) >= size(smallest.program().code())) {
                        continue;
                    }
                    attempts++;
                    var problem = check.apply(smallest.program().with(code));
                    if (problem.isPresent() && sameKind(original, problem.get())) {
                        smallest = problem.get();
                        smaller = true;
                        break;
                    }
                }
            }
        }
        return smallest;
    }

    /** A smaller program must not fail in another way: "refused: …" stays a refusal. */
    private static boolean sameKind(Problem one, Problem other) {
        return kind(one).equals(kind(other));
    }

    private static String kind(Problem problem) {
        var firstLine = problem.description().lines().findFirst().orElse("");
        if (firstLine.contains(" on the JVM")) {
            return "difference";
        }
        // What follows names lines and values of the program.
        return firstLine.substring(0, Math.min(KIND_LENGTH, firstLine.length())).replaceAll("[0-9]+", "#");
    }

    private static int size(List<Code> code) {
        return code.stream()
                .mapToInt(each -> each instanceof Code.Nest nest ? 1 + size(nest.body()) : 1)
                .sum();
    }

    /** Leaves out the node whose place in the tree, counted from the start, is in {@code countdown}. */
    private static List<Code> without(List<Code> code, int[] countdown, boolean keepBody) {
        var remaining = new ArrayList<Code>();
        for (Code each : code) {
            boolean leaveOut = countdown[0]-- == 0;
            switch (each) {
                case Code.Line line -> {
                    if (!leaveOut) {
                        remaining.add(line);
                    }
                }
                case Code.Nest nest -> {
                    if (!leaveOut) {
                        remaining.add(
                                new Code.Nest(nest.head(), without(nest.body(), countdown, keepBody), nest.tail()));
                    } else if (keepBody) {
                        remaining.addAll(nest.body());
                    }
                }
            }
        }
        return remaining;
    }
}
