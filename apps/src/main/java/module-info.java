/** Programs whose work appears while they run, on the schedulers and structures of this library. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.apps {
    requires transitive dev.warpbroker.schedule;
    requires static org.jspecify;

    exports dev.warpbroker.apps.bfs;
    exports dev.warpbroker.apps.graph;
    exports dev.warpbroker.apps.pagerank;
    exports dev.warpbroker.apps.render;
    exports dev.warpbroker.apps.tree;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.apps.bfs to
            dev.warpbroker.device;
    opens dev.warpbroker.apps.graph to
            dev.warpbroker.device;
    opens dev.warpbroker.apps.pagerank to
            dev.warpbroker.device;
    opens dev.warpbroker.apps.render to
            dev.warpbroker.device;
    opens dev.warpbroker.apps.tree to
            dev.warpbroker.device;
}
