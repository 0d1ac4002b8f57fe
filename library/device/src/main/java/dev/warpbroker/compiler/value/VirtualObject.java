package dev.warpbroker.compiler.value;

import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Type;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An object made in the kernel: nothing but its fields.
 *
 * <p>While it is under construction, or if its class is no record, it has an identity and its fields change in place.
 * Once frozen it is a value without identity.
 */
public final class VirtualObject implements Value {
    private final Class<?> type;
    private final Map<Field, Value> fields = new LinkedHashMap<>();
    private final @Nullable Object place;
    private boolean frozen;

    public VirtualObject(Class<?> type, boolean frozen) {
        this(type, frozen, null);
    }

    /**
     * Makes an object.
     *
     * @param place in the code that made it, if that is known
     */
    public VirtualObject(Class<?> type, boolean frozen, @Nullable Object place) {
        this.type = type;
        this.frozen = frozen;
        this.place = place;
        for (Field field : fieldsOf(type)) {
            fields.put(field, defaultValue(field.getType()));
        }
    }

    public Class<?> type() {
        return type;
    }

    public Map<Field, Value> fields() {
        return fields;
    }

    public @Nullable Object place() {
        return place;
    }

    public boolean isFrozen() {
        return frozen;
    }

    public void freeze() {
        frozen = true;
    }

    /** {@return all instance fields of a class and its superclasses; for Throwable those of {@link Thrown}} */
    public static List<Field> fieldsOf(Class<?> type) {
        var result = new ArrayList<Field>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at == Throwable.class) {
                result.addAll(Thrown.FIELDS);
                break;
            }
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    result.add(field);
                }
            }
        }
        return result;
    }

    private static Value defaultValue(Class<?> type) {
        return type.isPrimitive() ? new Scalar(Constant.zero(Type.ofDescriptor(type.descriptorString()))) : Null.NULL;
    }

    @Override
    public Collection<Value> parts() {
        return fields.values();
    }

    @Override
    public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
        var object = new VirtualObject(type, frozen, place);
        made.accept(object);
        fields.forEach((field, content) -> object.fields.put(field, part.apply(content)));
        return object;
    }

    @Override
    public String describe() {
        return "a new " + type.getSimpleName();
    }
}
