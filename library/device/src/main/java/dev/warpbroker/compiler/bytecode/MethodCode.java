package dev.warpbroker.compiler.bytecode;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The instructions of a method, addressed by their index. */
public final class MethodCode {
    private static final int MATCH_HANDLER_LENGTH = 4;

    /**
     * A handler of exceptions.
     *
     * @param target where it starts
     * @param type what it catches; null for everything
     * @param wrapsMatch whether javac made it for a record pattern: what an accessor throws becomes a MatchException
     */
    public record Handler(
            int from, int to, int target, @Nullable ClassDesc type, boolean wrapsMatch) {
        boolean covers(int index) {
            return from <= index && index < to;
        }
    }

    private final Class<?> owner;
    private final String name;
    private final MethodTypeDesc type;
    private final Set<AccessFlag> flags;
    private final String sourceFile;
    private final List<Instruction> instructions = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private final Map<Label, Integer> targets = new HashMap<>();
    private final List<Handler> handlers = new ArrayList<>();
    private boolean[] leaders = {};
    private @Nullable LiveVariables liveVariables;
    private int maxLocals;

    private MethodCode(Class<?> owner, MethodModel model) {
        this.owner = owner;
        this.name = model.methodName().stringValue();
        this.type = model.methodTypeSymbol();
        this.flags = model.flags().flags();
        this.sourceFile = model.parent()
                .flatMap(parent -> parent.findAttribute(Attributes.sourceFile()))
                .map(SourceFileAttribute::sourceFile)
                .map(Object::toString)
                .orElse(owner.getSimpleName() + ".java");
    }

    static MethodCode of(Class<?> owner, MethodModel model) {
        var method = new MethodCode(owner, model);
        model.code().ifPresent(method::readCode);
        return method;
    }

    private void readCode(CodeModel code) {
        maxLocals = ((CodeAttribute) code).maxLocals();
        var catches = new ArrayList<ExceptionCatch>();
        int line = -1;
        for (CodeElement element : code) {
            switch (element) {
                case ExceptionCatch handler -> catches.add(handler);
                case LabelTarget target -> targets.put(target.label(), instructions.size());
                case LineNumber number -> line = number.line();
                case Instruction instruction -> {
                    instructions.add(instruction);
                    lines.add(line);
                }
                default -> {}
            }
        }
        for (ExceptionCatch each : catches) {
            int target = target(each.handler());
            handlers.add(new Handler(
                    target(each.tryStart()),
                    target(each.tryEnd()),
                    target,
                    each.catchType().map(ClassEntry::asSymbol).orElse(null),
                    isMatchHandler(target)));
        }
        markLeaders();
    }

    private boolean isMatchHandler(int start) {
        int end = Math.min(start + MATCH_HANDLER_LENGTH, instructions.size());
        return instructions.subList(start, end).stream()
                .anyMatch(instruction -> instruction instanceof NewObjectInstruction created
                        && created.className().asInternalName().equals("java/lang/MatchException"));
    }

    private void markLeaders() {
        leaders = new boolean[instructions.size() + 1];
        handlers.forEach(handler -> leaders[handler.target()] = true);
        for (int i = 0; i < instructions.size(); i++) {
            switch (instructions.get(i)) {
                case BranchInstruction branch -> {
                    leaders[target(branch.target())] = true;
                    leaders[i + 1] = true;
                }
                case TableSwitchInstruction choice -> markTargets(choice.cases(), choice.defaultTarget());
                case LookupSwitchInstruction choice -> markTargets(choice.cases(), choice.defaultTarget());
                default -> {}
            }
        }
    }

    private void markTargets(List<SwitchCase> cases, Label otherwise) {
        leaders[target(otherwise)] = true;
        cases.forEach(one -> leaders[target(one.target())] = true);
    }

    public Class<?> owner() {
        return owner;
    }

    /** {@return class and name, as messages have them} */
    public String shortName() {
        return owner.getSimpleName() + "." + name;
    }

    public String name() {
        return name;
    }

    public MethodTypeDesc type() {
        return type;
    }

    public boolean isStatic() {
        return flags.contains(AccessFlag.STATIC);
    }

    public boolean isPrivate() {
        return flags.contains(AccessFlag.PRIVATE);
    }

    public boolean isAbstract() {
        return flags.contains(AccessFlag.ABSTRACT);
    }

    public boolean isNative() {
        return flags.contains(AccessFlag.NATIVE);
    }

    public boolean isSynchronized() {
        return flags.contains(AccessFlag.SYNCHRONIZED);
    }

    public int maxLocals() {
        return maxLocals;
    }

    public Instruction instruction(int index) {
        return instructions.get(index);
    }

    public int length() {
        return instructions.size();
    }

    /** {@return the index that a label stands for} */
    public int target(Label label) {
        return Objects.requireNonNull(targets.get(label));
    }

    /** {@return whether control can come to this instruction from elsewhere than the one before} */
    public boolean isLeader(int index) {
        return leaders[index];
    }

    /** {@return whether a local variable may be read at or after an instruction before it is written} */
    public boolean isLive(int slot, int index) {
        if (liveVariables == null) {
            liveVariables = new LiveVariables(this);
        }
        return liveVariables.isLive(slot, index);
    }

    /**
     * {@return whether a local variable may be read once a method returns that the instruction calls, or once that
     * method throws}
     */
    public boolean isLiveDuringCall(int slot, int index) {
        if (isLive(slot, index + 1)) {
            return true;
        }
        for (Handler handler : handlers) {
            if (handler.covers(index) && isLive(slot, handler.target())) {
                return true;
            }
        }
        return false;
    }

    /** {@return the handlers of what an instruction throws, in the order in which they are asked} */
    public List<Handler> handlers(int index) {
        return handlers.isEmpty()
                ? handlers
                : handlers.stream().filter(handler -> handler.covers(index)).toList();
    }

    /** {@return the place of an instruction in the source} */
    public StackTraceElement position(int index) {
        return new StackTraceElement(GeneratedClasses.nameInFile(owner), name, sourceFile, line(index));
    }

    /** {@return the line of an instruction in the source, or -1} */
    public int line(int index) {
        return lines.isEmpty() ? -1 : lines.get(Math.min(index, lines.size() - 1));
    }

    @Override
    public String toString() {
        return owner.getName() + "." + name + type.displayDescriptor();
    }
}
