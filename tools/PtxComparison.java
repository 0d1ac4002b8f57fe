import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares two folders with the PTX of kernels.
 *
 * <p>Kernels with the same instructions are paired first, then those of the same name, then those that are similar;
 * each time the most similar ones first.
 */
final class PtxComparison {
    /** Kernels of which name and instructions together are less alike are different kernels. */
    private static final double LEAST_LIKENESS = 1.2;

    private record Pair(PtxText a, PtxText b, double likeness) {
        static Pair of(PtxText a, PtxText b) {
            return new Pair(a, b, nameLikeness(a.name(), b.name()) + a.likeness(b));
        }

        boolean isChanged() {
            return !a.normal().equals(b.normal());
        }
    }

    /** The kernels that are not paired yet, by their files. */
    private final TreeMap<String, PtxText> onlyInA;

    private final TreeMap<String, PtxText> onlyInB;
    private final List<Pair> pairs = new ArrayList<>();

    private PtxComparison(Path a, Path b) throws IOException {
        onlyInA = read(a);
        onlyInB = read(b);
        pair(PtxText::normal);
        pair(PtxText::name);
        pair(_ -> "");
        pairs.sort(Comparator.comparing(pair -> pair.a.file()));
    }

    private static TreeMap<String, PtxText> read(Path folder) throws IOException {
        var kernels = new TreeMap<String, PtxText>();
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no folder " + folder);
        }
        try (var files = Files.newDirectoryStream(folder, "*.ptx")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                kernels.put(name, PtxText.of(name, Files.readString(file)));
            }
        }
        if (kernels.isEmpty()) {
            throw new IOException("there is no PTX in " + folder + "; tools/ptx-pin write makes such a folder");
        }
        return kernels;
    }

    /** Pairs kernels that have the same key. */
    private void pair(Function<PtxText, String> key) {
        var ofB = onlyInB.values().stream().collect(Collectors.groupingBy(key));
        onlyInA.values().stream()
                .flatMap(a -> ofB.getOrDefault(key.apply(a), List.of()).stream().map(b -> Pair.of(a, b)))
                .filter(pair -> pair.likeness >= LEAST_LIKENESS || !pair.isChanged())
                .sorted(Comparator.comparingDouble(Pair::likeness).reversed())
                .toList()
                .forEach(pair -> {
                    if (onlyInA.containsKey(pair.a.file()) && onlyInB.containsKey(pair.b.file())) {
                        onlyInA.remove(pair.a.file());
                        onlyInB.remove(pair.b.file());
                        pairs.add(pair);
                    }
                });
    }

    /** {@return the longest beginning or end that two names have in common, over their length: from 0 to 1} */
    private static double nameLikeness(String a, String b) {
        int beginning = Arrays.mismatch(a.toCharArray(), b.toCharArray());
        int end = Arrays.mismatch(reversed(a), reversed(b));
        return beginning < 0 ? 1 : (double) Math.max(beginning, end) / Math.max(a.length(), b.length());
    }

    private static char[] reversed(String name) {
        return new StringBuilder(name).reverse().toString().toCharArray();
    }

    /**
     * Prints what differs.
     *
     * @param assembleAll whether ptxas gets all kernels, not only those with other instructions
     * @return whether all kernels that are in both folders have the same instructions
     */
    static boolean compare(Path a, Path b, boolean assembleAll) throws IOException {
        var compared = new PtxComparison(a, b);
        var ptxas = Ptxas.program();
        compared.onlyInA.keySet().forEach(file -> System.out.println("only in " + a + ": " + file));
        compared.onlyInB.keySet().forEach(file -> System.out.println("only in " + b + ": " + file));
        compared.pairs.stream()
                .filter(pair -> !pair.a.name().equals(pair.b.name()))
                .forEach(pair -> System.out.println("other name: " + pair.a.file() + " -> " + pair.b.file()));
        compared.pairs.parallelStream()
                .filter(pair -> assembleAll || pair.isChanged())
                .map(pair -> description(pair, ptxas))
                .toList()
                .forEach(System.out::println);
        if (ptxas.isEmpty()) {
            System.out.println("ptxas was not found, so registers and spills were not compared; PTXAS may name it");
        }
        int all = compared.pairs.size();
        long changed = compared.pairs.stream().filter(Pair::isChanged).count();
        long equal = compared.pairs.stream()
                .filter(pair -> pair.a.text().equals(pair.b.text()))
                .count();
        System.out.printf(
                "%d kernels are identical, %d but for names and positions; %d have other instructions; %d are only in"
                        + " %s, %d only in %s%n",
                equal, all - equal - changed, changed, compared.onlyInA.size(), a, compared.onlyInB.size(), b);
        return changed == 0;
    }

    private static String description(Pair pair, Optional<Path> ptxas) {
        PtxText a = pair.a;
        PtxText b = pair.b;
        var different = a.differences(b);
        String what;
        if (!pair.isChanged()) {
            what = "the same";
        } else if (!different.isEmpty()) {
            what = String.join(", ", different);
        } else if (a.withoutConstants().equals(b.withoutConstants())) {
            what = "other constants";
        } else {
            what = "the same kinds, in another order or with other operands";
        }
        return "%s -> %s%n    PTX: %d -> %d instructions: %s%s"
                .formatted(
                        a.file(),
                        b.file(),
                        a.instructions(),
                        b.instructions(),
                        what,
                        ptxas.map(program -> machineCode(program, a, b)).orElse(""));
    }

    private static String machineCode(Path ptxas, PtxText first, PtxText second) {
        try {
            var a = Ptxas.of(ptxas, first);
            var b = Ptxas.of(ptxas, second);
            return "%n    %s: registers %d -> %d; bytes spilled %d -> %d, of stack %d -> %d, of shared memory %d -> %d%s"
                    .formatted(
                            Ptxas.ARCHITECTURE,
                            a.registers(),
                            b.registers(),
                            a.spilledBytes(),
                            b.spilledBytes(),
                            a.stackBytes(),
                            b.stackBytes(),
                            a.sharedBytes(),
                            b.sharedBytes(),
                            Arrays.equals(a.code(), b.code()) ? "; the same machine code" : "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
