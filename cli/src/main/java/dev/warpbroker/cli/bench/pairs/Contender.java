package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.results.CheckResult;
import java.util.List;

/** Something that does the work of the experiment, with as many threads as it was made for. */
sealed interface Contender permits QueueContender, PeerContender {
    /** {@return what it is, for people} */
    String label();

    /** Does the work once. {@return how long the device was busy, in nanoseconds} */
    long run();

    /** Does the work again, not for its time. {@return whether nothing was lost and nothing duplicated} */
    List<CheckResult> check();
}
