package dev.warpbroker.device.layout;

import java.lang.reflect.RecordComponent;
import java.util.List;

/** What a type consists of, down to the words. */
sealed interface Form {
    Class<?> type();

    int words();

    /** A number or a boolean. */
    record Primitive(Class<?> type) implements Form {
        @Override
        public int words() {
            return type == long.class || type == double.class ? 2 : 1;
        }
    }

    /** An enum: the ordinal. */
    record Constant(Class<?> type) implements Form {
        @Override
        public int words() {
            return 1;
        }
    }

    /** A record: its components one after the other. */
    record Product(Class<?> type, List<Component> components, int words) implements Form {
        static Product of(Class<?> type, List<Component> components) {
            int words = components.stream()
                    .mapToInt(component -> component.form().words())
                    .sum();
            return new Product(type, components, words);
        }
    }

    /** A sealed interface: the number of the alternative, then the alternative. */
    record Choice(Class<?> type, List<Form> alternatives, int words) implements Form {
        static Choice of(Class<?> type, List<Form> alternatives) {
            int widest = alternatives.stream().mapToInt(Form::words).max().orElse(0);
            return new Choice(type, alternatives, 1 + widest);
        }
    }

    /** A component of a record. */
    record Component(RecordComponent declared, Form form) {}
}
