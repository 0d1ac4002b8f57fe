/** Queues of objects for threads of the JVM. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.concurrent {
    requires static org.jspecify;

    exports dev.warpbroker.concurrent;
}
