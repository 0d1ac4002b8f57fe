package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Value;
import java.util.ArrayList;
import java.util.function.Function;
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
            case Value.Captured(Enum<?> constant, var _)
            when HostMethods.isNamed(in, constant) -> template.append(constant.name());
            case Value.EnumValue(Class<?> type, Operand ordinal)
            when HostMethods.areNamed(in, type) -> appendName(type, ordinal);
            case Value.Scalar(Constant constant) -> append(constant, descriptor);
            case Value.Scalar(Operand operand) -> append(operand, descriptor);
            case Value.Text(String text, Operand numbers)
            when numbers == null || detail == null -> {
                template.append(text);
                if (numbers != null) {
                    detail = numbers;
                    lowerHalf = FaultSite.isHalf(text) ? half(numbers) : null;
                }
            }
            case Value.Text(String text, Operand numbers)
            when numbers != null && lowerHalf != null && FaultSite.isHalf(text) -> {
                template.append(FaultSite.raised(text));
                detail = in.packed(lowerHalf, half(numbers));
                lowerHalf = null;
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
        } else {
            appendHalf(operand, upper -> FaultSite.half(descriptor, upper));
        }
    }

    private void appendName(Class<?> type, Operand ordinal) {
        var names = new ArrayList<String>();
        for (Object constant : type.getEnumConstants()) {
            names.add(((Enum<?>) constant).name());
        }
        appendHalf(ordinal, upper -> FaultSite.name(names, upper));
    }

    /** @param mark what stands for a value in the upper half of the report, or in the lower one */
    private void appendHalf(Operand operand, Function<Boolean, String> mark) {
        if (detail == null) {
            template.append(mark.apply(false));
            lowerHalf = bits(operand);
            detail = in.code().compute(Operator.EXTEND_UNSIGNED, Type.LONG, lowerHalf);
        } else if (lowerHalf != null) {
            template.append(mark.apply(true));
            detail = in.packed(lowerHalf, bits(operand));
            lowerHalf = null;
        } else {
            template.append('?');
        }
    }

    private Operand half(Operand numbers) {
        return in.code().compute(Operator.CONVERT, Type.INT, numbers);
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
