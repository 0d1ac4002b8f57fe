/** Conformance of a device: every feature of kernel Java as a kernel whose result is known to the bit. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.selftest {
    requires transitive dev.warpbroker.device;
    requires dev.warpbroker.apps;
    requires dev.warpbroker.schedule;
    requires dev.warpbroker.structures;
    requires static org.jspecify;

    exports dev.warpbroker.selftest;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.selftest to
            dev.warpbroker.device;
}
