/** Concurrent queues, stacks and deques, written once in kernel Java. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.structures {
    requires transitive dev.warpbroker.device;
    requires static transitive org.jspecify;

    exports dev.warpbroker.structures;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.structures to
            dev.warpbroker.device;
}
