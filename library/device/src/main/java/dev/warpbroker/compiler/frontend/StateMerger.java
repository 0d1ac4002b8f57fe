package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Phi;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Fields;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies, generalises and merges what is known at the start of blocks.
 *
 * <p>Order of knowledge: a constant (or a value of the entry block) is known best; then a phi; then nothing, a
 * conflict. Objects of one class are merged field by field, objects of several classes become a union. Merging only
 * ever loses knowledge, so the work list ends.
 *
 * <p>Mutable objects keep their identity: if two variables hold the same object on one way but not on another, no
 * merged state can express it, and the kernel is refused. Frozen records have no identity.
 */
final class StateMerger {
    /** How deep objects may hold objects: they are followed by calls. */
    private static final int MAX_DEPTH = 200;

    /** How many values the variables at one place may hold together. */
    private static final int MAX_PARTS = 100_000;

    private final Compilation compilation;

    /** Whether the values are contents of memory: what is known of them must hold in every attempt. */
    private final boolean inMemory;

    StateMerger(Compilation compilation) {
        this(compilation, false);
    }

    private StateMerger(Compilation compilation, boolean inMemory) {
        this.compilation = compilation;
        this.inMemory = inMemory;
    }

    // ---- contents of memory ----

    /** {@return one that merges what is stored at one place in memory; phis stand for what has to be stored} */
    static StateMerger ofContents(Compilation compilation) {
        return new StateMerger(compilation, true);
    }

    /**
     * What a place in memory may hold.
     *
     * @param changed whether it may hold more than before
     */
    record Contents(Value value, boolean changed) {}

    /** {@return what a place may hold if {@code stored} is stored there, too} */
    Contents withStored(@Nullable Value contents, Value stored) {
        if (contents == null) {
            return new Contents(new Generalizer().generalize(stored), true);
        }
        var merge = new Merge();
        Value merged = merge.value(contents, stored);
        return new Contents(merged, merge.changed);
    }

    /** Gives every phi of {@code contents} what {@code stored} has in its place. */
    void match(Value contents, Value stored, BiConsumer<Phi, Operand> phi) {
        new Binder(phi).value(contents, stored);
    }

    // ---- copies ----

    /** Copies a state so that changes to the copy's objects leave the original alone. */
    static final class Copier {
        private final IdentityHashMap<Value, Value> done = new IdentityHashMap<>();
        private int copied;
        private int depth;

        /** {@return how much was copied: values, and frames, each of which counts as one} */
        int copied() {
            return copied;
        }

        /** The copy will have {@code replacement} wherever the original has {@code narrowed}. */
        void replace(Value narrowed, Value replacement) {
            done.put(narrowed, replacement);
        }

        Frame copy(Frame frame) {
            for (Frame at = frame; at != null; at = at.caller()) {
                copied++;
            }
            return frame.map(this::copy);
        }

        Value copy(Value value) {
            if (value instanceof Value.Scalar) {
                copied++;
                return value;
            }
            Value known = done.get(value);
            if (known != null) {
                return known;
            }
            if (++depth > MAX_DEPTH) {
                throw new Refusal(
                        "objects that hold objects, " + MAX_DEPTH + " deep",
                        "keep their contents in device memory or in a local array, and refer to them by index");
            }
            copied++;
            Value copy = hasIdentity(value) || !value.parts().isEmpty()
                    ? value.map(UnaryOperator.identity(), this::copy, made -> done.put(value, made))
                    : value;
            depth--;
            return copy;
        }
    }

    private static boolean hasIdentity(Value value) {
        return value instanceof VirtualArray || value instanceof VirtualObject;
    }

    // ---- the first state that reaches a block ----

    /** {@return a state in which every value that is known at run time only is a phi} */
    Frame generalize(Frame frame) {
        return new Generalizer().generalize(frame);
    }

    private final class Generalizer {
        private final IdentityHashMap<Value, Value> identities;

        Generalizer() {
            this(new IdentityHashMap<>());
        }

        Generalizer(IdentityHashMap<Value, Value> identities) {
            this.identities = identities;
        }

        private int parts;

        Frame generalize(Frame frame) {
            return frame.map(this::generalize);
        }

