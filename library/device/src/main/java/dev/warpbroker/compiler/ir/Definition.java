package dev.warpbroker.compiler.ir;

import org.jspecify.annotations.Nullable;

/** A value that exists at run time: the result of an instruction, or a merge of values at the start of a block. */
public abstract sealed class Definition implements Operand permits Node, Phi {
    private final Type type;
    private @Nullable Operand replacement;

    Definition(Type type) {
        this.type = type;
    }

    @Override
    public final Type type() {
        return type;
    }

    /** From now on {@link #resolve} gives {@code other} in place of this definition. */
    final void replaceBy(Operand other) {
        replacement = other;
    }

    final boolean isReplaced() {
        return replacement != null;
    }

    /** {@return what stands for {@code operand} after all replacements} */
    public static Operand resolve(Operand operand) {
        Operand current = operand;
        while (current instanceof Definition definition && definition.replacement != null) {
            current = definition.replacement;
        }
        shorten(operand, current);
        return current;
    }

    /** Makes all replacements on a way name its end, so that nobody walks the way again. */
    private static void shorten(Operand start, Operand end) {
        Operand at = start;
        while (at instanceof Definition definition && definition.replacement != null) {
            at = definition.replacement;
            definition.replacement = end;
        }
    }
}
