package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import java.time.Duration;

/** A search by one thread that others are compared with; it is what they are checked against, so nobody checks it. */
record Sequential(String label, Runnable search) implements Contender {
    @Override
    public long run(Duration limit) {
        long start = System.nanoTime();
        search.run();
        return System.nanoTime() - start;
    }

    @Override
    public Checked check(Duration limit) {
        return Checked.NOT;
    }
}