        Value generalize(Value value) {
            Value known = identities.get(value);
            if (known != null) {
                return known;
            }
            if (++parts > MAX_PARTS) {
                throw new Refusal(
                        "the variables of the kernel hold objects of more than " + MAX_PARTS + " parts",
                        "keep their contents in device memory or in a local array, and refer to them by index");
            }
            if (inMemory && value instanceof Value.Reference reference) {
                return new Value.Reference(
                        reference.type(), reference.sites(), new Phi(Type.INT), generalize(reference.length()));
            }
            return value.map(this::generalize, this::generalize, made -> {
                if (value instanceof VirtualArray || value instanceof VirtualObject object && !object.isFrozen()) {
                    identities.put(value, made);
                }
            });
        }

        private Operand generalize(Operand operand) {
            return isLasting(operand) ? operand : new Phi(operand.type());
        }
    }

    private boolean isLasting(Operand operand) {
        return inMemory ? operand instanceof Constant : compilation.isAvailableEverywhere(operand);
    }

    // ---- further states that reach a block ----

    /** Merges {@code arriving} into {@code known}. {@return whether less is known than before} */
    boolean merge(Frame known, Frame arriving) {
        var merge = new Merge();
        merge.frames(known, arriving);
        return merge.changed;
    }

    private final class Merge {
        private final IdentityHashMap<Value, Value> arrivingToKnown = new IdentityHashMap<>();
        private final IdentityHashMap<Value, Value> knownToArriving = new IdentityHashMap<>();
        private boolean changed;

        void frames(Frame known, Frame arriving) {
            known.forEachWith(arriving, this::frame);
        }

        private void frame(Frame known, Frame arriving) {
            for (int i = 0; i < known.locals.length; i++) {
                known.locals[i] = local(known.locals[i], arriving.locals[i]);
            }
            for (int i = 0; i < known.stack.size(); i++) {
                known.stack.set(i, value(known.stack.get(i), arriving.stack.get(i)));
            }
        }

        private @Nullable Value local(@Nullable Value known, @Nullable Value arriving) {
            if (known == null || arriving == null) {
                changed |= known != null;
                return null;
            }
            return value(known, arriving);
        }

        private Value value(Value known, Value arriving) {
            if (known instanceof Value.Conflict) {
                return known;
            }
            if (known instanceof Value.Scalar(Operand a) && arriving instanceof Value.Scalar(Operand b)) {
                Operand merged = operand(a, b);
                return merged == null ? conflict(known, arriving) : merged.equals(a) ? known : new Value.Scalar(merged);
            }
            if (known instanceof VirtualArray a && arriving instanceof VirtualArray b) {
                return array(a, b);
            }
            if (known instanceof Value.Text(String a, Operand x)
                    && arriving instanceof Value.Text(String b, Operand y)
                    && a.equals(b)) {
                return new Value.Text(a, x == null || y == null ? null : sameTypeOperand(x, y));
            }
            if (known instanceof Value.Captured a && arriving instanceof Value.Captured b && a.equals(b)) {
                compilation.relyOnIdentity(a, b);
                return known;
            }
            if (known.equals(arriving) && !hasParts(known)) {
                return known;
            }
            Shape knownShape = Shape.of(known);
            Shape arrivingShape = Shape.of(arriving);
            if (knownShape != null && knownShape.equals(arrivingShape)) {
                return sameShape(known, arriving);
            }
            boolean unite = (knownShape != null || known instanceof Value.Union)
                    && (arrivingShape != null || arriving instanceof Value.Union);
            return unite ? union(known, arriving) : conflict(known, arriving);
        }

        /** {@return whether a value must be merged part by part even if it equals the other} */
        private static boolean hasParts(Value value) {
            return value instanceof VirtualObject || value instanceof Value.Union || value instanceof Value.Closure;
        }

        private Value conflict(Value known, Value arriving) {
            changed = true;
            return arriving instanceof Value.Conflict
                    ? arriving
                    : new Value.Conflict(
                            known.describe() + " on one path and "
                                    + (known.describe().equals(arriving.describe())
                                            ? "another one"
                                            : arriving.describe())
                                    + " on another",
                            remedy(known, arriving),
                            LaneHeap.sites(known, arriving));
        }

        private static String remedy(Value known, Value arriving) {
            if (isText(known) || isText(arriving)) {
                return "choose a number or an enum constant instead of a text";
            }
            if (isArray(known) && isArray(arriving)) {
                return "use one array for both, and an offset into it that depends on the path";
            }
            if (isArray(known) || isArray(arriving)) {
                return "make the array before the paths part";
            }
            if (known instanceof Value.Captured || arriving instanceof Value.Captured) {
                return "capture both objects, or make both in the kernel";
            }
            return "give both paths a value of one type (a sealed interface of records for objects)";
        }

