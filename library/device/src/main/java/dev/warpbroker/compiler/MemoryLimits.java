package dev.warpbroker.compiler;

import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.ControlFlow;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Position;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.device.KernelCompileException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much memory of its own a block and a lane may have: what the device has for one, every GPU for the other. */
final class MemoryLimits {
    private static final long LOCAL_BYTES = 512 << 10;

    private MemoryLimits() {}

    /**
     * {@return the bytes of shared memory that code declares}
     *
     * @param blockSharedBytes how much a block can have
     * @throws KernelCompileException if code declares more than there is
     */
    static long check(BasicBlock entry, int blockSharedBytes) {
        var declared = new LinkedHashMap<Variable, @Nullable Position>();
        for (BasicBlock block : new ControlFlow(entry).order()) {
            for (Node node : block.nodes()) {
                switch (node.instruction()) {
                    case Instruction.AddressOf(Variable variable) -> declared.putIfAbsent(variable, node.position());
                    case Instruction.Clear(Variable variable) -> declared.putIfAbsent(variable, node.position());
                    case Instruction.GridBarrier(Variable state, var _) -> declared.putIfAbsent(state, node.position());
                    default -> {}
                }
            }
        }
        long shared = check(
                declared,
                Space.SHARED,
                blockSharedBytes,
                "pieces of shared memory of a block",
                "use smaller pieces, one after the other in the same memory, or device memory");
        check(
                declared,
                Space.LOCAL,
                LOCAL_BYTES,
                "arrays of a lane",
                "make an array once and pass it to the methods that need one, or use device memory");
        return shared;
    }

    private static long check(
            Map<Variable, @Nullable Position> declared, Space space, long limit, String what, String remedy) {
        List<Map.Entry<Variable, @Nullable Position>> here = declared.entrySet().stream()
                .filter(variable -> variable.getKey().space() == space)
                .toList();
        long bytes =
                here.stream().mapToLong(variable -> taken(variable.getKey())).sum();
        if (bytes > limit) {
            var largest = here.stream()
                    .max(Comparator.comparingLong(variable -> variable.getKey().bytes()))
                    .orElseThrow();
            Position position = largest.getValue();
            throw new KernelCompileException(
                    "%,d bytes in %,d %s; the limit is %,d (%d KiB), and the largest, with %,d, is made here"
                            .formatted(
                                    bytes,
                                    here.size(),
                                    what,
                                    limit,
                                    limit >> 10,
                                    largest.getKey().bytes()),
                    remedy,
                    position == null ? List.of() : position.trace());
        }
        return bytes;
    }

    private static long taken(Variable variable) {
        return Math.ceilDiv(variable.bytes(), (long) Variable.ALIGNMENT) * Variable.ALIGNMENT;
    }
}
