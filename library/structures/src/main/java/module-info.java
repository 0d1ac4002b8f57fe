/** Concurrent queues, stacks and deques, written once in kernel Java. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.structures {
    requires transitive dev.warpbroker.device;
    requires static org.jspecify;

    exports dev.warpbroker.structures;
    exports dev.warpbroker.structures.deque;
    exports dev.warpbroker.structures.queue;
    exports dev.warpbroker.structures.stack;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.structures to
            dev.warpbroker.device;
    opens dev.warpbroker.structures.contention to
            dev.warpbroker.device;
    opens dev.warpbroker.structures.deque to
            dev.warpbroker.device;
    opens dev.warpbroker.structures.host to
            dev.warpbroker.device;
    opens dev.warpbroker.structures.queue to
            dev.warpbroker.device;
    opens dev.warpbroker.structures.stack to
            dev.warpbroker.device;
}