        private static boolean isText(Value value) {
            return value instanceof Value.Text || value instanceof Value.Captured(String _, var _);
        }

        private static boolean isArray(Value value) {
            return value instanceof VirtualArray
                    || value instanceof Value.LocalArray
                    || value instanceof Value.Reference(Class<?> type, var _, var _, var _) && type.isArray()
                    || value instanceof Value.EnumTable
                    || value instanceof Value.TableArray
                    || value instanceof Value.TableRow
                    || value instanceof Value.Captured(Object object, var _)
                            && object.getClass().isArray();
        }

        /** {@return the merged operand, or null if the types differ} */
        private @Nullable Operand operand(Operand known, Operand arriving) {
            if (known.type() != arriving.type()) {
                return null;
            }
            if (known instanceof Phi) {
                return known;
            }
            if (known.equals(arriving) && (!inMemory || known instanceof Constant)) {
                return known;
            }
            changed = true;
            return new Phi(known.type());
        }

        private Operand sameTypeOperand(Operand known, Operand arriving) {
            return Objects.requireNonNull(operand(known, arriving));
        }

        private Value sameShape(Value known, Value arriving) {
            return switch (known) {
                case Value.Closure a -> mergeClosures(a, compilation.closure(arriving));
                case VirtualObject a
                when !a.isFrozen() -> {
                    if (arriving instanceof VirtualObject b && !b.isFrozen()) {
                        if (pair(a, b)) {
                            mergeFields(a, b);
                        }
                        yield a;
                    }
                    yield conflict(known, arriving);
                }
                case VirtualObject a -> {
                    if (arriving instanceof VirtualObject b && !b.isFrozen()) {
                        yield conflict(known, arriving);
                    }
                    mergeFields(a, arriving);
                    yield a;
                }
                case Value.Captured captured -> mergeCaptured(captured, arriving);
                case Value.EnumValue(Class<?> type, Operand ordinal) ->
                    new Value.EnumValue(type, sameTypeOperand(ordinal, compilation.ordinal(arriving)));
                case Value.Handle a -> mergeHandles(a, compilation.measuredHandle(arriving));
                case Value.TableArray a -> mergeTables(a, compilation.tables().array(arriving));
                case Value.TableRow(var type, var table, var steps, Operand start, Operand length) -> {
                    var other = (Value.TableRow) arriving;
                    yield new Value.TableRow(
                            type,
                            table,
                            steps,
                            sameTypeOperand(start, other.start()),
                            sameTypeOperand(length, other.length()));
                }
                case Value.Reference a -> mergeReferences(a, (Value.Reference) arriving);
                default -> known;
            };
        }

        private Value mergeCaptured(Value.Captured known, Value arriving) {
            if (compilation.isEnum(known)) {
                Class<?> type = Objects.requireNonNull(Shape.of(known)).type();
                return new Value.EnumValue(
                        type, sameTypeOperand(compilation.ordinal(known), compilation.ordinal(arriving)));
            }
            if (compilation.isHandle(known)) {
                return mergeHandles(compilation.measuredHandle(known), compilation.measuredHandle(arriving));
            }
            if (ConstantTables.isArray(known)) {
                changed = true;
                return mergeTables(
                        compilation.tables().array(known), compilation.tables().array(arriving));
            }
            if (LambdaReader.isLambda(known.object())) {
                changed = true;
                return mergeClosures(
                        (Value.Closure) new Generalizer().generalize(compilation.closure(known)),
                        compilation.closure(arriving));
            }
            if (compilation.isOpaque(known) || arriving instanceof VirtualObject object && !object.isFrozen()) {
                return conflict(known, arriving);
            }
            var expanded = new VirtualObject(known.object().getClass(), true);
            for (Field field : Fields.ofObjects(expanded.type())) {
                expanded.set(field, new Generalizer().generalize(compilation.field(known, field)));
            }
            changed = true;
            mergeFields(expanded, arriving);
            return expanded;
        }

        private Value mergeClosures(Value.Closure a, Value.Closure b) {
            var captured = new ArrayList<Value>();
            for (int i = 0; i < a.captured().size(); i++) {
                captured.add(value(a.captured().get(i), b.captured().get(i)));
            }
            return a.with(captured);
        }

        private Value mergeTables(Value.TableArray a, Value.TableArray b) {
            return new Value.TableArray(
                    a.type(), sameTypeOperand(a.base(), b.base()), sameTypeOperand(a.length(), b.length()));
        }

