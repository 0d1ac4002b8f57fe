package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.log.LogRing;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.util.ArrayList;
import java.util.List;

/** Takes a call of {@code Lane.log} apart: what is known now becomes text, the rest values of the line. */
final class Logging {
    private final Interpreter in;
    private final List<String> texts = new ArrayList<>();
    private final StringBuilder kinds = new StringBuilder();
    private final List<Operand> values = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private Logging(Interpreter in) {
        this.in = in;
    }

    /** Logs nothing and needs no code if the device does not log. */
    static void log(Interpreter in, Value text, Value values) {
        if (in.compilation().logLines() > 0) {
            new Logging(in).append(text, values);
        }
    }

    private void append(Value first, Value rest) {
        if (!(Interpreter.usable(first) instanceof Value.Captured(String known, var _))) {
            throw new Refusal(
                    "a line for the log that begins with " + first.describe(),
                    "begin with a string constant, and give values as arguments: lane.log(\"x = \", x)");
        }
        text.append(known);
        if (!(Interpreter.usable(rest) instanceof VirtualArray array)) {
            throw new Refusal(
                    "values for the log in " + rest.describe(),
                    "give values as arguments, one by one: lane.log(\"x = \", x, \", y = \", y)");
        }
        array.elements().forEach(this::append);
        if (values.size() > LogRing.MAX_VALUES) {
            throw new Refusal(
                    "a line for the log with " + values.size() + " values; it can have " + LogRing.MAX_VALUES,
                    "log them in two calls");
        }
        texts.add(text.toString());
        in.compilation().log(in.code(), texts, kinds.toString(), values, in.position());
    }

    private void append(Value value) {
        switch (Interpreter.usable(value)) {
            case Value.Null _ -> text.append("null");
            case Value.Captured(String known, var _) -> text.append(known);
            case Value.Captured captured
            when Compilation.isBox(captured.object()) ->
                append(
                        in.compilation()
                                .field(captured, in.find(captured.object().getClass(), "value")),
                        captured.object().getClass());
            case Value.Captured(Enum<?> constant, var _) -> text.append(constant.name());
            case VirtualObject box
            when isBox(box.type()) -> append(in.compilation().field(box, in.find(box.type(), "value")), box.type());
            default ->
                throw new Refusal(
                        "a line for the log with " + value.describe(),
                        "log numbers, booleans, chars and constants: the components of a record, the ordinal of an"
                                + " enum");
        }
    }

    private static boolean isBox(Class<?> type) {
        return type == Integer.class
                || type == Long.class
                || type == Float.class
                || type == Double.class
                || type == Boolean.class
                || type == Character.class
                || type == Byte.class
                || type == Short.class;
    }

    private void append(Value content, Class<?> box) {
        Operand operand = in.scalar(content);
        char kind = kind(box);
        if (operand instanceof Constant constant) {
            text.append(
                    switch (kind) {
                        case 'Z' -> String.valueOf(constant.bits() != 0);
                        case 'C' -> String.valueOf((char) constant.bits());
                        case 'F' -> String.valueOf(constant.floatValue());
                        case 'D' -> String.valueOf(constant.doubleValue());
                        default -> String.valueOf(constant.longValue());
                    });
            return;
        }
        texts.add(text.toString());
        text.setLength(0);
        kinds.append(kind);
        values.add(operand);
    }

    private static char kind(Class<?> box) {
        if (box == Boolean.class) {
            return 'Z';
        }
        if (box == Character.class) {
            return 'C';
        }
        if (box == Float.class) {
            return 'F';
        }
        if (box == Double.class) {
            return 'D';
        }
        return box == Long.class ? 'J' : 'I';
    }
}
