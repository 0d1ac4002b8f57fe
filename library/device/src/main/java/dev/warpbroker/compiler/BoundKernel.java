package dev.warpbroker.compiler;

import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Captures;
import dev.warpbroker.compiler.capture.Column;
import dev.warpbroker.compiler.capture.Fact;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.capture.TableContents;
import dev.warpbroker.compiler.capture.TableData;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.backend.GridShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Compiled code together with the memory and the arrays that one kernel object captured. */
public final class BoundKernel {
    private final CompiledKernel code;
    private final Captures captures;

    /** What may cease to be true of the captured arrays. */
    private final List<Fact> changingFacts;

    private final boolean readsArrays;
    private List<DeviceMemory> memory = List.of();
    private long[] numbers = {};

    BoundKernel(CompiledKernel code, List<Fact> facts, Captures captures) {
        this.code = code;
        this.captures = captures;
        this.changingFacts = facts.stream().filter(Fact::dependsOnArrays).toList();
        this.readsArrays = !changingFacts.isEmpty()
                || code.parameters().stream()
                        .anyMatch(parameter -> parameter instanceof KernelParameter.Table(CapturePath array, var _)
                                && !(array instanceof CapturePath.Frozen));
        readCaptures();
    }

    public CompiledKernel code() {
        return code;
    }

    /**
     * Looks again at the arrays that the kernel captured, as every launch must.
     *
     * @return whether the code is right for what they hold now
     */
    public boolean renew() {
        if (!readsArrays) {
            return true;
        }
        captures.lookAgain();
        for (Fact fact : changingFacts) {
            if (!fact.holds(captures)) {
                return false;
            }
        }
        readCaptures();
        return true;
    }

    private void readCaptures() {
        var handles = new ArrayList<DeviceMemory>();
        var bits = LongStream.builder();
        for (KernelParameter parameter : code.parameters()) {
            switch (parameter) {
                case KernelParameter.Memory(var path) ->
                    handles.add((DeviceMemory) Objects.requireNonNull(captures.read(path)));
                case KernelParameter.Length(var path) ->
                    bits.add(((DeviceMemory) Objects.requireNonNull(captures.read(path))).longLength());
                case KernelParameter.CapturedNumber(var path) ->
                    bits.add(Constant.ofBoxed(Objects.requireNonNull(captures.read(path)))
                            .bits());
                case KernelParameter.Table _,
                        KernelParameter.Unused _,
                        KernelParameter.Threads _,
                        KernelParameter.Width _,
                        KernelParameter.Height _,
                        KernelParameter.Depth _,
                        KernelParameter.Control _,
                        KernelParameter.Log _,
                        KernelParameter.Report _ -> {}
            }
        }
        memory = handles;
        numbers = bits.build().toArray();
    }

    /**
     * {@return the parameters of a launch}
     *
     * @param guard refuses memory that the launch may not use
     * @param tables gives the address of a table on the device
     * @param log the address of the ring of log lines, if the kernel logs
     */
    public long[] arguments(
            Consumer<DeviceMemory> guard,
            ToLongFunction<TableData> tables,
            GridShape shape,
            long control,
            long report,
            long log) {
        var result = new long[code.parameters().size()];
        int nextMemory = 0;
        int nextNumber = 0;
        for (int i = 0; i < result.length; i++) {
            result[i] = switch (code.parameters().get(i)) {
                case KernelParameter.Memory _ -> {
                    DeviceMemory captured = memory.get(nextMemory++);
                    guard.accept(captured);
                    yield captured.address();
                }
                case KernelParameter.Length _, KernelParameter.CapturedNumber _ -> numbers[nextNumber++];
                case KernelParameter.Table(CapturePath array, Column column) -> {
                    TableContents contents = captures.contents(array);
                    if (column.content() instanceof Column.Content.Address) {
                        contents.memory(column.steps()).forEach(guard);
                    }
                    yield tables.applyAsLong(contents.column(column));
                }
                case KernelParameter.Unused _ -> 0;
                case KernelParameter.Threads _ -> shape.threads();
                case KernelParameter.Width _ -> shape.width();
                case KernelParameter.Height _ -> shape.height();
                case KernelParameter.Depth _ -> shape.depth();
                case KernelParameter.Control _ -> control;
                case KernelParameter.Report _ -> report;
                case KernelParameter.Log _ -> log;
            };
        }
        return result;
    }
}
