/** The command line: commands, experiments and reports. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.cli {
    requires dev.warpbroker.examples;
    requires dev.warpbroker.experiments;
    requires dev.warpbroker.graphs;
    requires dev.warpbroker.device;
    requires dev.warpbroker.conformance;
    requires dev.warpbroker.structures;
    requires dev.warpbroker.verify;
    requires info.picocli;
    requires me.tongfei.progressbar;
    requires static org.jspecify;

    // Only in a JVM that has Spark, on the class path.
    uses dev.warpbroker.experiments.cluster.Cluster.Connector;

    // picocli sets the annotated fields of commands.
    opens dev.warpbroker.cli to
            info.picocli;
    opens dev.warpbroker.cli.bench to
            info.picocli;
    opens dev.warpbroker.cli.bundle to
            info.picocli;
    opens dev.warpbroker.cli.check to
            info.picocli;
    opens dev.warpbroker.cli.cluster to
            info.picocli;
    opens dev.warpbroker.cli.compare to
            info.picocli;
    opens dev.warpbroker.cli.convert to
            info.picocli;
    opens dev.warpbroker.cli.demo to
            info.picocli;
    opens dev.warpbroker.cli.devices to
            info.picocli;
    opens dev.warpbroker.cli.papers to
            info.picocli;
    opens dev.warpbroker.cli.ptx to
            info.picocli;
    opens dev.warpbroker.cli.report to
            info.picocli;
    opens dev.warpbroker.cli.run to
            info.picocli;
    opens dev.warpbroker.cli.selftest to
            info.picocli;
    opens dev.warpbroker.cli.terminal to
            info.picocli;
}
