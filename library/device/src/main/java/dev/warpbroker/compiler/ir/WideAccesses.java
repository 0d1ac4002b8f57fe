package dev.warpbroker.compiler.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes one access of 8 or 16 bytes of several to neighbouring elements: the words of a record.
 *
 * <p>Combined are plain loads, or plain stores, of 4 or 8 bytes in one block of code, which share their address, differ
 * in their offsets, and together are all of an aligned piece of global memory or of a table: nothing is accessed that
 * was not before. A lane cannot tell that they were combined:
 *
 * <ul>
 *   <li>Loads move up to the first of them, unless something may end the lane in between: what follows a check must not
 *       be read before. Then they move down to the last of them, if nobody needs them earlier.
 *   <li>Stores move down to the last of them, and no check is in between: a lane that fails has written what comes
 *       before.
 *   <li>Nothing moves past an access that may touch the same bytes, unless both read, nor past anything else that is
 *       not plain arithmetic: ordered accesses, fences, barriers, what other lanes take part in, the log, the time.
 * </ul>
 *
 * <p>Other lanes cannot, either: plain accesses have no order among them, and elements stay whole.
 *
 * <p>Addresses touch different memory if their elements have different types, for memory has elements of one type; and
 * if they lead to different parameters. Two parameters may hold the same memory in another launch, so the result names
 * the pairs that must not.
 */
public final class WideAccesses {
    private static final int WIDEST = 16;

    /** Groups that may still grow; more would make long blocks slow to compile. */
    private static final int MAX_OPEN = 32;

    private final IntPredicate isBase;
    private final Alignment alignment;
    private final Set<Distinct> distinct = new HashSet<>();
    private boolean changed;

    // Of the block that is looked at: groups that may still grow, those of all accesses so far, and what takes the
    // place of accesses.
    private final Map<Piece, Group> open = new LinkedHashMap<>();
    private final Map<Node, Group> groupOf = new HashMap<>();
    private final Map<Node, List<Node>> replacements = new HashMap<>();

    private WideAccesses(IntPredicate isBase) {
        this.isBase = isBase;
        this.alignment = new Alignment(isBase);
    }

    /** Two parameters that are supposed to hold the addresses of different memory. */
    public record Distinct(int smaller, int larger) {}

    /**
     * Combines accesses in all code that can be reached from {@code entry}.
     *
     * @param isBase tells which parameters hold addresses of memory; all are multiples of 16
     * @return the parameters that the code now supposes to be different
     */
    public static Set<Distinct> combine(BasicBlock entry, IntPredicate isBase) {
        var accesses = new WideAccesses(isBase);
        new ControlFlow(entry).order().forEach(accesses::combine);
        if (accesses.changed) {
            Optimizer.rewriteOperands(entry);
        }
        return accesses.distinct;
    }

