package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.SourceCompiler.SourceException;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.KernelCompileException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs programs on the JVM and on the simulator and compares what they leave in memory. */
final class Comparison implements AutoCloseable {
    private static final Grid GRID = new Grid(ProgramMemory.LANES, 32);

    private final SourceCompiler javac = new SourceCompiler();
    private final Device jvm = Device.jvm();
    private final Device simulator;
    private final ProgramMemory jvmMemory = new ProgramMemory(jvm);
    private final ProgramMemory simulatorMemory;
    private final Optional<Assembler> assembler = Assembler.onPath();

    Comparison(long seed) {
        simulator = Device.simulator(seed);
        simulatorMemory = new ProgramMemory(simulator);
    }

    /** How a program ended on a device. */
    sealed interface Result {
        record Completed(Map<String, List<Long>> memory) implements Result {}

        record Threw(String exceptionType) implements Result {}
    }

    /** What is wrong with a program. */
    record Problem(GeneratedProgram program, String description) {}

    /** {@return the problems of a batch of programs, which are compiled by one run of javac} */
    List<Problem> problems(List<GeneratedProgram> programs) {
        try {
            var classes = javac.compile(programs);
            return programs.stream()
                    .flatMap(program -> problem(program, classes).stream())
                    .toList();
        } catch (SourceException e) {
            throw new IllegalStateException("a generated program is not Java:\n" + e.getMessage(), e);
        }
    }

    /** {@return the problem of a program that may not even be Java; then it has none} */
    Optional<Problem> problemIfJava(GeneratedProgram program) {
        try {
            javac.compile(List.of(program));
        } catch (SourceException _) {
            return Optional.empty();
        }
        return problems(List.of(program)).stream().findFirst();
    }

    private static Class<?> load(GeneratedProgram program, ClassLoader classes) {
        try {
            return classes.loadClass(program.binaryName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("no class " + program.binaryName(), e);
        }
    }

    private Optional<Problem> problem(GeneratedProgram program, ClassLoader classes) {
        try {
            var compiled = load(program, classes);
            var expected = result(jvm, jvmMemory, program, compiled);
            var actual = result(simulator, simulatorMemory, program, compiled);
            return difference(expected, actual)
                    .or(() -> rejection(compiled))
                    .map(description -> new Problem(program, description));
        } catch (KernelCompileException refused) {
            return Optional.of(new Problem(program, "refused: " + refused.getMessage()));
        } catch (RuntimeException | LinkageError failure) {
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            return Optional.of(new Problem(program, trace.toString()));
        }
    }

    private static Result result(Device device, ProgramMemory memory, GeneratedProgram program, Class<?> compiled) {
        memory.reset(program.seed());
        try {
            device.run(GRID, memory.kernel(compiled));
            return new Result.Completed(memory.contents());
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

    private Optional<String> rejection(Class<?> compiled) {
        return assembler
                .flatMap(ptxas -> ptxas.rejection(simulator.ptx(simulatorMemory.kernel(compiled))))
                .map(message -> "ptxas: " + message);
    }

    private static Optional<String> difference(Result expected, Result actual) {
        if (expected.equals(actual)) {
            return Optional.empty();
        }
        if (expected instanceof Result.Completed(var onJvm) && actual instanceof Result.Completed(var onSimulator)) {
            for (var name : onJvm.keySet()) {
                var left = onJvm.getOrDefault(name, List.of());
                var right = onSimulator.getOrDefault(name, List.of());
                for (int i = 0; i < left.size(); i++) {
                    if (!left.get(i).equals(right.get(i))) {
                        return Optional.of("%s[%d] is 0x%x on the simulator, 0x%x on the JVM"
                                .formatted(name, i, right.get(i), left.get(i)));
                    }
                }
            }
        }
        return Optional.of("%s on the simulator, %s on the JVM".formatted(brief(actual), brief(expected)));
    }

    private static String brief(Result result) {
        return switch (result) {
            case Result.Completed _ -> "completed";
            case Result.Threw(String exceptionType) -> "threw " + exceptionType;
        };
    }

    @Override
    public void close() {
        simulator.close();
        jvm.close();
    }
}