        private Value mergeHandles(Value.Handle a, Value.Handle b) {
            Scope scope = Scope.widest(a.scope(), b.scope());
            boolean large = a.large() || b.large();
            changed |= scope != a.scope() || large != a.large();
            return new Value.Handle(
                    a.kind(),
                    a.space(),
                    scope,
                    large,
                    sameTypeOperand(a.base(), b.base()),
                    sameTypeOperand(a.length(), b.length()));
        }

        private Value mergeReferences(Value.Reference a, Value.Reference b) {
            var sites = new LinkedHashSet<>(a.sites());
            changed |= sites.addAll(b.sites());
            return new Value.Reference(
                    a.type(), sites, sameTypeOperand(a.offset(), b.offset()), sameTypeOperand(a.length(), b.length()));
        }

        private void mergeFields(VirtualObject known, Value arriving) {
            known.replaceAll((field, content) -> value(content, compilation.field(arriving, field)));
        }

        private Value array(VirtualArray known, VirtualArray arriving) {
            if (known.elementType() != arriving.elementType()
                    || known.elements().size() != arriving.elements().size()) {
                return conflict(known, arriving);
            }
            if (pair(known, arriving)) {
                for (int i = 0; i < known.elements().size(); i++) {
                    known.elements()
                            .set(
                                    i,
                                    value(
                                            known.elements().get(i),
                                            arriving.elements().get(i)));
                }
            }
            return known;
        }

        /**
         * Objects with an identity must correspond one to one. {@return whether this pair is met for the first time}
         */
        private boolean pair(Value known, Value arriving) {
            Value otherKnown = arrivingToKnown.put(arriving, known);
            Value otherArriving = knownToArriving.put(known, arriving);
            if (otherKnown != null && otherKnown != known || otherArriving != null && otherArriving != arriving) {
                Set<Object> sites = LaneHeap.sites(known, arriving);
                if (!sites.isEmpty()) {
                    throw new Translator.NeedsMemory(sites);
                }
                throw new Refusal(
                        "whether two variables hold the same mutable object (" + known.describe()
                                + ") depends on the path taken",
                        known instanceof VirtualArray
                                ? "use one array for both, and an offset into it that depends on the path"
                                : "use a record and assign new values, or keep one variable per object");
            }
            return otherKnown == null;
        }

        private Value union(Value known, Value arriving) {
            var alternatives = new LinkedHashMap<Shape, Value>();
            Operand tag;
            if (known instanceof Value.Union union) {
                tag = union.tag();
                alternatives.putAll(union.alternatives());
            } else {
                Shape shape = Objects.requireNonNull(Shape.of(known));
                tag = compilation.tag(shape);
                alternatives.put(shape, known);
                changed = true;
            }
            if (arriving instanceof Value.Union union) {
                tag = sameTypeOperand(tag, union.tag());
                union.alternatives().forEach((shape, alternative) -> addAlternative(alternatives, shape, alternative));
            } else {
                Shape shape = Objects.requireNonNull(Shape.of(arriving));
                tag = sameTypeOperand(tag, compilation.tag(shape));
                addAlternative(alternatives, shape, arriving);
            }
            return new Value.Union(tag, alternatives);
        }

        private void addAlternative(Map<Shape, Value> alternatives, Shape shape, Value arriving) {
            Value known = alternatives.get(shape);
            if (known != null) {
                alternatives.put(shape, value(known, arriving));
            } else {
                changed = true;
                alternatives.put(shape, new Generalizer(arrivingToKnown).generalize(arriving));
            }
        }
    }

    // ---- phis ----

    /** Gives the phis of a block's entry state their inputs for one edge. */
    void bind(Frame known, Frame arriving, Edge edge) {
        new Binder((phi, input) -> {
                    Operand other = phi.inputs().put(edge, input);
                    Binder.require(other == null || other.equals(input), input, other == null ? input : other);
                })
                .frames(known, arriving);
    }

    /** Finds for every phi of what is known the operand that has its place in what arrives. */
    private final class Binder {
        private final BiConsumer<Phi, Operand> found;
        private final Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        Binder(BiConsumer<Phi, Operand> found) {
            this.found = found;
        }

        void frames(Frame known, Frame arriving) {
            known.forEachWith(arriving, this::frame);
        }

