package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Phi;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts objects and arrays into the lane's own memory, and reads and writes them there.
 *
 * <p>What a marked place makes is followed statically up to the end of the block, or up to its first use that needs
 * memory: so a constructor or the values of an array are stored at once. Then it is moved, together with all others
 * that are due, and every variable that holds it holds a reference instead.
 */
final class LaneObjects {
    /** A word has 2 to the power of this bits. */
    private static final int WORD_SHIFT = 6;

    private final Interpreter in;
    private final LaneHeap heap;

    LaneObjects(Interpreter in, LaneHeap heap) {
        this.in = in;
        this.heap = heap;
    }

    LaneHeap heap() {
        return heap;
    }

    // ---- moving to memory ----

    /**
     * Moves to memory what has to be there in the variables of a method and its callers.
     *
     * @param at the instruction at which the method goes on
     */
    void move(Frame frame, int at) {
        if (!heap.hasMarks()) {
            return;
        }
        dropDead(frame, at);
        var found = new Found();
        forEach(frame, found::visit);
        if (!found.missing.isEmpty()) {
            throw new Translator.NeedsMemory(found.missing);
        }
        if (!found.values.isEmpty()) {
            move(frame, found.values);
        }
    }

    private static void dropDead(Frame from, int index) {
        int at = index;
        for (Frame frame = from; frame != null; frame = frame.caller()) {
            for (int slot = 0; slot < frame.locals.length; slot++) {
                if (!frame.context().method().isLive(slot, at)) {
                    frame.locals[slot] = null;
                }
            }
            at = frame.context().callIndex() + 1;
        }
    }

    private static void forEach(Frame from, Consumer<Value> action) {
        for (Frame frame = from; frame != null; frame = frame.caller()) {
            for (Value local : frame.locals) {
                if (local != null) {
                    action.accept(local);
                }
            }
            frame.stack.forEach(action);
        }
    }

    /** Finds what has to be moved, what holds others before those. */
    private final class Found {
        private final Map<Object, List<Value>> values = new LinkedHashMap<>();
        private final Set<Object> missing = new LinkedHashSet<>();
        private final Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Set<Value> seenInside = Collections.newSetFromMap(new IdentityHashMap<>());

        void visit(Value value) {
            visit(value, false);
        }

        private void visit(Value value, boolean inside) {
            boolean isNew = seen.add(value);
            if (!isNew && (!inside || !seenInside.add(value))) {
                return;
            }
            Object site = LaneHeap.site(value);
            boolean moves = site != null && heap.isMarked(site);
            if (moves && isNew) {
                values.computeIfAbsent(site, _ -> new ArrayList<>()).add(value);
            } else if (site != null && inside && !moves) {
                missing.add(site);
            }
            value.parts().forEach(part -> visit(part, inside || moves));
        }
    }

    private void move(Frame frame, Map<Object, List<Value>> groups) {
        var references = new IdentityHashMap<Value, Value>();
        var earlier = new ArrayList<LaneHeap.Pool>();
        var counts = new ArrayList<Integer>();
        groups.forEach((site, values) -> {
            int length = values.stream().mapToInt(LaneObjects::lengthOf).max().orElseThrow();
            LaneHeap.Pool pool = heap.pool(site, typeOf(values.getFirst()), length);
            Set<Operand> variables = variablesFor(frame, site);
            long fresh = 0;
            for (int i = 0; i < earlier.size(); i++) {
                fresh += counts.get(i)
                        * heap.references(earlier.get(i).type(), earlier.get(i).length(), site);
            }
            heap.note(pool, in.code().block(), in.position(), values.size(), variables.size(), fresh);
            List<Operand> offsets = take(pool, site, values.size(), variables);
            for (int i = 0; i < values.size(); i++) {
                Value value = values.get(i);
                references.put(
                        value,
                        new Value.Reference(typeOf(value), Set.of(site), offsets.get(i), Constant.of(lengthOf(value))));
            }
            earlier.add(pool);
            counts.add(values.size());
        });
        var replacement = new Replacement(references);
        for (Frame at = frame; at != null; at = at.caller()) {
            for (int i = 0; i < at.locals.length; i++) {
                Value local = at.locals[i];
                at.locals[i] = local == null ? null : replacement.replace(local);
            }
            at.stack.replaceAll(replacement::replace);
        }
        groups.values()
                .forEach(values -> values.forEach(value -> {
                    value.parts().forEach(replacement::replace);
                    store(value, (Value.Reference) Objects.requireNonNull(references.get(value)), replacement);
                }));
    }

