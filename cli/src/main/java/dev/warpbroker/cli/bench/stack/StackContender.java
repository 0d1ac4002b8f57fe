package dev.warpbroker.cli.bench.stack;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Tally;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.structures.stack.IntStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A stack and what is done to it. */
final class StackContender implements Contender {
    private final StackEntry entry;
    private final Device device;
    private final IntStack stack;
    private final StackMix mix;
    private final StackLoad load;
    private final Work work;
    private final int operations;
    private final Kernel kernel;
    private final Kernel pushes;

    StackContender(
            StackEntry entry, Device device, IntStack stack, StackMix mix, StackLoad load, Work work, int operations) {
        this.entry = entry;
        this.device = device;
        this.stack = stack;
        this.mix = mix;
        this.load = load;
        this.work = work;
        this.operations = operations;
        kernel = mix.kernel(stack, work);
        pushes = mix.kernel(stack, Work.PUSH);
    }

    @Override
    public String label() {
        return entry + ", " + work;
    }

    @Override
    public long run(Duration limit) {
        begin(limit);
        return launch(kernel, limit);
    }

    /** Pops find what as many pushes have left; the others begin with an empty stack. */
    private void begin(Duration limit) {
        stack.clear();
        mix.prepare(operations);
        if (work == Work.POP) {
            launch(pushes, limit);
        }
    }

    private long launch(Kernel launched, Duration limit) {
        var launch = device.launch(load.grid(device, launched, operations), launched);
        entry.await(launch, limit);
        return launch.elapsed().toNanos();
    }

    /** Of pushes alone only their number is checked: emptying the stack is what pops do. */
    @Override
    public Checked check(Duration limit) {
        begin(limit);
        var before = work == Work.POP ? mix.tally() : Tally.NONE;
        mix.prepare(operations);
        launch(kernel, limit);
        var tally = before.plus(mix.tally());
        var damage = stack.damage();
        var results = new ArrayList<CheckResult>();
        if (work == Work.PUSH) {
            results.add(new CheckResult(
                    "pushes",
                    tally.pushes() == Math.min(operations, stack.capacity()),
                    "pushed " + tally.pushes() + " of " + operations + ", room for " + stack.capacity()));
        } else {
            int[] left = stack.drain();
            results.add(new CheckResult(
                    "conservation",
                    tally.leaves(left),
                    "pushed " + tally.pushes() + ", popped " + tally.pops() + ", left " + left.length
                            + "; number, sum and sum of squares"
                            + (tally.leaves(left) ? " are right" : " are not all right")));
        }
        if (entry.isRight()) {
            results.add(new CheckResult("form", damage.isEmpty(), damage.orElse("no gap")));
        }
        return new Checked(results, observed(tally, damage));
    }

    private static Map<String, Object> observed(Tally tally, Optional<String> damage) {
        var observed = new HashMap<String, Object>();
        observed.put("pushes", tally.pushes());
        observed.put("pops", tally.pops());
        damage.ifPresent(text -> observed.put("damage", text));
        return observed;
    }
}
