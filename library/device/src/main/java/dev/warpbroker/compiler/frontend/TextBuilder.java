package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Puts the message of an exception together. Of what is known at run time only, one value of 64 bits or two of 32 get
 * into the report; a question mark stands for the others.
 */
final class TextBuilder {
    private final Interpreter in;
    private final StringBuilder template = new StringBuilder();
    private @Nullable Operand detail;
    private @Nullable Operand lowerHalf;

    TextBuilder(Interpreter in) {
        this.in = in;
    }

    void append(String text) {
        template.append(text);
    }

    /**
     * Appends a value.
     *
     * @param descriptor the type that it has in the source
     */
    void append(Value value, String descriptor) {
        switch (value) {
            case Value.Null _ -> template.append("null");
            case Value.Captured(String text, var _) -> template.append(text);
            case Value.Scalar(Constant constant) -> append(constant, descriptor);
            case Value.Scalar(Operand operand) -> append(operand, descriptor);
            case Value.Text(String text, Operand numbers)
            when numbers == null || detail == null -> {
                template.append(text);
                detail = numbers == null ? detail : numbers;
            }
            default -> template.append('?');
        }
    }

    private void append(Constant constant, String descriptor) {
        template.append(
                switch (descriptor) {
                    case "Z" -> String.valueOf(constant.bits() != 0);
                    case "C" -> String.valueOf((char) constant.bits());
                    case "F" -> String.valueOf(Float.intBitsToFloat((int) constant.bits()));
                    case "D" -> String.valueOf(Double.longBitsToDouble(constant.bits()));
                    default -> String.valueOf(constant.bits());
                });
    }

    private void append(Operand operand, String descriptor) {
        if (operand.type().isWide()) {
            if (detail == null) {
                template.append(FaultSite.whole(descriptor));
                detail = bits(operand);
            } else {
                template.append('?');
            }
        } else if (detail == null) {
            template.append(FaultSite.half(descriptor, false));
            lowerHalf = bits(operand);
            detail = in.code().compute(Operator.EXTEND_UNSIGNED, Type.LONG, lowerHalf);
        } else if (lowerHalf != null) {
            template.append(FaultSite.half(descriptor, true));
            detail = in.packed(lowerHalf, bits(operand));
            lowerHalf = null;
        } else {
            template.append('?');
        }
    }

    private Operand bits(Operand operand) {
        return switch (operand.type()) {
            case FLOAT -> in.code().compute(Operator.REINTERPRET, Type.INT, operand);
            case DOUBLE -> in.code().compute(Operator.REINTERPRET, Type.LONG, operand);
            default -> operand;
        };
    }

    Value.Text build() {
        return new Value.Text(template.toString(), detail);
    }
}
