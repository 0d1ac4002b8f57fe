package dev.warpbroker.experiments.design;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A contender that is made when it is first needed: one that is left out needs nothing, and one that cannot be made
 * fails alone.
 */
public final class LateContender implements Contender {
    private final String label;
    private final Supplier<Contender> making;
    private @Nullable Contender made;

    public LateContender(String label, Supplier<Contender> making) {
        this.label = label;
        this.making = making;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public long run(Duration limit) {
        return contender().run(limit);
    }

    @Override
    public Checked check(Duration limit) {
        return contender().check(limit);
    }

    @Override
    public @Nullable Timing sampled() {
        return contender().sampled();
    }

    private Contender contender() {
        Contender there = made;
        if (there == null) {
            there = making.get();
            made = there;
        }
        return there;
    }

    @Override
    public void close() {
        if (made != null) {
            made.close();
        }
    }
}