    private static Class<?> typeOf(Value value) {
        return value instanceof VirtualArray array ? array.elementType().arrayType() : ((VirtualObject) value).type();
    }

    private static int lengthOf(Value value) {
        return value instanceof VirtualArray array ? array.elements().size() : 0;
    }

    /** {@return the offsets in variables that may be those of what a place made before} */
    private static Set<Operand> variablesFor(Frame frame, Object site) {
        var offsets = new LinkedHashSet<Operand>();
        Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        forEach(frame, value -> collectOffsets(value, site, offsets, seen));
        return offsets;
    }

    private static void collectOffsets(Value value, Object site, Set<Operand> offsets, Set<Value> seen) {
        if (value instanceof Value.Reference reference) {
            if (reference.sites().contains(site)) {
                offsets.add(reference.offset());
            }
        } else if (!value.parts().isEmpty() && seen.add(value)) {
            value.parts().forEach(part -> collectOffsets(part, site, offsets, seen));
        }
    }

    /** {@return the offsets of slots that nothing refers to, cleared where need be} */
    private List<Operand> take(LaneHeap.Pool pool, Object site, int count, Set<Operand> variables) {
        var offsets = new ArrayList<Operand>();
        boolean clears = pool.type().isArray() || heap.hasGaps(pool.type());
        if (!pool.isChosen()) {
            for (int i = 0; i < count; i++) {
                offsets.add(Constant.of(pool.offset() + i * pool.slotBytes()));
            }
            if (clears) {
                clear(offsets.getFirst(), count * pool.slotBytes());
            }
            return offsets;
        }
        Operand[] free = free(pool, site, variables);
        for (int i = 0; i < count; i++) {
            Operand slot = takeFirst(free);
            Operand offset = in.code()
                    .compute(
                            Operator.ADD,
                            in.code().compute(Operator.MULTIPLY, slot, Constant.of(pool.slotBytes())),
                            Constant.of(pool.offset()));
            offsets.add(offset);
            if (clears) {
                clear(offset, pool.slotBytes());
            }
        }
        return offsets;
    }

    /** {@return the first slot whose bit is set} The bit is cleared. */
    private Operand takeFirst(Operand[] free) {
        Operand slot = null;
        for (int word = free.length - 1; word >= 0; word--) {
            Operand inWord = in.code()
                    .compute(
                            Operator.ADD,
                            in.code().compute(Operator.TRAILING_ZEROS, Type.INT, free[word]),
                            Constant.of(word * Long.SIZE));
            slot = slot == null
                    ? inWord
                    : in.code().select(Condition.signed(Comparison.NE, free[word], Constant.of(0L)), inWord, slot);
        }
        Operand taken = Objects.requireNonNull(slot);
        for (int word = 0; word < free.length; word++) {
            Operand others = in.code()
                    .compute(
                            Operator.AND,
                            free[word],
                            in.code().compute(Operator.SUBTRACT, free[word], Constant.of(1L)));
            free[word] = free.length == 1 ? others : in.code().select(isIn(word, taken), others, free[word]);
        }
        return taken;
    }

    private Condition isIn(int word, Operand slot) {
        Operand of = in.code().compute(Operator.SHIFT_RIGHT_UNSIGNED, slot, Constant.of(WORD_SHIFT));
        return Condition.signed(Comparison.EQ, of, Constant.of(word));
    }

    /** {@return a bit for each slot of a place that nothing refers to, 64 of them in a number} */
    private Operand[] free(LaneHeap.Pool pool, Object site, Set<Operand> variables) {
        Operand[] used = new Operand[Math.ceilDiv(pool.slots(), Long.SIZE)];
        Arrays.fill(used, Constant.of(0L));
        for (Operand offset : variables) {
            use(used, pool, offset);
        }
        for (LaneHeap.Pool holder : heap.pools()) {
            List<Phi> references = heap.referencesTo(site, holder.type());
            LaneHeap.Layout layout = heap.layout(holder.type());
            int elements = holder.type().isArray() ? holder.length() : 1;
            for (int slot = 0; slot < holder.slots(); slot++) {
                for (int element = 0; element < elements && !references.isEmpty(); element++) {
                    int at = holder.offset() + slot * holder.slotBytes() + element * layout.bytes();
                    for (Phi reference : references) {
                        use(used, pool, load(base(), at, layout, reference));
                    }
                }
            }
        }
        for (int word = 0; word < used.length; word++) {
            used[word] = in.code().compute(Operator.XOR, used[word], Constant.of(-1L));
        }
        return used;
    }

