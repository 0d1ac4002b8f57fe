package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.experiments.Imbalance.Load;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What all queues have to do at one point of a plot.
 *
 * @param threads how many there are
 * @param load what each does
 */
record Scenario(int threads, Load load) {
    /** {@return the part that tells rows of a table apart} */
    Map<String, Object> parameters() {
        var parameters = new LinkedHashMap<String, Object>();
        parameters.put("threads", threads);
        parameters.put("pEnq", load.enqueueProbability());
        parameters.put("pDeq", load.dequeueProbability());
        parameters.put("fma", load.fmas());
        parameters.put("prefill", load.prefill());
        parameters.put("mostPairs", load.mostRounds());
        parameters.put("seed", load.seed());
        return parameters;
    }

    @Override
    public String toString() {
        return threads + " threads, P(enq) " + load.enqueueProbability() + ", P(deq) " + load.dequeueProbability()
                + ", " + load.fmas() + " FMA";
    }
}
