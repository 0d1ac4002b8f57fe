package dev.warpbroker.compiler.value;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** The fields of classes. Reflection copies them at every call; here they are looked up once. */
public final class Fields {
    private static final ClassValue<List<Field>> DECLARED = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return List.of(type.getDeclaredFields());
        }
    };

    private static final ClassValue<List<Field>> OF_OBJECTS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return List.copyOf(lookUp(type));
        }
    };

    private Fields() {}

    /** {@return the fields that a class itself declares} */
    public static List<Field> declaredIn(Class<?> type) {
        return DECLARED.get(type);
    }

    /** {@return all instance fields of a class and its superclasses; for Throwable those of {@link Thrown}} */
    public static List<Field> ofObjects(Class<?> type) {
        return OF_OBJECTS.get(type);
    }

    private static List<Field> lookUp(Class<?> type) {
        var result = new ArrayList<Field>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at == Throwable.class) {
                result.addAll(Thrown.FIELDS);
                break;
            }
            for (Field field : declaredIn(at)) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    result.add(field);
                }
            }
        }
        return result;
    }
}
