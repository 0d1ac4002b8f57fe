package dev.warpbroker.experiments.results;

/**
 * Whether something that must hold did hold.
 *
 * @param name what was checked
 * @param passed whether it held
 * @param detail what was found instead; empty if it held
 */
public record CheckResult(String name, boolean passed, String detail) {
    /** {@return that a run did not come to its end, and why} */
    public static CheckResult failed(String reason) {
        return new CheckResult("run", false, reason);
    }
}
