/** Readers and generators of graphs, breadth-first search, shortest paths, PageRank. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.graphs {
    requires transitive dev.warpbroker.structures;
    requires dev.warpbroker.tasks;
    requires static org.jspecify;

    exports dev.warpbroker.graphs;
    exports dev.warpbroker.graphs.components;
    exports dev.warpbroker.graphs.rank;
    exports dev.warpbroker.graphs.search;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.graphs to
            dev.warpbroker.device;
    opens dev.warpbroker.graphs.components to
            dev.warpbroker.device;
    opens dev.warpbroker.graphs.rank to
            dev.warpbroker.device;
    opens dev.warpbroker.graphs.search to
            dev.warpbroker.device;
}
