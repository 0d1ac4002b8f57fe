package dev.warpbroker.compiler.generated;

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
