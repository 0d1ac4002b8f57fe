/** Programs whose work appears while they run: a ray tracer, trees and sorts. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.examples {
    requires transitive dev.warpbroker.tasks;
    requires static org.jspecify;

    exports dev.warpbroker.examples.render;
    exports dev.warpbroker.examples.sort;
    exports dev.warpbroker.examples.tree;

    // The kernel compiler reads the private final fields of what a kernel captures.
    opens dev.warpbroker.examples.render to
            dev.warpbroker.device;
    opens dev.warpbroker.examples.sort to
            dev.warpbroker.device;
    opens dev.warpbroker.examples.tree to
            dev.warpbroker.device;
}