    /** Sets the bit of the slot at an offset, if that is one of the place. */
    private void use(Operand[] used, LaneHeap.Pool pool, Operand offset) {
        Operand behind = in.code().compute(Operator.SUBTRACT, offset, Constant.of(pool.offset()));
        Operand slot = in.code().compute(Operator.DIVIDE_UNSIGNED, behind, Constant.of(pool.slotBytes()));
        Operand bit = in.code().compute(Operator.SHIFT_LEFT, Constant.of(1L), slot);
        for (int word = 0; word < used.length; word++) {
            Condition isThis = used.length == 1
                    ? Condition.unsigned(Comparison.LT, slot, Constant.of(pool.slots()))
                    : isIn(word, slot);
            used[word] = in.code().compute(Operator.OR, used[word], in.code().select(isThis, bit, Constant.of(0L)));
        }
    }

    private void clear(Operand offset, int bytes) {
        Address address = address(offset);
        in.code().append(new Instruction.ClearAt(address.base(), address.offset(), bytes));
    }

    /** Puts references in place of objects, in all that holds them. */
    private static final class Replacement {
        private final Map<Value, Value> references;
        private final IdentityHashMap<Value, Value> done = new IdentityHashMap<>();

        Replacement(Map<Value, Value> references) {
            this.references = references;
        }

        Value replace(Value value) {
            Value reference = references.get(value);
            if (reference != null) {
                return reference;
            }
            if (value.parts().isEmpty()) {
                return value;
            }
            Value known = done.get(value);
            if (known != null) {
                return known;
            }
            done.put(value, value);
            switch (value) {
                case VirtualObject object -> object.replaceAll((_, content) -> replace(content));
                case VirtualArray array -> array.elements().replaceAll(this::replace);
                case Value.Closure closure -> {
                    List<Value> captured =
                            closure.captured().stream().map(this::replace).toList();
                    if (!captured.equals(closure.captured())) {
                        done.put(value, closure.with(captured));
                    }
                }
                // Made where ways met, when what it holds was in memory already.
                default -> value.parts().forEach(this::replace);
            }
            return Objects.requireNonNull(done.get(value));
        }
    }

    private void store(Value value, Value.Reference reference, Replacement replacement) {
        switch (value) {
            case VirtualArray array -> {
                for (int i = 0; i < array.elements().size(); i++) {
                    Value element = replacement.replace(array.elements().get(i));
                    if (!array.elementType().isPrimitive()) {
                        storeContents(reference.type(), null, elementAt(reference, Constant.of(i)), element, true);
                    } else if (!isZero(in.scalar(element))) {
                        storeNumber(reference, Constant.of(i), in.scalar(element));
                    }
                }
            }
            case VirtualObject object ->
                object.forEach((field, content) -> storeContents(
                        reference.type(),
                        field,
                        address(reference.offset()),
                        replacement.replace(content),
                        heap.hasGaps(object.type())));
            default -> throw new IllegalStateException("cannot be in memory: " + value.describe());
        }
    }

    private static boolean isZero(Operand operand) {
        return operand instanceof Constant constant && constant.bits() == 0;
    }

    // ---- reading and writing ----

    /**
     * A place in the lane's own memory.
     *
     * @param base an address
     * @param offset what to add to it
     */
    private record Address(Operand base, int offset) {}

    private Operand base() {
        return in.compilation().addressOf(in.code(), heap.variable());
    }

    private Address address(Operand offset) {
        return offset instanceof Constant constant
                ? new Address(base(), constant.intValue())
                : new Address(in.code().compute(Operator.INDEX_ADDRESS, Type.LONG, offset, Constant.of(1), base()), 0);
    }

    private Address elementAt(Value.Reference array, Operand index) {
        Address start = address(array.offset());
        int size = heap.layout(array.type()).bytes();
        return index instanceof Constant constant
                ? new Address(start.base(), start.offset() + constant.intValue() * size)
                : new Address(
                        in.code().compute(Operator.INDEX_ADDRESS, Type.LONG, index, Constant.of(size), start.base()),
                        start.offset());
    }

