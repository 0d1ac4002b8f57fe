package dev.warpbroker.compiler.value;

import org.jspecify.annotations.Nullable;

/**
 * What tells the alternatives of a union apart.
 *
 * @param type the class; {@code Void.class} for null
 * @param code the method of a lambda, the memory space of a handle; null for other objects
 */
public record Shape(Class<?> type, @Nullable Object code) {
    public static final Shape NULL = new Shape(Void.class, null);

    public static Shape of(Class<?> type) {
        return new Shape(type, null);
    }

    public boolean isNull() {
        return type == Void.class;
    }

    String describe() {
        return isNull() ? "null" : type.getSimpleName();
    }

    /** {@return the shape of a value, or null if it cannot be an alternative of a union} */
    public static @Nullable Shape of(Value value) {
        return switch (value) {
            case Value.Null _ -> NULL;
            case Value.Captured(Enum<?> constant, var _) -> of(constant.getDeclaringClass());
            case Value.Captured(Object object, var _) -> of(object.getClass());
            case Value.Handle handle -> new Shape(handle.kind(), handle.space());
            case Value.Closure closure -> new Shape(closure.type(), closure.method());
            case Value.EnumValue(Class<?> type, var _) -> of(type);
            case VirtualObject object -> of(object.type());
            case Value.LaneView _,
                    Value.Scalar _,
                    Value.Union _,
                    Value.TypeTest _,
                    Value.EnumTable _,
                    Value.LocalArray _,
                    Value.Text _,
                    Value.Conflict _,
                    VirtualArray _ -> null;
        };
    }
}
