/** Histories of concurrent queues and stacks, and whether they are linearizable. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.verify {
    requires static org.jspecify;

    exports dev.warpbroker.verify;
}