    Value field(Value.Reference object, Field field) {
        return loadContents(object.type(), field, address(object.offset()));
    }

    /** The value has been moved: what it holds is in memory. */
    void setField(Value.Reference object, Field field, Value value) {
        storeContents(object.type(), field, address(object.offset()), value, false);
    }

    /** {@return an element of an array; the index has been checked} */
    Value element(Value.Reference array, Operand index) {
        Class<?> type = array.type().getComponentType();
        if (!type.isPrimitive()) {
            return loadContents(array.type(), null, elementAt(array, index));
        }
        Address at = elementAt(array, index);
        return new Value.Scalar(in.code()
                .append(new Instruction.Load(
                        LocalArrays.memoryType(type), Access.weak(Space.LOCAL), at.base(), at.offset())));
    }

    /** Stores in an array; the index has been checked, and the value has been moved. */
    void setElement(Value.Reference array, Operand index, Value value) {
        if (array.type().getComponentType().isPrimitive()) {
            storeNumber(array, index, in.scalar(value));
        } else {
            storeContents(array.type(), null, elementAt(array, index), value, false);
        }
    }

    private void storeNumber(Value.Reference array, Operand index, Operand value) {
        Address at = elementAt(array, index);
        in.code()
                .append(new Instruction.Store(
                        LocalArrays.memoryType(array.type().getComponentType()),
                        Access.weak(Space.LOCAL),
                        at.base(),
                        at.offset(),
                        value));
    }

    private void storeContents(Class<?> type, @Nullable Field field, Address at, Value value, boolean cleared) {
        refuseUnlessStorable(value);
        Value contents = heap.store(type, field, value);
        LaneHeap.Layout layout = heap.layout(type);
        heap.merger().match(contents, value, (phi, operand) -> {
            Operand stored = layout.nullableTags().contains(phi)
                    ? in.code().compute(Operator.XOR, operand, in.compilation().tag(Shape.NULL))
                    : operand;
            if (!cleared || !isZero(stored)) {
                in.code()
                        .append(new Instruction.Store(
                                memoryType(phi.type()),
                                Access.weak(Space.LOCAL),
                                at.base(),
                                at.offset()
                                        + Objects.requireNonNull(
                                                layout.offsets().get(phi)),
                                stored));
            }
        });
    }

    private static void refuseUnlessStorable(Value value) {
        if (value instanceof Value.Text || value instanceof Value.TypeTest) {
            throw new Refusal(
                    value.describe() + " is stored in an object whose place is known at run time only",
                    "choose a number or an enum constant instead of a text");
        }
        Set<Object> sites = value instanceof Value.Conflict conflict ? conflict.sites() : LaneHeap.sites(value);
        if (!sites.isEmpty()) {
            throw new Translator.NeedsMemory(sites);
        }
        value.parts().forEach(LaneObjects::refuseUnlessStorable);
    }

    private Value loadContents(Class<?> type, @Nullable Field field, Address at) {
        Value contents = heap.contents(type, field);
        LaneHeap.Layout layout = heap.layout(type);
        return loaded(contents, at, layout);
    }

    private Value loaded(Value contents, Address at, LaneHeap.Layout layout) {
        return contents.map(
                operand -> operand instanceof Phi phi ? load(at.base(), at.offset(), layout, phi) : operand,
                part -> loaded(part, at, layout),
                _ -> {});
    }

    private Operand load(Operand base, int offset, LaneHeap.Layout layout, Phi phi) {
        Operand loaded = in.code()
                .append(new Instruction.Load(
                        memoryType(phi.type()),
                        Access.weak(Space.LOCAL),
                        base,
                        offset + Objects.requireNonNull(layout.offsets().get(phi))));
        return layout.nullableTags().contains(phi)
                ? in.code().compute(Operator.XOR, loaded, in.compilation().tag(Shape.NULL))
                : loaded;
    }

    private static MemoryType memoryType(Type type) {
        return switch (type) {
            case LONG -> MemoryType.LONG;
            case FLOAT -> MemoryType.FLOAT;
            case DOUBLE -> MemoryType.DOUBLE;
            case INT, VOID -> MemoryType.INT;
        };
    }
}
