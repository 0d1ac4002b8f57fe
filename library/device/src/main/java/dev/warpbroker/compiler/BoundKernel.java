package dev.warpbroker.compiler;

import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.device.DeviceMemory;
import java.util.List;
import java.util.function.Consumer;

/** Compiled code together with the memory that one kernel object captured. */
public final class BoundKernel {
    private final CompiledKernel code;
    private final List<DeviceMemory> memory;
    private final long[] numbers;

    /**
     * Binds code to captured values.
     *
     * @param memory what the {@link KernelParameter.Memory} parameters stand for, in their order
     * @param numbers the lengths and the bits of numbers for {@link KernelParameter.Length} and
     *     {@link KernelParameter.CapturedNumber} parameters, in their order
     */
    BoundKernel(CompiledKernel code, List<DeviceMemory> memory, long[] numbers) {
        this.code = code;
        this.memory = memory;
        this.numbers = numbers;
    }

    public CompiledKernel code() {
        return code;
    }

    /**
     * {@return the parameters of a launch}
     *
     * @param guard refuses memory that the launch may not use
     */
    public long[] arguments(Consumer<DeviceMemory> guard, int threads, long control, long report) {
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
                case KernelParameter.Threads _ -> threads;
                case KernelParameter.Control _ -> control;
                case KernelParameter.Report _ -> report;
            };
        }
        return result;
    }
}
