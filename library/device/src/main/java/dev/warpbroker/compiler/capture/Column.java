package dev.warpbroker.compiler.capture;

import java.lang.reflect.Field;
import java.util.List;

/**
 * Numbers out of a captured array, one for each object at a level of it.
 *
 * @param steps lead from the array to the level
 * @param content which number of each object
 */
public record Column(List<Step> steps, Content content) {
    public Column {
        steps = List.copyOf(steps);
    }

    /** Which number; 0 for objects that have none, such as null. */
    public sealed interface Content {
        /** All elements of the arrays of primitives at this level, array after array. */
        record Elements(Class<?> type) implements Content {}

        /** A primitive field. */
        record FieldValue(Field field) implements Content {}

        /** What a box of this class holds. */
        record Boxed(Class<?> box) implements Content {}

        /** The number of a constant of an enum. */
        record Ordinal() implements Content {}

        /** A number for the kind of the object: the one at the place of its class in a list, or of the text itself. */
        record Tag(List<Object> kinds, List<Integer> tags) implements Content {
            public Tag {
                kinds = List.copyOf(kinds);
                tags = List.copyOf(tags);
            }
        }

        /** How many elements the arrays before this one have. */
        record Start() implements Content {}

        /** The length of an array or of device memory. */
        record Length() implements Content {}

        /** The address of device memory. */
        record Address() implements Content {}
    }
}
