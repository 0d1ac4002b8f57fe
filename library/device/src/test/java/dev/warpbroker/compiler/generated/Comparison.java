package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.InTime.NoEndException;
import dev.warpbroker.compiler.generated.SourceCompiler.SourceException;
import dev.warpbroker.compiler.generated.Verdict.Problem;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.LogLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs programs on the JVM and on other devices, and compares what they leave in memory. Half of the programs with
 * handles are compiled with bounds checks.
 *
 * <p>A program that does not end is given up, with its thread and the devices that it was on.
 */
final class Comparison implements AutoCloseable {
    private static final int TRACE_LINES = 60;

    private final SourceCompiler javac = new SourceCompiler();
    private final Family family;
    private final long seed;
    private final List<Target> targets;
    private final Optional<Assembler> assembler;
    private Bench bench;

    Comparison(Family family, long seed, List<Target> targets) {
        this.family = family;
        this.seed = seed;
        this.targets = targets;
        assembler = targets.contains(Target.SIM) ? Assembler.onPath() : Optional.empty();
        bench = new Bench();
    }

    /** A device and the memory of programs on it. */
    private record Machine(String name, Device device, ProgramMemory memory, List<LogLine> log) {
        static Machine of(String name, Function<Consumer<LogLine>, Device> opening) {
            var log = Collections.synchronizedList(new ArrayList<LogLine>());
            var device = opening.apply(log::add);
            return new Machine(name, device, new ProgramMemory(device), log);
        }

        /** {@return what each lane has logged, in its order} */
        Map<Integer, List<String>> logged() {
            return log.stream()
                    .collect(Collectors.groupingBy(
                            LogLine::lane, TreeMap::new, Collectors.mapping(LogLine::text, Collectors.toList())));
        }
    }

    /** The devices that programs run on. */
    private final class Bench {
        private final Machine jvm =
                Machine.of("the JVM", log -> Device.jvm(DeviceOptions.defaults().withLog(log)));
        private final List<Machine> plain = machines(false);
        private final List<Machine> checked = machines(true);

        private List<Machine> machines(boolean boundsChecks) {
            return targets.stream()
                    .map(target -> Machine.of(
                            target + (boundsChecks ? " with bounds checks" : ""),
                            log -> target.open(seed, boundsChecks, log)))
                    .toList();
        }

        private List<Machine> machinesFor(GeneratedProgram program) {
            return family != Family.STATEMENTS && program.seed() % 2 == 1 ? checked : plain;
        }

        void close() {
            plain.forEach(each -> each.device().close());
            checked.forEach(each -> each.device().close());
            jvm.device().close();
        }
    }

    /** How a program ended on a device. */
    private sealed interface Result {
        record Completed(Map<String, List<Long>> memory, Map<Integer, List<String>> logged) implements Result {}

        record Threw(String exceptionType) implements Result {}
    }

    /** {@return how each program of a batch did; all are compiled by one run of javac} */
    List<Verdict> verdicts(List<GeneratedProgram> programs) {
        try {
            var classes = javac.compile(programs);
            var verdicts = new ArrayList<Verdict>();
            for (GeneratedProgram program : programs) {
                verdicts.add(inTime(program, classes));
            }
            return verdicts;
        } catch (SourceException e) {
            throw new IllegalStateException("a generated program is not Java:\n" + e.getMessage(), e);
        }
    }

    /** {@return the problem of a program that may not even be Java; then it has none} */
    Optional<Problem> problemIfJava(GeneratedProgram program) {
        try {
            return inTime(program, javac.compile(List.of(program))) instanceof Problem problem
                    ? Optional.of(problem)
                    : Optional.empty();
        } catch (SourceException _) {
            return Optional.empty();
        }
    }

    private Verdict inTime(GeneratedProgram program, ClassLoader classes) {
        var here = bench;
        try {
            return InTime.call(program.className(), () -> verdict(program, classes, here));
        } catch (NoEndException noEnd) {
            bench = new Bench();
            return new Problem(program, String.valueOf(noEnd.getMessage()), true);
        } catch (ExecutionException failure) {
            return new Problem(program, trace(Objects.requireNonNullElse(failure.getCause(), failure)));
        }
    }

    private static String trace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString().lines().limit(TRACE_LINES).collect(Collectors.joining("\n"));
    }

    private static Class<?> load(GeneratedProgram program, ClassLoader classes) {
        try {
            return classes.loadClass(program.binaryName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("no class " + program.binaryName(), e);
        }
    }

    private Verdict verdict(GeneratedProgram program, ClassLoader classes, Bench bench) {
        var compiled = load(program, classes);
        var expected = result(bench.jvm, program, compiled);
        for (Machine machine : bench.machinesFor(program)) {
            var start = InTime.used();
            try {
                var difference = difference(expected, machine, result(machine, program, compiled))
                        .or(() -> rejection(machine, program, compiled));
                if (difference.isPresent()) {
                    return new Problem(program, difference.get());
                }
            } catch (KernelCompileException refusal) {
                var problem = Refusals.problem(family, refusal, InTime.used().minus(start));
                return problem.isEmpty()
                        ? new Verdict.Refused(program, Refusals.kind(refusal))
                        : new Problem(program, problem);
            }
        }
        return new Verdict.Same(program);
    }

    private Result result(Machine machine, GeneratedProgram program, Class<?> compiled) {
        machine.memory().reset(program.seed());
        machine.log().clear();
        try {
            machine.device().run(family.grid(program.seed()), machine.memory().kernel(compiled));
            return new Result.Completed(machine.memory().contents(), machine.logged());
        } catch (KernelCompileException refused) {
            throw refused;
        } catch (DeviceException failure) {
            var fault = failure.fault();
            if (fault == null || !program.mayDivideByZero()) {
                throw failure;
            }
            return new Result.Threw(fault.exceptionType());
        }
    }

    private Optional<String> rejection(Machine machine, GeneratedProgram program, Class<?> compiled) {
        return assembler
                .flatMap(ptxas -> ptxas.rejection(machine.device()
                        .ptx(family.grid(program.seed()), machine.memory().kernel(compiled))))
                .map(message -> "ptxas: " + message);
    }

    private static Optional<String> difference(Result expected, Machine machine, Result actual) {
        if (expected.equals(actual)) {
            return Optional.empty();
        }
        if (expected instanceof Result.Completed(var onJvm, var _)
                && actual instanceof Result.Completed(var onMachine, var _)) {
            for (var name : onJvm.keySet()) {
                var left = onJvm.getOrDefault(name, List.of());
                var right = onMachine.getOrDefault(name, List.of());
                for (int i = 0; i < left.size(); i++) {
                    if (!left.get(i).equals(right.get(i))) {
                        return Optional.of("difference: %s[%d] is 0x%x on %s, 0x%x on the JVM"
                                .formatted(name, i, right.get(i), machine.name(), left.get(i)));
                    }
                }
            }
        }
        if (expected instanceof Result.Completed(var _, var logged)
                && actual instanceof Result.Completed(var _, var loggedOnMachine)) {
            return Optional.of(
                    "difference: log %s on %s, %s on the JVM".formatted(loggedOnMachine, machine.name(), logged));
        }
        return Optional.of(
                "difference: %s on %s, %s on the JVM".formatted(brief(actual), machine.name(), brief(expected)));
    }

    private static String brief(Result result) {
        return switch (result) {
            case Result.Completed _ -> "completed";
            case Result.Threw(String exceptionType) -> "threw " + exceptionType;
        };
    }

    @Override
    public void close() {
        bench.close();
    }
}
