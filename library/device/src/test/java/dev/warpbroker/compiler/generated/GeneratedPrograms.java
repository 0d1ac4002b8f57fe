package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Device;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares generated programs on the JVM and on other devices, on a machine without Maven.
 *
 * <p>Needs a Java runtime with the module jdk.compiler, and on the class path the classes of this module and of its
 * tests, nothing else. Options, all with defaults: {@code --family
 * statements|handles|tables|large|recursive|control|groups|memory|locals|classes --seed N --programs N --devices
 * sim,cuda}; the JVM always takes part. {@code --minimise yes} makes failing programs smaller first, and {@code --print
 * yes} only prints the program of the seed. Prints progress, problems with their programs and a summary. The exit code
 * is 1 if there was a problem.
 */
public final class GeneratedPrograms {
    private static final Set<String> OPTIONS =
            Set.of("--family", "--seed", "--programs", "--devices", "--print", "--minimise");

    private GeneratedPrograms() {}

    public static void main(String[] arguments) throws InterruptedException {
        var options = options(arguments);
        var family = Family.named(options.getOrDefault("--family", "handles"));
        long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
        if (options.containsKey("--print")) {
            System.out.println(family.generate(seed).source());
            return;
        }
        int programs = Integer.parseInt(options.getOrDefault("--programs", "5000"));
        List<Target> targets = Arrays.stream(
                        options.getOrDefault("--devices", "sim").split(","))
                .filter(name -> !name.equals("jvm"))
                .map(Target::named)
                .toList();
        long start = System.nanoTime();
        var campaign = new Campaign(family, seed, programs, targets, System.out);
        Campaign.Findings findings;
        // One GPU stays open, so that the driver keeps its context between batches.
        try (var held = targets.contains(Target.CUDA) ? Device.cuda(0) : Device.jvm()) {
            System.out.println("device: " + held.properties());
            findings = campaign.run();
        }
        System.out.printf("%.1f s%n", (System.nanoTime() - start) / 1e9);
        if (options.containsKey("--minimise")) {
            System.out.println(campaign.describe(findings));
        } else {
            findings.problems()
                    .forEach(problem -> System.out.println(problem.program().source()));
        }
        // Threads of programs that did not end must not keep the process.
        System.exit(findings.problems().isEmpty() ? 0 : 1);
    }

    private static Map<String, String> options(String[] arguments) {
        var options = new HashMap<String, String>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        if (arguments.length % 2 != 0 || !OPTIONS.containsAll(options.keySet())) {
            throw new IllegalArgumentException(
                    "options " + Arrays.toString(arguments) + "; known, each with a value, are " + OPTIONS);
        }
        return options;
    }
}
