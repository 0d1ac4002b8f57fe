package dev.warpbroker.device.simulator;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the row of the register file that an operand stands for. Refuses others with an IllegalArgumentException. */
final class OperandResolver {
    private static final Pattern ADDRESS = Pattern.compile("\\[\\s*(%?[\\w$]+)\\s*(?:([+-])\\s*(-?\\w+)\\s*)?]");
    private static final Pattern INTEGER = Pattern.compile("(-?)(0[xX][0-9a-fA-F]+|\\d+)U?");
    private static final Pattern FLOAT = Pattern.compile("0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})");
    private static final int HEXADECIMAL = 16;

    /** Where an address operand points: the row of its base and a constant. */
    record Address(int base, long offset) {}

    private final RegisterLayout layout;
    private final Map<String, Variable> variables;

    OperandResolver(RegisterLayout layout, Map<String, Variable> variables) {
        this.layout = layout;
        this.variables = variables;
    }

    int target(String operand) {
        int row = layout.find(operand);
        if (row < 0 || !layout.isRegister(row)) {
            throw new IllegalArgumentException(operand + " is not a declared register");
        }
        return row;
    }

    int source(String operand) {
        int declared = layout.find(operand);
        if (declared >= 0 && layout.isRegister(declared)) {
            return declared;
        }
        SpecialRegister special = SpecialRegister.spelled(operand);
        return special != null ? layout.special(special) : layout.constant(immediate(operand));
    }

    int sourceOrAddress(String operand) {
        Variable variable = variables.get(operand);
        return variable == null ? source(operand) : layout.constant(variable.address());
    }

    Address address(String operand) {
        Matcher matcher = ADDRESS.matcher(operand);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(operand + " is not an address");
        }
        String base = matcher.group(1);
        long constant = matcher.group(3) == null ? 0 : integer(matcher.group(3));
        long offset = "-".equals(matcher.group(2)) ? -constant : constant;
        Variable variable = variables.get(base);
        int row = variable == null ? layout.find(base) : layout.constant(variable.address());
        if (row < 0) {
            throw new IllegalArgumentException(base + " is not declared");
        }
        return new Address(row, offset);
    }

    boolean isParameter(int row) {
        return layout.isParameter(row);
    }

    private static long immediate(String operand) {
        Matcher number = FLOAT.matcher(operand);
        if (!number.matches()) {
            return integer(operand);
        }
        return number.group(1) != null
                ? Integer.parseUnsignedInt(number.group(1), HEXADECIMAL)
                : Long.parseUnsignedLong(number.group(2), HEXADECIMAL);
    }

    private static long integer(String operand) {
        Matcher number = INTEGER.matcher(operand);
        if (!number.matches()) {
            throw new IllegalArgumentException(operand + " is neither a declared register nor a number");
        }
        String digits = number.group(2);
        long magnitude = digits.startsWith("0x") || digits.startsWith("0X")
                ? Long.parseUnsignedLong(digits.substring(2), HEXADECIMAL)
                : Long.parseUnsignedLong(digits);
        return number.group(1).isEmpty() ? magnitude : -magnitude;
    }
}
