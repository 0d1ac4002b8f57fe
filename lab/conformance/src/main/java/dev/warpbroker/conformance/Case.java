package dev.warpbroker.conformance;

/**
 * One thing that a device must do.
 *
 * @param name what the case is called, unique
 * @param feature the group it belongs to
 * @param boundsChecks whether the device must have been opened with bounds checks
 * @param check what is done and what must come out
 */
public record Case(String name, String feature, boolean boundsChecks, Check check) {
    @Override
    public String toString() {
        return feature + ": " + name;
    }
}
