package dev.warpbroker.compiler.capture;

import dev.warpbroker.device.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a captured array held when it was looked at, level by level: its elements, their fields, the elements of arrays
 * in those, and so on, each level as one list.
 *
 * <p>Of every array on the way there is a copy, so that a later change is noticed ({@link #isTrueOf}). Other objects
 * are reached through final fields only and need none.
 */
public final class TableContents {
    private final @Nullable Lookup lookup;
    private final Object rootCopy;

    /** The arrays below the root, as they were. */
    private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

    private final Map<List<Step>, List<@Nullable Object>> levels = new HashMap<>();
    private final Map<List<Step>, Set<Kind>> kinds = new HashMap<>();
    private final Map<Column, TableData> columns = new HashMap<>();

    TableContents(Object root, @Nullable Lookup lookup) {
        this.lookup = lookup;
        this.rootCopy = copy(root);
    }

    /** {@return whether nothing that was looked at has changed} */
    boolean isTrueOf(Object root) {
        if (!isSame(root, rootCopy)) {
            return false;
        }
        for (Map.Entry<Object, Object> seen : copies.entrySet()) {
            if (!isSame(seen.getKey(), seen.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** {@return the kinds of the objects at a level} */
    public Set<Kind> kinds(List<Step> steps) {
        Set<Kind> known = kinds.get(steps);
        if (known == null) {
            known = new LinkedHashSet<>();
            for (Object object : level(steps)) {
                known.add(Kind.of(object));
            }
            kinds.put(steps, known);
        }
        return known;
    }

    /** {@return the object that is everywhere at a level, or null if there is none} */
    public @Nullable Object only(List<Step> steps) {
        List<@Nullable Object> objects = level(steps);
        Object first = objects.isEmpty() ? null : objects.getFirst();
        for (Object object : objects) {
            if (object != first) {
                return null;
            }
        }
        return first;
    }

    /** {@return the texts at a level, each of them once} */
    public Set<String> texts(List<Step> steps) {
        var result = new LinkedHashSet<String>();
        for (Object object : level(steps)) {
            if (object instanceof String text) {
                result.add(text);
            }
        }
        return result;
    }

    /** {@return whether all texts at a level are the only ones with their characters, as literals are} */
    @SuppressWarnings("ReferenceEquality")
    public boolean areInterned(List<Step> steps) {
        for (Object object : level(steps)) {
            if (object instanceof String text && text != text.intern()) {
                return false;
            }
        }
        return true;
    }

    /** {@return the length of all arrays at a level, or -1 if they differ or some are null} */
    public int commonLength(List<Step> steps) {
        int common = -1;
        boolean first = true;
        for (Object array : level(steps)) {
            int length = isArray(array) ? arrayLength(array) : -1;
            if (!first && length != common) {
                return -1;
            }
            common = length;
            first = false;
        }
        return common;
    }

    /** {@return the memory handles at a level} */
    public List<DeviceMemory> memory(List<Step> steps) {
        var result = new ArrayList<DeviceMemory>();
        for (Object object : level(steps)) {
            if (object instanceof DeviceMemory memory) {
                result.add(memory);
            }
        }
        return result;
    }

    /** {@return the numbers of a column} */
    public TableData column(Column column) {
        TableData known = columns.get(column);
        if (known == null) {
            known = new TableData(numbers(column));
            columns.put(column, known);
        }
        return known;
    }

    private List<@Nullable Object> level(List<Step> steps) {
        List<@Nullable Object> known = levels.get(steps);
        if (known == null) {
            known = steps.isEmpty()
                    ? List.of(rootCopy)
                    : next(level(steps.subList(0, steps.size() - 1)), steps.getLast());
            levels.put(List.copyOf(steps), known);
        }
        return known;
    }

    private List<@Nullable Object> next(List<@Nullable Object> objects, Step step) {
        var result = new ArrayList<@Nullable Object>();
        for (Object object : objects) {
            switch (step) {
                case Step.Each _ -> {
                    // Of an array of numbers, which is among those of objects, the places are kept.
                    if (object instanceof Object[]) {
                        result.addAll(Arrays.asList((Object[]) seen(object)));
                    } else {
                        result.addAll(Collections.nCopies(arrayLength(object), null));
                    }
                }
                case Step.FieldOf(Field field) ->
                    result.add(
                            field.getDeclaringClass().isInstance(object)
                                    ? Captures.readField(object, field, lookup)
                                    : null);
            }
        }
        return result;
    }

    /** {@return an array as it was when it was looked at first} */
    private Object seen(Object array) {
        return array == rootCopy ? array : copies.computeIfAbsent(array, TableContents::copy);
    }

    private Object numbers(Column column) {
        List<@Nullable Object> objects = level(column.steps());
        int count = objects.size();
        return switch (column.content()) {
            case Column.Content.Elements(Class<?> type) -> elements(objects, type);
            case Column.Content.FieldValue(Field field) -> {
                Object result = Array.newInstance(stored(field.getType()), count);
                for (int i = 0; i < count; i++) {
                    Object object = objects.get(i);
                    if (field.getDeclaringClass().isInstance(object)) {
                        put(result, i, Captures.readField(object, field, lookup));
                    }
                }
                yield result;
            }
            case Column.Content.Boxed(Class<?> box) -> {
                Object result = Array.newInstance(stored(primitive(box)), count);
                for (int i = 0; i < count; i++) {
                    if (box.isInstance(objects.get(i))) {
                        put(result, i, objects.get(i));
                    }
                }
                yield result;
            }
            case Column.Content.Ordinal _ -> {
                var result = new int[count];
                for (int i = 0; i < count; i++) {
                    result[i] = objects.get(i) instanceof Enum<?> constant ? constant.ordinal() : 0;
                }
                yield result;
            }
            case Column.Content.Tag(List<Object> kinds, List<Integer> tags) -> {
                var result = new int[count];
                for (int i = 0; i < count; i++) {
                    Object kind = objects.get(i) instanceof String text
                            ? text
                            : Kind.of(objects.get(i)).type();
                    result[i] = tags.get(kinds.indexOf(kind));
                }
                yield result;
            }
            case Column.Content.Start _ -> {
                var result = new int[count];
                for (int i = 1; i < count; i++) {
                    result[i] = result[i - 1] + arrayLength(objects.get(i - 1));
                }
                yield result;
            }
            case Column.Content.Length _ -> {
                var result = new int[count];
                for (int i = 0; i < count; i++) {
                    result[i] = length(objects.get(i));
                }
                yield result;
            }
            case Column.Content.Address _ -> {
                var result = new long[count];
                for (int i = 0; i < count; i++) {
                    result[i] = objects.get(i) instanceof DeviceMemory memory ? memory.address() : 0;
                }
                yield result;
            }
        };
    }

    /** {@return all elements of arrays of primitives in one array; a single one is not copied again} */
    private Object elements(List<@Nullable Object> arrays, Class<?> type) {
        long total = 0;
        for (Object array : arrays) {
            total += arrayLength(array);
        }
        if (total > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the arrays in a captured array have " + total
                    + " elements; all together may have " + Integer.MAX_VALUE + "; keep them in device memory");
        }
        if (arrays.size() == 1 && arrays.getFirst() != null && type != boolean.class) {
            // All arrays are of this type, for one is.
            return seen(arrays.getFirst());
        }
        Object result = Array.newInstance(stored(type), (int) total);
        int at = 0;
        for (Object array : arrays) {
            int length = arrayLength(array);
            if (array != null && array.getClass().componentType() == type) {
                if (seen(array) instanceof boolean[] truths) {
                    for (int i = 0; i < length; i++) {
                        put(result, at + i, truths[i]);
                    }
                } else {
                    System.arraycopy(seen(array), 0, result, at, length);
                }
            }
            at += length;
        }
        return result;
    }

    private static int length(@Nullable Object object) {
        if (!(object instanceof DeviceMemory memory)) {
            return arrayLength(object);
        }
        if (memory.longLength() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(memory.describe() + " in a captured array; there, memory may have "
                    + Integer.MAX_VALUE + " elements; capture it in a variable of its own");
        }
        return memory.length();
    }

    private static int arrayLength(@Nullable Object object) {
        return object != null && isArray(object) ? Array.getLength(object) : 0;
    }

    private static boolean isArray(@Nullable Object object) {
        return object != null && object.getClass().isArray();
    }

    private static Class<?> stored(Class<?> type) {
        return type == boolean.class ? byte.class : type;
    }

    private static Class<?> primitive(Class<?> box) {
        return MethodType.methodType(box).unwrap().returnType();
    }

    private static void put(Object numbers, int index, @Nullable Object value) {
        Array.set(numbers, index, value instanceof Boolean truth ? (byte) (truth ? 1 : 0) : value);
    }

    private static Object copy(Object array) {
        return switch (array) {
            case Object[] objects -> objects.clone();
            case boolean[] numbers -> numbers.clone();
            case byte[] numbers -> numbers.clone();
            case short[] numbers -> numbers.clone();
            case char[] numbers -> numbers.clone();
            case int[] numbers -> numbers.clone();
            case long[] numbers -> numbers.clone();
            case float[] numbers -> numbers.clone();
            case double[] numbers -> numbers.clone();
            default -> throw new IllegalArgumentException(array.getClass() + " is no array");
        };
    }

    /** {@return whether two arrays hold the same objects, or the same numbers to the bit} */
    private static boolean isSame(Object array, Object copy) {
        return switch (array) {
            case Object[] objects -> isSame(objects, (Object[]) copy);
            case boolean[] numbers -> Arrays.equals(numbers, (boolean[]) copy);
            case byte[] numbers -> Arrays.equals(numbers, (byte[]) copy);
            case short[] numbers -> Arrays.equals(numbers, (short[]) copy);
            case char[] numbers -> Arrays.equals(numbers, (char[]) copy);
            case int[] numbers -> Arrays.equals(numbers, (int[]) copy);
            case long[] numbers -> Arrays.equals(numbers, (long[]) copy);
            case float[] numbers -> isSame(MemorySegment.ofArray(numbers), MemorySegment.ofArray((float[]) copy));
            case double[] numbers -> isSame(MemorySegment.ofArray(numbers), MemorySegment.ofArray((double[]) copy));
            default -> throw new IllegalArgumentException(array.getClass() + " is no array");
        };
    }

    @SuppressWarnings("ReferenceEquality") // Another object in its place is a change, an equal one too.
    private static boolean isSame(Object[] objects, Object[] copy) {
        for (int i = 0; i < objects.length; i++) {
            if (objects[i] != copy[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(MemorySegment numbers, MemorySegment copy) {
        return numbers.mismatch(copy) < 0;
    }
}
