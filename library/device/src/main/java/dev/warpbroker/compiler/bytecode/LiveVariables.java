package dev.warpbroker.compiler.bytecode;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which local variables of a method may still be read. The others hold leftovers, which must not count when ways meet.
 */
final class LiveVariables {
    private final MethodCode method;
    private final BitSet[] before;

    LiveVariables(MethodCode method) {
        this.method = method;
        this.before = IntStream.rangeClosed(0, method.length())
                .mapToObj(_ -> new BitSet())
                .toArray(BitSet[]::new);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int index = method.length() - 1; index >= 0; index--) {
                changed |= update(index);
            }
        }
    }

    boolean isLive(int slot, int index) {
        return before[index].get(slot);
    }

    private boolean update(int index) {
        Instruction instruction = method.instruction(index);
        var live = new BitSet();
        successors(index).forEach(next -> live.or(before[next]));
        switch (instruction) {
            case StoreInstruction store -> live.clear(store.slot());
            case LoadInstruction load -> live.set(load.slot());
            case IncrementInstruction increment -> live.set(increment.slot());
            case ReturnInstruction _ -> {
                // The object under construction is finished where its constructor returns.
                if (method.name().equals("<init>")) {
                    live.set(0);
                }
            }
            default -> {}
        }
        method.handlers(index).forEach(handler -> live.or(before[handler.target()]));
        boolean changed = !live.equals(before[index]);
        before[index] = live;
        return changed;
    }

    private IntStream successors(int index) {
        return switch (method.instruction(index)) {
            case ReturnInstruction _, ThrowInstruction _ -> IntStream.empty();
            case BranchInstruction branch -> {
                int target = method.target(branch.target());
                boolean always = branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W;
                yield always ? IntStream.of(target) : IntStream.of(target, index + 1);
            }
            case TableSwitchInstruction choice -> targets(choice.cases(), method.target(choice.defaultTarget()));
            case LookupSwitchInstruction choice -> targets(choice.cases(), method.target(choice.defaultTarget()));
            default -> IntStream.of(index + 1);
        };
    }

    private IntStream targets(List<SwitchCase> cases, int otherwise) {
        return IntStream.concat(IntStream.of(otherwise), cases.stream().mapToInt(one -> method.target(one.target())));
    }
}
