/** Loads for structures, and what is checked and recorded while they run. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.experiments {
    requires transitive dev.warpbroker.structures;
    requires transitive dev.warpbroker.verify;
    requires static org.jspecify;

    exports dev.warpbroker.experiments;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.experiments to
            dev.warpbroker.device;
}
