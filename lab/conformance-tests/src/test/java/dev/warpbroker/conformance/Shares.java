package dev.warpbroker.conformance;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which cases a build runs on which device. With the tests tagged {@code long} all run on both; otherwise
 *
 * <ul>
 *   <li>the JVM leaves out what compares a device with the JVM: it cannot differ from itself, and the simulator's test
 *       runs it as well;
 *   <li>a check that several structures or policies share runs for each of them on one of the two, chosen so that every
 *       check, and every structure, comes to both.
 * </ul>
 *
 * <p>Applications are not shared out: they run on simulators with the tests tagged {@code long} only.
 */
final class Shares {
    /** Names of cases. */
    private final Set<String> onJvm = new HashSet<>();

    private final Set<String> onSimulator = new HashSet<>();

    static Shares ofThisBuild() {
        return new Shares(SelfTest.cases(), Boolean.getBoolean("warpbroker.long"));
    }

    Shares(List<Case> cases, boolean all) {
        var sharers = cases.stream().collect(Collectors.groupingBy(Shares::check, Collectors.counting()));
        // How many more on the JVM than on the simulator.
        var surplus = new HashMap<String, Integer>();
        for (var each : cases) {
            boolean shared = sharers.getOrDefault(check(each), 0L) > 1 && !isApplication(each);
            boolean toJvm = shared && isNextOnJvm(surplus, each);
            if (all || (shared ? toJvm : !isComparison(each))) {
                onJvm.add(each.name());
            }
            if (all || !toJvm) {
                onSimulator.add(each.name());
            }
        }
        Stream.<Function<Case, String>>of(Case::feature, Shares::subject, Shares::check)
                .flatMap(key -> cases.stream().collect(Collectors.groupingBy(key)).values().stream())
                .filter(group -> group.size() > 1)
                .forEach(this::bringToBoth);
    }

    /** Where taking turns has left all cases of a group to one device, the first one runs on the other as well. */
    private void bringToBoth(List<Case> group) {
        if (group.stream().noneMatch(each -> isOnJvm(each) || isComparison(each))) {
            onJvm.add(group.getFirst().name());
        }
        if (group.stream().noneMatch(this::isOnSimulator)) {
            onSimulator.add(group.getFirst().name());
        }
    }

    /** {@return whether the device that has had fewer of this check, or else fewer of this subject, is the JVM} */
    private static boolean isNextOnJvm(Map<String, Integer> surplus, Case each) {
        int ofCheck = surplus.getOrDefault(check(each), 0);
        int ofSubject = surplus.getOrDefault(subject(each), 0);
        boolean jvm = ofCheck == 0 ? ofSubject < 0 : ofCheck < 0;
        surplus.merge(check(each), jvm ? 1 : -1, Integer::sum);
        surplus.merge(subject(each), jvm ? 1 : -1, Integer::sum);
        return jvm;
    }

    boolean isOnJvm(Case each) {
        return onJvm.contains(each.name());
    }

    boolean isOnSimulator(Case each) {
        return onSimulator.contains(each.name());
    }

    static boolean isApplication(Case each) {
        return each.feature().equals("applications");
    }

    static boolean isComparison(Case each) {
        return each.check() instanceof Agreement || each.name().startsWith("StrictMath.");
    }

    /** {@return the structure or policy of a case such as "BQ: records come out whole", whoever its workers are} */
    static String subject(Case each) {
        int end = Math.max(0, each.name().indexOf(": "));
        return each.feature() + " of " + each.name().substring(0, end).replaceFirst(" by [A-Z]+$", "");
    }

    /** {@return what is checked; the whole name, which no other case has, where no structure is named} */
    static String check(Case each) {
        return each.feature() + ": " + each.name().substring(each.name().indexOf(": ") + 1);
    }
}
