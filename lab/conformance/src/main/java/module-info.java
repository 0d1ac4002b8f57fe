/** Conformance of a device: every feature of kernel Java as a kernel whose result is known to the bit. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.conformance {
    requires transitive dev.warpbroker.device;
    requires dev.warpbroker.examples;
    requires dev.warpbroker.experiments;
    requires dev.warpbroker.graphs;
    requires dev.warpbroker.tasks;
    requires dev.warpbroker.structures;
    requires static org.jspecify;

    exports dev.warpbroker.conformance;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.conformance to
            dev.warpbroker.device;
}
