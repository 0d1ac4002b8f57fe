package dev.warpbroker.compiler.capture;

import java.lang.reflect.Field;

/** How the objects at one level of a table lead to those at the next. */
public sealed interface Step {
    /** The elements of the arrays at this level, array after array. */
    enum Each implements Step {
        EACH
    }

    /** The contents of a field; null where there is no object that has the field. */
    record FieldOf(Field field) implements Step {}
}
