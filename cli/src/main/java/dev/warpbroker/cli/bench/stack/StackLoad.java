package dev.warpbroker.cli.bench.stack;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.structures.Granularity;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Who makes the operations, on how large a stack.
 *
 * @param form who makes an operation together
 * @param seed of the operations
 * @param threads the most of them
 * @param block lanes per block
 * @param capacity of the stacks
 */
record StackLoad(Granularity form, int seed, int threads, int block, int capacity) {
    StackLoad {
        Effort.requireAtLeast(1, "values of capacity", capacity);
    }

    StackMix mix(Device device) {
        return new StackMix(device, form, seed, Math.ceilDiv(threads, block) * block);
    }

    /** {@return full blocks, as many as there are operations for, and as can be resident} */
    Grid grid(Device device, Kernel kernel, int operations) {
        int resident = Math.min(threads, device.residentThreads(kernel, block));
        return device.properties().workerGrid(Math.ceilDiv(Math.min(resident, operations), block) * block, block);
    }

    Map<String, Object> parameters() {
        var parameters = new HashMap<String, Object>();
        parameters.put("form", form.name().toLowerCase(Locale.ROOT));
        parameters.put("seed", seed);
        parameters.put("threads", threads);
        parameters.put("block", block);
        parameters.put("capacity", capacity);
        return parameters;
    }
}
