package dev.warpbroker.compiler.ir;

/** What an instruction can take: a constant, or the result of another instruction. */
public sealed interface Operand permits Constant, Definition {
    Type type();
}
