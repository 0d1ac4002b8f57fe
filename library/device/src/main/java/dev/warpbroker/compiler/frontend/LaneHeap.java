package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Phi;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.compiler.value.Fields;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import dev.warpbroker.device.KernelCompileException;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which objects and arrays live in the lane's own memory, how they lie there, and what they may hold.
 *
 * <p>Objects are followed statically as long as that works. The places that make those with which it does not are
 * marked, one after the other, and the kernel is followed again; what they make is then in memory, and variables hold
 * its offset. What a field or element in memory may hold is found out in the same way: it is as little as possible at
 * first, and the kernel is followed until every store agrees with it. So this object outlives an attempt.
 *
 * <p>A place that is executed again needs fresh memory while what it made before is in use. It has a slot more than
 * there are variables, fields and elements that may refer to what it makes; then one of its slots is free.
 */
final class LaneHeap {
    /** Slots of one place, if a free one must be looked for. */
    private static final int MAX_SLOTS = 4 * Long.SIZE;

    private static final int MAX_BYTES = 512 << 10;

    /** Offset 0 is that of no object. */
    private static final int START = 16;

    private static final int ALIGNMENT = 8;

    /** Places that are marked one by one; then all at the same place in the source are. */
    private static final int PATIENCE = 8;

    /** Where an object was made; its site is worked out only if somebody asks. */
    record Place(InlineContext context, int index) {
        LocalArrays.Site site() {
            return LocalArrays.Site.of(context, index);
        }
    }

    /** A field of objects of a class, or the elements of arrays of a class. */
    private record Cell(Class<?> type, @Nullable Field field) {}

    /**
     * How an object, or an element of an array, lies in memory.
     *
     * @param offsets where the phis of its contents are
     * @param nullableTags those of them that number the alternatives of a union with null: null is stored as 0
     * @param bytes its size
     */
    record Layout(Map<Phi, Integer> offsets, Set<Phi> nullableTags, int bytes) {}

    /**
     * One execution of a place.
     *
     * @param made how many objects it makes at once
     * @param variables how many variables may refer to earlier ones
     * @param fresh how many fields and elements that might are known to be empty
     */
    private record Event(int made, int variables, int fresh) {}

    /** The memory of what one place makes. */
    static final class Pool {
        private final Object site;
        private final Class<?> type;
        private int length;
        private int slots = 1;
        private boolean chosen;
        private int offset = START;
        private int slotBytes = ALIGNMENT;
        private final List<Event> events = new ArrayList<>();
        private final Set<BasicBlock> blocks = new LinkedHashSet<>();
        private @Nullable SourcePosition position;

        private Pool(Object site, Class<?> type) {
            this.site = site;
            this.type = type;
        }

        int slots() {
            return slots;
        }

        /** {@return whether a free slot must be looked for at run time; else all of them are free} */
        boolean isChosen() {
            return chosen;
        }

        int offset() {
            return offset;
        }

        int slotBytes() {
            return slotBytes;
        }

        Class<?> type() {
            return type;
        }

        int length() {
            return length;
        }
    }

    private final Set<Object> marked = new HashSet<>();
    private int marks;
    private final Map<Object, Pool> pools = new LinkedHashMap<>();
    private final Map<Cell, Value> contents = new HashMap<>();
    private final Map<Class<?>, Layout> layouts = new HashMap<>();
    private @Nullable Compilation compilation;
    private @Nullable StateMerger merger;
    private int bytes = START;
    private boolean changed;

    // ---- places ----

    /** {@return the places that made these values, if those could be in memory} */
    static Set<Object> sites(Value... values) {
        var sites = new LinkedHashSet<>();
        for (Value value : values) {
            Object site = site(value);
            if (site != null) {
                sites.add(site);
            }
        }
        return sites;
    }

    /** {@return the place that made an object with an identity, or null if there is none that could be in memory} */
    static @Nullable Object site(Value value) {
        return switch (value) {
            case VirtualArray array -> array.site();
            case Value.LocalArray array -> array.site();
            case VirtualObject object
            when !object.isFrozen()
                    && !object.type().isRecord()
                    && !Throwable.class.isAssignableFrom(object.type())
                    && object.place() instanceof Place place -> place.site();
            default -> null;
        };
    }

    /** From the next attempt on what these places make is in memory. */
    void mark(Collection<?> sites) {
        boolean inSource = ++marks > PATIENCE;
        for (Object each : sites) {
            LocalArrays.Site site = ((LocalArrays.Site) each).outermost();
            marked.add(inSource ? site.inSource() : site);
        }
    }

    boolean hasMarks() {
        return !marked.isEmpty();
    }