    private void combine(BasicBlock block) {
        List<Node> nodes = block.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            pass(nodes.get(i), i);
        }
        closeAll();
        groupOf.clear();
        if (!replacements.isEmpty()) {
            List<Node> before = List.copyOf(nodes);
            nodes.clear();
            before.forEach(node -> nodes.addAll(replacements.getOrDefault(node, List.of(node))));
            replacements.clear();
            changed = true;
        }
    }

    private void pass(Node node, int at) {
        for (Operand operand : node.instruction().operands()) {
            Group group = operand instanceof Node used ? groupOf.get(used) : null;
            if (group != null) {
                group.maySink = false;
            }
        }
        Place place = Place.ofPlain(node.instruction());
        if (place != null) {
            boolean isStore = node.instruction() instanceof Instruction.Store;
            Piece piece = piece(place, isStore);
            Group own = piece == null ? null : growing(piece, place);
            for (Group group : List.copyOf(open.values())) {
                if (group != own) {
                    keepApart(group, place, isStore, own);
                }
            }
            if (piece != null) {
                join(node, at, place, piece);
            }
        } else if (node.instruction() instanceof Instruction.Check) {
            List.copyOf(open.values()).forEach(group -> {
                group.mayRise = false;
                if (group.isOfStores()) {
                    close(group);
                }
            });
        } else if (!node.instruction().isPure()) {
            closeAll();
        }
    }

    // ---- groups ----

    /** A plain access to an element. */
    private record Place(MemoryType type, Access access, Operand address, int offset) {
        static @Nullable Place ofPlain(Instruction instruction) {
            Place place = switch (instruction) {
                case Instruction.Load(MemoryType type, Access access, Operand address, int offset) ->
                    new Place(type, access, address, offset);
                case Instruction.Store(MemoryType type, Access access, Operand address, int offset, var _) ->
                    new Place(type, access, address, offset);
                default -> null;
            };
            return place == null || place.access.order() != Order.WEAK || place.access.scope() == Scope.SYSTEM
                    ? null
                    : place;
        }

        Space space() {
            return access.space();
        }

        boolean overlaps(Place other) {
            return offset < other.offset + other.type.bytes() && other.offset < offset + type.bytes();
        }
    }

    /**
     * A piece of memory that one access can have.
     *
     * @param first its first element
     * @param bytes 8 or 16, of which its address is a multiple
     */
    private record Piece(Place first, int bytes, boolean isStored) {
        int elements() {
            return bytes / first.type.bytes();
        }

        int number(Place element) {
            return (element.offset - first.offset) / first.type.bytes();
        }

        Place element(int number) {
            return new Place(first.type, first.access, first.address, first.offset + number * first.type.bytes());
        }
    }

    /** An access of a group, and its place in the block. */
    private record Member(Node node, int at) {}

    /** Accesses to elements of a piece. */
    private static final class Group {
        final Piece piece;
        final @Nullable Member[] members;

        /** Whether a member that joined now could move up to the first, and whether the others could move to it. */
        boolean mayRise;

        boolean maySink = true;

        /** What would have to be different for that. */
        final Set<Distinct> supposed = new HashSet<>();

        /** What was so when the last member joined. */
        boolean rises;

        final Set<Distinct> needed = new HashSet<>();

        Group(Piece piece) {
            this.piece = piece;
            this.members = new Member[piece.elements()];
            this.mayRise = !piece.isStored();
        }

        boolean isOfStores() {
            return piece.isStored();
        }

        boolean accepts(Place element) {
            return (mayRise || maySink) && members[piece.number(element)] == null;
        }

        /** {@return whether an access with the same address touches an element that has a member, or has none} */
        boolean touches(Place place, boolean present) {
            return places(present).stream().anyMatch(place::overlaps);
        }

        /** {@return the elements that have members, or those that have none} */
        List<Place> places(boolean present) {
            var places = new ArrayList<Place>();
            for (int i = 0; i < members.length; i++) {
                if ((members[i] != null) == present) {
                    places.add(piece.element(i));
                }
            }
            return places;
        }
    }

    /** {@return the piece that an access is a part of, or null if no larger one is surely aligned} */
    private @Nullable Piece piece(Place place, boolean isStore) {
        int size = place.type.bytes();
        if (size < Integer.BYTES || place.space() != Space.GLOBAL && place.space() != Space.TABLE) {
            return null;
        }
        int bytes = Math.min(WIDEST, alignment.of(place.address));
        if (bytes < 2 * size) {
            return null;
        }
        int begin = Math.floorDiv(place.offset, bytes) * bytes;
        return new Piece(new Place(place.type, place.access, place.address, begin), bytes, isStore);
    }

    /** {@return the group that an access joins, or null if it begins a new one} */
    private @Nullable Group growing(Piece piece, Place place) {
        Group group = open.get(piece);
        if (group != null && !group.accepts(place)) {
            close(group);
            return null;
        }
        return group;
    }

    private void join(Node node, int at, Place place, Piece piece) {
        if (open.size() >= MAX_OPEN) {
            closeAll();
        }
        Group group = open.computeIfAbsent(piece, Group::new);
        group.members[piece.number(place)] = new Member(node, at);
        group.rises = group.mayRise;
        group.needed.addAll(group.supposed);
        groupOf.put(node, group);
    }

    /**
     * Ends or restricts a group that must not move past an access to come.
     *
     * @param own the group of stores that the access belongs to: all of them are stored no earlier than here
     */
    private void keepApart(Group group, Place place, boolean isStore, @Nullable Group own) {
        if (!isStore && !group.isOfStores()) {
            return;
        }
        if (!place.address.equals(group.piece.first.address)) {
            if (mayMeet(place, group)) {
                close(group);
            }
        } else if (group.isOfStores()) {
            if (group.touches(place, true)) {
                close(group);
            }
        } else if (group.touches(place, false)
                || own != null && own.places(true).stream().anyMatch(earlier -> group.touches(earlier, false))) {
            close(group);
        } else if (group.touches(place, true)) {
            group.maySink = false;
        }
    }

    /** {@return whether an access may touch memory that a group with another address touches} */
    private boolean mayMeet(Place place, Group group) {
        Place first = group.piece.first;
        if (place.space() != first.space() || place.type != first.type) {
            return false;
        }
        int one = base(place.address);
        int other = base(first.address);
        if (one < 0 || other < 0 || one == other) {
            return true;
        }
        group.supposed.add(new Distinct(Math.min(one, other), Math.max(one, other)));
        return false;
    }

    /** {@return the parameter that an address was computed from, or -1} */
    private int base(Operand address) {
        return address instanceof Node node
                ? switch (node.instruction()) {
                    case Instruction.Parameter(int index) when isBase.test(index) -> index;
                    case Instruction.Compute(Operator operator, var _, List<Operand> parts)
                    when operator == Operator.INDEX_ADDRESS -> base(parts.get(2));
                    default -> -1;
                }
                : -1;
    }

    // ---- what comes of them ----

    private void closeAll() {
        List.copyOf(open.values()).forEach(this::close);
    }

    private void close(Group group) {
        open.remove(group.piece);
        int all = group.members.length;
        if (!combine(group, 0, all) && all > 2) {
            combine(group, 0, all / 2);
            combine(group, all / 2, all);
        }
    }

    /** {@return whether all these elements of a group are accessed, and by one access now} */
    private boolean combine(Group group, int begin, int end) {
        var members = new ArrayList<Member>();
        for (@Nullable Member member : Arrays.asList(group.members).subList(begin, end)) {
            if (member == null) {
                return false;
            }
            members.add(member);
        }
        Comparator<Member> order = Comparator.comparingInt(Member::at);
        Node meeting = (group.rises
                        ? members.stream().min(order)
                        : members.stream().max(order))
                .orElseThrow()
                .node();
        Place first = group.piece.element(begin);
        List<Node> accesses = members.stream().map(Member::node).toList();
        accesses.forEach(access -> replacements.put(access, List.of()));
        replacements.put(
                meeting, group.isOfStores() ? stored(first, accesses, meeting) : loaded(first, accesses, meeting));
        distinct.addAll(group.needed);
        return true;
    }

    private static List<Node> stored(Place first, List<Node> stores, Node meeting) {
        List<Operand> values = stores.stream()
                .map(store -> ((Instruction.Store) store.instruction()).value())
                .toList();
        var wide = new Instruction.StoreWide(first.type, first.access, first.address, first.offset, values);
        return List.of(new Node(wide, meeting.position()));
    }

    private static List<Node> loaded(Place first, List<Node> loads, Node meeting) {
        var wide = new Node(
                new Instruction.LoadWide(first.type, loads.size(), first.access, first.address, first.offset),
                meeting.position());
        var nodes = new ArrayList<>(List.of(wide));
        for (int i = 0; i < loads.size(); i++) {
            var element = new Node(
                    new Instruction.Element(wide, i, first.type.type()),
                    loads.get(i).position());
            loads.get(i).replaceBy(element);
            nodes.add(element);
        }
        return nodes;
    }
}
