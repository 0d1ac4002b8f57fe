package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.experiments.Conservation;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.experiments.StackCrowd;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.structures.stack.StackOptions;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every stack of the library on the device, as far as each claims what is tested. */
final class StackCases {
    /** Where counters and tags begin: at 0, and just below the wraps of 32 bits, and of fewer. */
    private static final int[] STARTS = {0, -5, Integer.MAX_VALUE - 5, (1 << 30) - 5};

    private static final int POP = -1;
    private static final int NONE = -2;
    private static final int LENGTH = 200;

    private StackCases() {}

    /** What is done with a stack. */
    @FunctionalInterface
    private interface Behaviour {
        void check(Device device, StackKind kind);
    }

    /** A stack and what it must do. */
    record OfStack(StackKind kind, Behaviour behaviour) implements Check {
        @Override
        public void on(Device device) {
            behaviour.check(device, kind);
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var kind : StackKind.values()) {
            add(cases, kind, "one thread, as a sequential stack", StackCases::sequential);
            add(cases, kind, "nothing lost by many threads, counters wrapping", StackCases::manyThreads);
            add(cases, kind, "nothing lost by warps and blocks that meet", StackCases::warpsAndBlocks);
            if (kind.claims(Claim.EXACT_CAPACITY) && kind.claims(Claim.LINEARIZABLE)) {
                add(cases, kind, "full and empty exactly when it is", StackCases::fullAndEmpty);
            }
            if (kind.claims(Claim.ANY_VALUE)) {
                add(cases, kind, "every int is a value", StackCases::anyValue);
            }
            if (kind.claims(Claim.PUBLISHES)) {
                add(cases, kind, "publishes what was written before", StackCases::publication);
            }
            if (kind.claims(Claim.ELIMINATES)) {
                add(cases, kind, "as many as possible meet in a block", StackCases::meetings);
            }
            if (kind.claims(Claim.LINEARIZABLE)) {
                add(cases, kind, "its history is linearizable", StackCases::linearizable);
            }
        }
        return cases;
    }

    private static void add(List<Case> cases, StackKind kind, String name, Behaviour behaviour) {
        cases.add(new Case(kind + " stack: " + name, "stacks", false, new OfStack(kind, behaviour)));
    }

    /** Where threads get in each other's way without end, fewer show as much. */
    private static int crowd(StackKind kind, int most) {
        return kind.claims(Claim.ELIMINATES) ? most : most / 8;
    }

    private static void sequential(Device device, StackKind kind) {
        int capacity = 5;
        for (int start : STARTS) {
            int[] script = script(start);
            int[] expected = model(script, capacity);
            try (var stack = kind.create(device, StackOptions.capacity(capacity).startingAt(start));
                    Ints operations = device.ints(script.length)) {
                operations.copyIn(script);
                device.run(Grid.threads(1), _ -> {
                    for (int i = 0; i < operations.length(); i++) {
                        int operation = operations.get(i);
                        if (operation == POP) {
                            var popped = stack.pop();
                            operations.set(i, popped.present() ? popped.value() : NONE);
                        } else {
                            operations.set(i, stack.push(operation) ? operation : NONE);
                        }
                    }
                });
                Expected.ints("counters from " + start + ", operation", i -> expected[i], operations.copyOut());
            }
        }
    }

    /** Pushes and pops that fill the stack and empty it. */
    private static int[] script(int seed) {
        var random = new Random(seed);
        int[] script = new int[LENGTH];
        for (int i = 0; i < script.length; i++) {
            boolean filling = i / 8 % 2 == 0;
            script[i] = random.nextInt(4) < (filling ? 3 : 1) ? i : POP;
        }
        return script;
    }