    boolean isMarked(Object site) {
        if (marked.isEmpty()) {
            return false;
        }
        LocalArrays.Site outermost = ((LocalArrays.Site) site).outermost();
        return marked.contains(outermost) || marked.contains(outermost.inSource());
    }

    // ---- one attempt ----

    /** Begins to follow the kernel, with what is known so far. */
    void begin(Compilation now) {
        compilation = now;
        merger = StateMerger.ofContents(now);
        changed = false;
        bytes = START;
        for (Pool pool : pools.values()) {
            pool.events.clear();
            pool.blocks.clear();
            place(pool);
        }
    }

    private void place(Pool pool) {
        long size = pool.type.isArray()
                ? (long) pool.length * layout(pool.type).bytes()
                : layout(pool.type).bytes();
        long needed = Math.max(1, Math.ceilDiv(size, ALIGNMENT)) * ALIGNMENT;
        if (needed * pool.slots > MAX_BYTES - bytes) {
            throw Translator.refusal(
                    new Refusal(
                            "%,d bytes in %,d slots for what is made here, besides %,d bytes of other objects and arrays; the limit of a lane is %,d (%d KiB)"
                                    .formatted(needed * pool.slots, pool.slots, bytes, MAX_BYTES, MAX_BYTES >> 10),
                            "make an array once and pass it to the methods that need one, or use device memory"),
                    Objects.requireNonNull(pool.position));
        }
        pool.slotBytes = (int) needed;
        pool.offset = bytes;
        bytes += pool.slotBytes * pool.slots;
    }

    /** {@return whether something was learnt, and the kernel must be followed again} */
    boolean isChanged() {
        return changed;
    }

    /** {@return the memory that holds everything} */
    Variable variable() {
        return Objects.requireNonNull(compilation).variable(this, Space.LOCAL, bytes);
    }

    /** {@return whether fields or elements are looked at to find a free slot, so that they must be defined} */
    boolean isScanned() {
        return pools.values().stream().anyMatch(pool -> pool.chosen && references(pool.site) > 0);
    }

    // ---- contents ----

    /** {@return what a field may hold} */
    Value contents(Class<?> type, @Nullable Field field) {
        Value known = contents.get(new Cell(type, field));
        return known != null ? known : store(type, field, Value.Null.NULL);
    }

    /** Notes that a value is stored in a field or element. {@return what it may hold now} */
    Value store(Class<?> type, @Nullable Field field, Value stored) {
        var cell = new Cell(type, field);
        StateMerger.Contents widened = Objects.requireNonNull(merger).withStored(contents.get(cell), stored);
        if (widened.changed()) {
            GrowthGuard.checkContents(widened.value());
        }
        contents.put(cell, widened.value());
        if (widened.changed()) {
            changed = true;
            layouts.remove(type);
        }
        return widened.value();
    }

    StateMerger merger() {
        return Objects.requireNonNull(merger);
    }

    /** {@return how objects of a class, or elements of an array of that class, lie in memory} */
    Layout layout(Class<?> type) {
        return layouts.computeIfAbsent(type, this::lay);
    }

    private Layout lay(Class<?> type) {
        if (type.isArray() && type.getComponentType().isPrimitive()) {
            return new Layout(
                    Map.of(),
                    Set.of(),
                    LocalArrays.memoryType(type.getComponentType()).bytes());
        }
        var offsets = new IdentityHashMap<Phi, Integer>();
        Set<Phi> tags = Collections.newSetFromMap(new IdentityHashMap<>());
        int size = 0;
        int alignment = 1;
        for (Value content : contentsOf(type)) {
            var phis = new ArrayList<Phi>();
            collect(content, phis, tags);
            for (Phi phi : phis) {
                int own = phi.type().bytes();
                size = Math.ceilDiv(size, own) * own;
                offsets.put(phi, size);
                size += own;
                alignment = Math.max(alignment, own);
            }
        }
        return new Layout(offsets, tags, Math.ceilDiv(size, alignment) * alignment);
    }

    private List<Value> contentsOf(Class<?> type) {
        var result = new ArrayList<Value>();
        if (type.isArray()) {
            addIfKnown(result, new Cell(type, null));
        } else {
            Fields.ofObjects(type).forEach(field -> addIfKnown(result, new Cell(type, field)));
        }
        return result;
    }

    private void addIfKnown(List<Value> result, Cell cell) {
        Value known = contents.get(cell);
        if (known != null) {
            result.add(known);
        }
    }

    private static void collect(Value content, List<Phi> phis, Set<Phi> tags) {
        for (Operand operand : content.operands()) {
            if (operand instanceof Phi phi) {
                phis.add(phi);
                if (content instanceof Value.Union union && union.alternatives().containsKey(Shape.NULL)) {
                    tags.add(phi);
                }
            }
        }
        content.parts().forEach(part -> collect(part, phis, tags));
    }

