package dev.warpbroker.device.backend;

import org.jspecify.annotations.Nullable;

/** How a kernel ended. */
public sealed interface Outcome {
    /** All lanes returned. */
    record Completed() implements Outcome {}

    /** A lane threw; the others were stopped. */
    record Failed(Fault fault) implements Outcome {}

    /**
     * The host asked for the end.
     *
     * @param waiting where one of the stopped lanes was waiting, if any was
     */
    record Stopped(@Nullable Fault waiting) implements Outcome {}
}