        private void frame(Frame known, Frame arriving) {
            for (int i = 0; i < known.locals.length; i++) {
                Value a = known.locals[i];
                Value b = arriving.locals[i];
                if (a != null && b != null) {
                    value(a, b);
                }
            }
            for (int i = 0; i < known.stack.size(); i++) {
                value(known.stack.get(i), arriving.stack.get(i));
            }
        }

        private void value(Value known, Value arriving) {
            switch (known) {
                case Value.Conflict _ -> {}
                case Value.Scalar(Operand operand) -> operand(operand, compilation.scalar(arriving));
                case VirtualObject object -> {
                    if (seen.add(object)) {
                        object.forEach((field, content) -> value(content, compilation.field(arriving, field)));
                    }
                }
                case VirtualArray array -> {
                    if (seen.add(array)) {
                        for (int i = 0; i < array.elements().size(); i++) {
                            value(
                                    array.elements().get(i),
                                    ((VirtualArray) arriving).elements().get(i));
                        }
                    }
                }
                case Value.Closure closure -> {
                    List<Value> captured = compilation.closure(arriving).captured();
                    for (int i = 0; i < captured.size(); i++) {
                        value(closure.captured().get(i), captured.get(i));
                    }
                }
                case Value.Union union -> union(union, arriving);
                case Value.Handle handle -> {
                    Value.Handle other = compilation.measuredHandle(arriving);
                    operand(handle.base(), other.base());
                    operand(handle.length(), other.length());
                }
                case Value.TableArray array -> {
                    Value.TableArray other = compilation.tables().array(arriving);
                    operand(array.base(), other.base());
                    operand(array.length(), other.length());
                }
                case Value.TableRow row -> {
                    var other = (Value.TableRow) arriving;
                    operand(row.start(), other.start());
                    operand(row.length(), other.length());
                }
                case Value.EnumValue(var _, Operand ordinal) -> operand(ordinal, compilation.ordinal(arriving));
                case Value.Reference reference -> {
                    require(
                            arriving instanceof Value.Reference other
                                    && reference.sites().containsAll(other.sites()),
                            known,
                            arriving);
                    var other = (Value.Reference) arriving;
                    operand(reference.offset(), other.offset());
                    operand(reference.length(), other.length());
                }
                case Value.Text(var _, Operand detail) -> {
                    Operand other = ((Value.Text) arriving).detail();
                    if (detail != null && other != null) {
                        operand(detail, other);
                    }
                }
                case Value.Null _,
                        Value.Captured _,
                        Value.LaneView _,
                        Value.EnumTable _,
                        Value.LocalArray _,
                        Value.TypeTest _ -> require(known.equals(arriving), known, arriving);
            }
        }

        /** What is known of a block's start must be true of every way into it; else the merge was wrong. */
        private static void require(boolean holds, Object known, Object arriving) {
            if (!holds) {
                throw new IllegalStateException(
                        "the compiler takes " + known + " for granted where " + arriving + " arrives");
            }
        }

        private void union(Value.Union known, Value arriving) {
            if (arriving instanceof Value.Union union) {
                operand(known.tag(), union.tag());
                union.alternatives()
                        .forEach((shape, alternative) -> value(
                                Objects.requireNonNull(known.alternatives().get(shape)), alternative));
            } else {
                Shape shape = Objects.requireNonNull(Shape.of(arriving));
                operand(known.tag(), compilation.tag(shape));
                value(Objects.requireNonNull(known.alternatives().get(shape)), arriving);
            }
        }

        private void operand(Operand known, Operand arriving) {
            if (known instanceof Phi phi) {
                found.accept(phi, arriving);
            } else {
                require(known.equals(arriving), known, arriving);
            }
        }
    }

    /** {@return the phis of a state, each once} */
    List<Phi> phis(Frame state) {
        Set<Phi> found = Collections.newSetFromMap(new LinkedHashMap<>());
        Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Frame frame = state; frame != null; frame = frame.caller()) {
            for (Value local : frame.locals) {
                if (local != null) {
                    collectPhis(local, found, seen);
                }
            }
            frame.stack.forEach(value -> collectPhis(value, found, seen));
        }
        return new ArrayList<>(found);
    }

    private static void collectPhis(Value value, Set<Phi> found, Set<Value> seen) {
        if (!value.parts().isEmpty() && !seen.add(value)) {
            return;
        }
        for (Operand operand : value.operands()) {
            if (operand instanceof Phi phi) {
                found.add(phi);
            }
        }
        value.parts().forEach(part -> collectPhis(part, found, seen));
    }
}
