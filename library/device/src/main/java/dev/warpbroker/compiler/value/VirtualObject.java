package dev.warpbroker.compiler.value;

import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Type;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
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
    private final List<Field> fields;
    private final Value[] contents;
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
        this.fields = Fields.ofObjects(type);
        this.contents = new Value[fields.size()];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = defaultValue(fields.get(i).getType());
        }
    }

    private VirtualObject(VirtualObject original) {
        this.type = original.type;
        this.frozen = original.frozen;
        this.place = original.place;
        this.fields = original.fields;
        this.contents = original.contents.clone();
    }

    public Class<?> type() {
        return type;
    }

    public Value get(Field field) {
        return contents[index(field)];
    }

    public void set(Field field, Value content) {
        contents[index(field)] = content;
    }

    public void forEach(BiConsumer<Field, Value> action) {
        for (int i = 0; i < contents.length; i++) {
            action.accept(fields.get(i), contents[i]);
        }
    }

    /** Changes the fields one after the other. */
    public void replaceAll(BiFunction<Field, Value, Value> change) {
        for (int i = 0; i < contents.length; i++) {
            contents[i] = change.apply(fields.get(i), contents[i]);
        }
    }

    private int index(Field field) {
        for (int i = 0; i < contents.length; i++) {
            if (fields.get(i) == field) {
                return i;
            }
        }
        int index = fields.indexOf(field);
        if (index < 0) {
            throw new IllegalArgumentException(field + " is not a field of " + describe());
        }
        return index;
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

    private static Value defaultValue(Class<?> type) {
        return type.isPrimitive() ? new Scalar(Constant.zero(Type.ofDescriptor(type.descriptorString()))) : Null.NULL;
    }

    @Override
    public Collection<Value> parts() {
        return Arrays.asList(contents);
    }

    @Override
    public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
        var object = new VirtualObject(this);
        made.accept(object);
        for (int i = 0; i < contents.length; i++) {
            object.contents[i] = part.apply(contents[i]);
        }
        return object;
    }

    @Override
    public String describe() {
        return "a new " + type.getSimpleName();
    }
}
