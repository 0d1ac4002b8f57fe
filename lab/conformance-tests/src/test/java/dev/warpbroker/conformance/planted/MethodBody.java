package dev.warpbroker.conformance.planted;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The instructions of a method, to be changed. Whatever a change names and is not there, or is there another number of
 * times than the change says, is an {@link AssertionError}.
 */
final class MethodBody {
    /** Instructions as they were, or new ones. */
    sealed interface Piece {
        record Old(CodeElement element) implements Piece {}

        record New(Consumer<CodeBuilder> code) implements Piece {}
    }

    private final String place;
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, Set<Integer>> locals = new HashMap<>();
    private final Set<Label> targets = new HashSet<>();

    MethodBody(String place, CodeModel code) {
        this.place = place;
        for (CodeElement element : code) {
            switch (element) {
                case LocalVariable local ->
                    locals.computeIfAbsent(local.name().stringValue(), _ -> new HashSet<>())
                            .add(local.slot());
                case LocalVariableType _ -> {}
                case BranchInstruction branch -> {
                    targets.add(branch.target());
                    pieces.add(new Piece.Old(branch));
                }
                default -> pieces.add(new Piece.Old(element));
            }
        }
    }

    void writeTo(CodeBuilder builder) {
        for (Piece piece : pieces) {
            switch (piece) {
                case Piece.Old(CodeElement element) -> builder.with(element);
                case Piece.New(Consumer<CodeBuilder> code) -> code.accept(builder);
            }
        }
    }

    /** {@return the slot of a local variable} */
    int local(String name) {
        var slots = locals.getOrDefault(name, Set.of());
        require("local variables " + name, 1, slots.size());
        return slots.iterator().next();
    }

    int indexOf(Call call) {
        return index(call.callee(), call::matches, call.number(), call.count());
    }

    private int index(String what, Predicate<CodeElement> isMeant, int number, int count) {
        var found = indices(isMeant);
        require(what, count, found.size());
        return found.get(number - 1);
    }

    /** {@return where all such instructions are} */
    List<Integer> indices(Predicate<CodeElement> isMeant) {
        return IntStream.range(0, pieces.size())
                .filter(at -> pieces.get(at) instanceof Piece.Old(CodeElement element) && isMeant.test(element))
                .boxed()
                .toList();
    }

    InvokeInstruction invocation(Call call) {
        return (InvokeInstruction) ((Piece.Old) pieces.get(indexOf(call))).element();
    }

    /** {@return where the constant is loaded} */
    int indexOfConstant(long constant, int number, int count) {
        return index(
                "constants " + constant,
                element -> element instanceof ConstantInstruction each
                        && each.constantValue() instanceof Number value
                        && value.longValue() == constant
                        && each.typeKind() != TypeKind.FLOAT
                        && each.typeKind() != TypeKind.DOUBLE,
                number,
                count);
    }

    /** {@return the branch that decides on what a call returned} */
    int branchAfter(Call call) {
        int at = indexOf(call) + 1;
        while (!(pieces.get(at) instanceof Piece.Old(BranchInstruction _))) {
            if (isBoundary(pieces.get(at))) {
                throw new AssertionError(place + ": no branch on what " + call + " returns");
            }
            at++;
        }
        return at;
    }

    /** {@return the branch that compares two int variables} */
    int branchOn(String left, String right, int number, int count) {
        int[] found = IntStream.range(2, pieces.size())
                .filter(at -> pieces.get(at) instanceof Piece.Old(BranchInstruction _)
                        && isLoad(at - 2, left)
                        && isLoad(at - 1, right))
                .toArray();
        require("comparisons of " + left + " and " + right, count, found.length);
        return found[number - 1];
    }

    private boolean isLoad(int at, String local) {
        return pieces.get(at) instanceof Piece.Old(LoadInstruction load) && load.slot() == local(local);
    }

    BranchInstruction branch(int at) {
        return (BranchInstruction) ((Piece.Old) pieces.get(at)).element();
    }

    /** {@return the first place from {@code at} back at which nothing of the statement has been done} */
    int statementStart(int at) {
        int start = at;
        while (start > 0 && !isBoundary(pieces.get(start - 1))) {
            start--;
        }
        return start;
    }

    /** {@return the instructions of the statement at {@code at}; fails if it has branches inside} */
    List<Piece> statement(int at) {
        int end = at;
        while (!isBoundary(pieces.get(end))) {
            end++;
        }
        if (!endsStatement(pieces.get(end))) {
            throw new AssertionError(place + ": the statement branches, so it cannot be moved");
        }
        return pieces.subList(statementStart(at), end + 1).stream()
                .filter(piece -> piece instanceof Piece.Old(Instruction _))
                .toList();
    }

    private boolean isBoundary(Piece piece) {
        return switch (piece) {
            case Piece.Old(LabelTarget target) -> targets.contains(target.label());
            case Piece.Old(BranchInstruction _), Piece.Old(ReturnInstruction _) -> true;
            default -> endsStatement(piece);
        };
    }

    private static boolean endsStatement(Piece piece) {
        return switch (piece) {
            case Piece.New _ -> true;
            case Piece.Old(CodeElement element) ->
                switch (element) {
                    case StoreInstruction _, IncrementInstruction _ -> true;
                    case StackInstruction stack ->
                        switch (stack.opcode()) {
                            case POP, POP2 -> true;
                            default -> false;
                        };
                    case InvokeInstruction call ->
                        call.typeSymbol().returnType().equals(ConstantDescs.CD_void)
                                && !call.name().equalsString(ConstantDescs.INIT_NAME);
                    case FieldInstruction field ->
                        switch (field.opcode()) {
                            case PUTFIELD, PUTSTATIC -> true;
                            default -> false;
                        };
                    default -> false;
                };
        };
    }

    /** Inserts a copy of a statement. */
    void insert(int at, List<Piece> statement) {
        pieces.addAll(at, statement.stream().map(MethodBody::copy).toList());
    }

    /** {@return an equal piece that is not the same: {@link #remove} tells them apart} */
    static Piece copy(Piece piece) {
        return switch (piece) {
            case Piece.Old(CodeElement element) -> new Piece.Old(element);
            case Piece.New(Consumer<CodeBuilder> code) -> new Piece.New(code);
        };
    }

    void insert(int at, Consumer<CodeBuilder> code) {
        pieces.add(at, new Piece.New(code));
    }

    void remove(List<Piece> removed) {
        pieces.removeIf(piece -> removed.stream().anyMatch(each -> each == piece));
    }

    void replace(int at, Consumer<CodeBuilder> code) {
        pieces.set(at, new Piece.New(code));
    }

    private void require(String what, int expected, int found) {
        if (found != expected) {
            throw new AssertionError(place + ": " + found + " " + what + "; the bug is written for " + expected);
        }
    }
}
