package dev.warpbroker.compiler.capture;

/** What a launch must put into one of the eight-byte parameters of a compiled kernel. */
public sealed interface KernelParameter {
    /** The address of captured memory. */
    record Memory(CapturePath path) implements KernelParameter {}

    /** The number of elements of captured memory. */
    record Length(CapturePath path) implements KernelParameter {}

    /** A captured number that changes from launch to launch; its bits. */
    record CapturedNumber(CapturePath path) implements KernelParameter {}

    /** The address of numbers out of a captured array. */
    record Table(CapturePath array, Column column) implements KernelParameter {}

    /** A parameter that the code does not read after all. */
    record Unused() implements KernelParameter {}

    /** The number of threads of the launch. */
    record Threads() implements KernelParameter {}

    /** The number of lanes in x, of a grid with more than one dimension. */
    record Width() implements KernelParameter {}

    /** The number of lanes in y. */
    record Height() implements KernelParameter {}

    /** The number of lanes in z. */
    record Depth() implements KernelParameter {}

    /** The address of the control block: abort word, election of the first fault. */
    record Control() implements KernelParameter {}

    /** The address of the ring of log lines, which the host can read. */
    record Log() implements KernelParameter {}

    /** The address of the report, which the host can read. */
    record Report() implements KernelParameter {}
}