    /** {@return the references in an object, or an element, that may lead to what a place made} */
    List<Phi> referencesTo(Object site, Class<?> type) {
        var result = new ArrayList<Phi>();
        contentsOf(type).forEach(content -> collectReferences(content, site, result));
        return result;
    }

    private static void collectReferences(Value content, Object site, List<Phi> result) {
        if (content instanceof Value.Reference reference && reference.sites().contains(site)) {
            result.add((Phi) reference.offset());
        }
        content.parts().forEach(part -> collectReferences(part, site, result));
    }

    /** {@return whether not every store fills all of an object} */
    boolean hasGaps(Class<?> type) {
        return contentsOf(type).stream().anyMatch(LaneHeap::hasGaps);
    }

    private static boolean hasGaps(Value content) {
        return content instanceof Value.Union
                || content instanceof Value.Reference
                || content.parts().stream().anyMatch(LaneHeap::hasGaps);
    }

    private long references(Object site) {
        return pools.values().stream()
                .mapToLong(pool -> (long) pool.slots * references(pool.type, pool.length, site))
                .sum();
    }

    /** {@return how many fields or elements of an object may refer to what a place made} */
    long references(Class<?> type, int length, Object site) {
        return (long) referencesTo(site, type).size() * (type.isArray() ? length : 1);
    }

    Collection<Pool> pools() {
        return pools.values();
    }

    // ---- places that make objects ----

    /** {@return the memory of a place that makes objects of a class, or arrays up to a length} */
    Pool pool(Object site, Class<?> type, int length) {
        Pool known = pools.get(site);
        if (known == null) {
            known = new Pool(site, type);
            pools.put(site, known);
            changed = true;
        }
        if (length > known.length) {
            known.length = length;
            changed = true;
        }
        return known;
    }

    /** {@return how long an array can be} */
    int capacity(Value.Reference array) {
        int capacity = 0;
        for (Object site : array.sites()) {
            Pool pool = pools.get(site);
            capacity = Math.max(capacity, pool == null ? 0 : pool.length);
        }
        return capacity;
    }

    /** Notes that a place makes objects. */
    void note(Pool pool, BasicBlock block, SourcePosition position, int made, int variables, long fresh) {
        pool.blocks.add(block);
        pool.position = position;
        pool.events.add(new Event(made, variables, Math.toIntExact(fresh)));
    }

    /** Decides how many slots every place needs, once the whole kernel has been followed. */
    void settle() {
        Set<Pool> repeated = new HashSet<>();
        for (Pool pool : pools.values()) {
            if (isRepeated(pool)) {
                repeated.add(pool);
            }
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Pool pool : pools.values()) {
                grows |= resize(pool, repeated.contains(pool));
            }
            changed |= grows;
        }
    }

    private boolean resize(Pool pool, boolean repeated) {
        long references = repeated ? references(pool.site) : 0;
        long slots = 1;
        boolean chosen = false;
        for (Event event : pool.events) {
            long others = repeated ? Math.max(0, event.variables() + references - event.fresh()) : 0;
            slots = Math.max(slots, event.made() + others);
            chosen |= others > 0;
        }
        if (chosen && slots > MAX_SLOTS) {
            throw tooMany(pool, references);
        }
        boolean grows = slots > pool.slots || chosen && !pool.chosen;
        pool.slots = Math.max(pool.slots, Math.toIntExact(slots));
        pool.chosen |= chosen;
        return grows;
    }

    private static KernelCompileException tooMany(Pool pool, long references) {
        return Translator.refusal(
                new Refusal(
                        (pool.type.isArray()
                                        ? "an array of "
                                                + pool.type.getComponentType().getSimpleName()
                                        : "a " + pool.type.getSimpleName())
                                + " is made here again and again while more than %d others may be in use"
                                        .formatted(MAX_SLOTS - 1)
                                + (references > 0 ? ": fields and elements refer to them" : ""),
                        pool.type.isArray()
                                ? "use one array of one dimension for all, and compute the index"
                                : "use records, or keep the contents in arrays of primitive types"),
                Objects.requireNonNull(pool.position));
    }

    /** {@return whether control can come from a place back to it} */
    private static boolean isRepeated(Pool pool) {
        var seen = new HashSet<BasicBlock>();
        var pending = new ArrayDeque<BasicBlock>(pool.blocks);
        while (!pending.isEmpty()) {
            BasicBlock block = pending.remove();
            if (!block.isTerminated()) {
                continue;
            }
            for (Edge edge : block.terminator().edges()) {
                if (pool.blocks.contains(edge.target())) {
                    return true;
                }
                if (seen.add(edge.target())) {
                    pending.add(edge.target());
                }
            }
        }
        return false;
    }
}
