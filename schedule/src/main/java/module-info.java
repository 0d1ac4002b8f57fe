/** Schedulers: persistent workers, work stealing, spawn and sync, written once in kernel Java. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.schedule {
    requires transitive dev.warpbroker.structures;
    requires static org.jspecify;
    requires jdk.jfr;

    exports dev.warpbroker.schedule;
    exports dev.warpbroker.schedule.forkjoin;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.schedule to
            dev.warpbroker.device;
    opens dev.warpbroker.schedule.forkjoin to
            dev.warpbroker.device;
}