    private static int[] model(int[] script, int capacity) {
        var deque = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] == POP) {
                results[i] = deque.isEmpty() ? NONE : deque.pop();
            } else if (deque.size() < capacity) {
                deque.push(script[i]);
                results[i] = script[i];
            } else {
                results[i] = NONE;
            }
        }
        return results;
    }

    private static void anyValue(Device device, StackKind kind) {
        int[] values = {0, -1, -2, Integer.MIN_VALUE, Integer.MAX_VALUE};
        try (var stack = kind.create(device, values.length)) {
            stack.fill(values);
            int[] drained = stack.drain();
            Expected.ints("values", _ -> values.length, new int[] {drained.length});
            Expected.ints("value", i -> values[values.length - 1 - i], drained);
        }
    }

    private static void fullAndEmpty(Device device, StackKind kind) {
        for (int capacity : new int[] {1, 7, 64}) {
            int threads = 40;
            int each = capacity / threads + 2;
            var grid = Grid.threads(threads).withBlockSize(16);
            try (var stack = kind.create(device, capacity);
                    var ledger = new Ledger(device, threads * each)) {
                device.run(grid, lane -> {
                    for (int i = 0; i < each; i++) {
                        int value = lane.id() * each + i;
                        ledger.enqueued(value, stack.push(value));
                    }
                });
                var filled = ledger.balance();
                if (filled.accepted() != capacity) {
                    throw new Mismatch(stack + " took " + filled.accepted() + " values and said Full to "
                            + filled.full() + "; must take " + capacity);
                }
                device.run(grid, _ -> {
                    for (int i = 0; i < each; i++) {
                        var popped = stack.pop();
                        ledger.dequeued(new TakenInt(popped.present(), popped.value()));
                    }
                });
                requireConserved(stack, ledger.balance());
            }
        }
    }

    private static void manyThreads(Device device, StackKind kind) {
        int threads = scaled(device, 64, 8, crowd(kind, 4_096));
        var grid = Grid.threads(threads).withBlockSize(32);
        for (int start : STARTS) {
            for (int capacity : new int[] {3, threads}) {
                try (var stack =
                        kind.create(device, StackOptions.capacity(capacity).startingAt(start))) {
                    int rounds = scaled(device, 4, 200, 20);
                    var crowd = new StackCrowd(device, grid, Granularity.THREAD, rounds, start);
                    requireConserved(stack, crowd.check(stack));
                    requireUndamaged(kind, stack);
                }
            }
        }
    }

    private static void warpsAndBlocks(Device device, StackKind kind) {
        int threads = scaled(device, 100, 8, crowd(kind, 10_000));
        var grid = Grid.threads(threads).withBlockSize(48);
        for (var granularity : List.of(Granularity.WARP, Granularity.BLOCK)) {
            for (int capacity : new int[] {2, 1 << 14}) {
                try (var stack = kind.create(device, capacity)) {
                    int rounds = scaled(device, 4, 200, 20);
                    requireConserved(stack, new StackCrowd(device, grid, granularity, rounds, 1).check(stack));
                    requireUndamaged(kind, stack);
                }
            }
        }
    }

    /** Every third lane pops, the others push. */
    private static void meetings(Device device, StackKind kind) {
        int block = 96;
        try (var stack = kind.create(device, block);
                var popped = device.ints(1)) {
            device.run(Grid.threads(block).withBlockSize(block), lane -> {
                boolean pops = lane.id() % 3 == 1;
                var result =
                        stack.operateBlock(lane, pops ? IntStack.Operation.POP : IntStack.Operation.PUSH, lane.id());
                if (pops && result.present() && result.value() % 3 != 1) {
                    popped.getAndAddRelaxed(0, 1);
                }
            });
            Expected.ints("pops that met a push", _ -> block / 3, popped.copyOut());
            Expected.ints("values left", _ -> block - 2 * (block / 3), new int[] {stack.drain().length});
        }
    }

    private static void publication(Device device, StackKind kind) {
        int threads = scaled(device, 64, 8, crowd(kind, 4_096));
        int rounds = scaled(device, 4, 200, 20);
        for (var granularity : Granularity.values()) {
            try (var stack = kind.create(device, threads);
                    Ints data = device.ints(threads * rounds);
                    Ints stale = device.ints(1)) {
                device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                    for (int round = 0; round < rounds; round++) {
                        int mine = lane.id() * rounds + round;
                        boolean pushes = (lane.id() + round) % 2 == 0;
                        data.set(mine, mine + 1);
                        var operation = pushes ? IntStack.Operation.PUSH : IntStack.Operation.POP;
                        var result = Operations.operate(granularity, stack, lane, operation, mine);
                        if (!pushes && result.present() && data.get(result.value()) != result.value() + 1) {
                            stale.getAndAddRelaxed(0, 1);
                        }
                    }
                });
                Expected.ints("old data behind values that were popped per " + granularity, _ -> 0, stale.copyOut());
            }
        }
    }

    private static void linearizable(Device device, StackKind kind) {
        int threads = scaled(device, 48, 4, crowd(kind, 4_096));
        int operations = scaled(device, 16, 1_000, 48);
        var grid = Grid.threads(threads).withBlockSize(Math.min(threads, 64));
        for (var granularity : Granularity.values()) {
            try (var stack = kind.create(device, Math.max(2, threads / 8))) {
                var history = new StackHistories(device, grid, granularity, operations, 1).record(kind, stack);
                if (Linearizability.check(history) instanceof Violation violation) {
                    throw new Mismatch(stack + " per " + granularity + ": " + violation.report());
                }
            }
        }
    }

    private static void requireConserved(IntStack stack, Conservation balance) {
        if (!balance.holds() || balance.accepted() == 0) {
            throw new Mismatch(stack + ": " + balance);
        }
    }

    private static void requireUndamaged(StackKind kind, IntStack stack) {
        if (kind.claims(Claim.LINEARIZABLE) && stack.damage().isPresent()) {
            throw new Mismatch(stack + ": " + stack.damage().get());
        }
    }
}
