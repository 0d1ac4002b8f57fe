/** The experiments of the papers: what is varied, measured, checked, recorded and drawn. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.experiments {
    requires transitive dev.warpbroker.device;
    requires transitive dev.warpbroker.examples;
    requires transitive dev.warpbroker.graphs;
    requires transitive dev.warpbroker.structures;
    requires transitive dev.warpbroker.verify;
    requires static org.jspecify;

    exports dev.warpbroker.experiments;
    exports dev.warpbroker.experiments.cluster;
    exports dev.warpbroker.experiments.design;
    exports dev.warpbroker.experiments.page;
    exports dev.warpbroker.experiments.papers;
    exports dev.warpbroker.experiments.properties;
    exports dev.warpbroker.experiments.results;
    exports dev.warpbroker.experiments.suite;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.experiments to
            dev.warpbroker.device;
    opens dev.warpbroker.experiments.properties to
            dev.warpbroker.device;
    opens dev.warpbroker.experiments.suite to
            dev.warpbroker.device;
}
