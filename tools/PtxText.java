import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The PTX text of a kernel, and the same without names and positions.
 *
 * @param file what people call it
 * @param text as the compiler made it
 * @param entry the name of the kernel in the text
 * @param name the class and the method of the kernel, without the number of a lambda
 * @param normal the instructions: no comments, the kernel without its name; registers, labels, variables and places of
 *     faults numbered in the order of their first use
 * @param opcodes how often each instruction occurs
 */
record PtxText(String file, String text, String entry, String name, String normal, Map<String, Integer> opcodes) {
    private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)");

    /** The end of the name of a lambda; that of a serializable one has a hash of the types of what it captures. */
    private static final Pattern LAMBDA_NUMBER = Pattern.compile("(_lambda_\\w+?)(?:_[0-9a-f]{1,8})?_\\d+$");

    private static final Pattern COMMENT = Pattern.compile("\\s*//.*");

    /** A declaration of registers. Their number follows from their use. */
    private static final Pattern REGISTER_COUNT = Pattern.compile("\\.reg \\.\\w+ %\\w+<\\d+>;");

    private static final Pattern VARIABLE = Pattern.compile("\\.(?:shared|local) .*");

    private static final Pattern NUMBERED =
            Pattern.compile("(?<=%fail_site, )(\\d+)|(%[a-z_]+|\\b[LEZ]|\\b(?:shared|local))(\\d+)\\b");

    private static final Pattern INSTRUCTION = Pattern.compile("(?:@!?%\\w+ )?([a-z][\\w.]*).*;");

    private static final Pattern NUMBER = Pattern.compile("(?<![%\\w.])-?(?:0[df][0-9A-F]+|\\d+)\\b");

    static PtxText of(String file, String text) {
        Matcher found = ENTRY.matcher(text);
        if (!found.find()) {
            throw new IllegalArgumentException(file + " has no .entry");
        }
        String entry = found.group(1);
        var lines = new ArrayList<String>();
        var variables = new ArrayList<String>();
        var opcodes = new TreeMap<String, Integer>();
        for (String whole : text.split("\n")) {
            String line = COMMENT.matcher(whole).replaceFirst("").strip();
            if (line.isEmpty() || REGISTER_COUNT.matcher(line).matches()) {
                continue;
            }
            (VARIABLE.matcher(line).matches() ? variables : lines).add(line);
            Matcher instruction = INSTRUCTION.matcher(line);
            if (instruction.matches()) {
                opcodes.merge(instruction.group(1), 1, Integer::sum);
            }
        }
        var numbers = new HashMap<String, Map<String, Integer>>();
        var normal = new ArrayList<String>();
        lines.forEach(line -> normal.add(numbered(line.replaceFirst("(\\.entry )\\w+", "$1kernel"), numbers)));
        // Declarations are ordered by the old numbers.
        var declared = new ArrayList<String>();
        variables.forEach(line -> declared.add(numbered(line, numbers)));
        Collections.sort(declared);
        normal.addAll(declared);
        String name = LAMBDA_NUMBER.matcher(entry).replaceFirst("$1");
        return new PtxText(file, text, entry, name, String.join("\n", normal), Collections.unmodifiableMap(opcodes));
    }

    private static String numbered(String line, Map<String, Map<String, Integer>> numbers) {
        return NUMBERED.matcher(line).replaceAll(found -> {
            boolean site = found.group(1) != null;
            String kind = site ? "" : found.group(2);
            var known = numbers.computeIfAbsent(kind, _ -> new HashMap<>());
            return Matcher.quoteReplacement(kind + known.computeIfAbsent(found.group(site ? 1 : 3), _ -> known.size()));
        });
    }

    /** {@return the instructions without the numbers in them} */
    String withoutConstants() {
        return NUMBER.matcher(normal).replaceAll("N");
    }

    int instructions() {
        return opcodes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** {@return how much the instructions of two kernels have in common, from 0 to 1} */
    double likeness(PtxText other) {
        int common = opcodes.entrySet().stream()
                .mapToInt(each -> Math.min(each.getValue(), other.opcodes.getOrDefault(each.getKey(), 0)))
                .sum();
        return 2.0 * common / Math.max(1, instructions() + other.instructions());
    }

    /** {@return the instructions of which there are more or fewer in another kernel} */
    List<String> differences(PtxText other) {
        var differences = new TreeMap<String, Integer>(opcodes);
        differences.replaceAll((_, count) -> -count);
        other.opcodes.forEach((opcode, count) -> differences.merge(opcode, count, Integer::sum));
        return differences.entrySet().stream()
                .filter(each -> each.getValue() != 0)
                .map(each -> "%s %+d".formatted(each.getKey(), each.getValue()))
                .toList();
    }
}
