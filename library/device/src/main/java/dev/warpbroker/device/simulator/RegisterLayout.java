package dev.warpbroker.device.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives every register, immediate, parameter and special register of a program a row in the register file. */
final class RegisterLayout {
    /** What a row holds before the first instruction. */
    sealed interface Initial {
        /** Nothing: reading it before it is written is an error. */
        record Unwritten() implements Initial {}

        record Constant(long value) implements Initial {}

        record Parameter(int index) implements Initial {}

        record Special(SpecialRegister register) implements Initial {}
    }

    private static final Initial UNWRITTEN = new Initial.Unwritten();

    private final Map<String, Integer> rows = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Initial> initials = new ArrayList<>();

    void declareRegister(String name) {
        add(name, UNWRITTEN);
    }

    void declareParameter(String name, int index) {
        add(name, new Initial.Parameter(index));
    }

    /** {@return the row of a declared name, or -1} */
    int find(String name) {
        return rows.getOrDefault(name, -1);
    }

    boolean isParameter(int row) {
        return initials.get(row) instanceof Initial.Parameter;
    }

    boolean isRegister(int row) {
        return initials.get(row) instanceof Initial.Unwritten;
    }

    int constant(long value) {
        String name = "constant " + value;
        int row = find(name);
        return row >= 0 ? row : add(name, new Initial.Constant(value));
    }

    int special(SpecialRegister register) {
        int row = find(register.spelling());
        return row >= 0 ? row : add(register.spelling(), new Initial.Special(register));
    }

    List<String> names() {
        return List.copyOf(names);
    }

    List<Initial> initials() {
        return List.copyOf(initials);
    }

    private int add(String name, Initial initial) {
        int row = names.size();
        rows.put(name, row);
        names.add(name);
        initials.add(initial);
        return row;
    }
}
