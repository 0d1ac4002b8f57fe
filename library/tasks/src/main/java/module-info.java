/** Schedulers: persistent workers, work stealing, spawn and sync, written once in kernel Java. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.tasks {
    requires transitive dev.warpbroker.structures;
    requires static org.jspecify;
    requires jdk.jfr;

    exports dev.warpbroker.tasks;
    exports dev.warpbroker.tasks.forkjoin;
    exports dev.warpbroker.tasks.graph;
    exports dev.warpbroker.tasks.host;
    exports dev.warpbroker.tasks.worker;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.tasks to
            dev.warpbroker.device;
    opens dev.warpbroker.tasks.forkjoin to
            dev.warpbroker.device;
    opens dev.warpbroker.tasks.graph to
            dev.warpbroker.device;
    opens dev.warpbroker.tasks.host to
            dev.warpbroker.device;
    opens dev.warpbroker.tasks.worker to
            dev.warpbroker.device;
}
