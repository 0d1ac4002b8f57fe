package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that was made from a seed.
 *
 * @param mayDivideByZero whether lanes may fail with an ArithmeticException
 */
record GeneratedProgram(
        long seed, String className, List<Code> code, boolean mayDivideByZero, Map<Construct, Integer> constructs) {
    static final String PACKAGE = "generated";

    /**
     * {@return a program of one class with one kernel}
     *
     * @param imports what it needs besides devices
     * @param members of the class besides the kernel
     * @param body of the kernel, for a lane
     */
    static GeneratedProgram ofKernel(
            long seed,
            String className,
            List<String> imports,
            List<Code> members,
            List<Code> body,
            boolean mayDivideByZero,
            Map<Construct, Integer> constructs) {
        var code = new ArrayList<Code>();
        code.add(Code.line("package %s;".formatted(PACKAGE)));
        code.add(Code.line("import dev.warpbroker.device.*;"));
        imports.forEach(each -> code.add(Code.line("import %s;".formatted(each))));
        var inside = new ArrayList<>(members);
        inside.add(Code.nest(
                "public static Kernel kernel(" + ProgramMemory.source() + ")",
                List.of(new Code.Nest("return lane -> {", body, "};"))));
        code.add(Code.nest("@SuppressWarnings(\"all\") public final class " + className, inside));
        return new GeneratedProgram(seed, className, code, mayDivideByZero, constructs);
    }

    String source() {
        return Code.render(code);
    }

    String binaryName() {
        return PACKAGE + "." + className;
    }

    GeneratedProgram with(List<Code> smaller) {
        return new GeneratedProgram(seed, className, smaller, mayDivideByZero, constructs);
    }
}
