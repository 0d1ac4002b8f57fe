package dev.warpbroker.cli.ptx;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A kernel of the library.
 *
 * @param name how the command line names it
 * @param description what it does
 * @param queue that is used
 * @param by who makes an operation
 */
record LibraryKernel(String name, String description, QueueKind queue, Granularity by) {
    private static final int CAPACITY = 1 << 20;
    private static final int PAIRS = 10;

    /** {@return all there are} */
    static List<LibraryKernel> all() {
        return Stream.of(QueueKind.values())
                .flatMap(queue -> Stream.of(Granularity.values()).map(by -> of(queue, by)))
                .toList();
    }

    private static LibraryKernel of(QueueKind queue, Granularity by) {
        String form = by.name().toLowerCase(Locale.ROOT);
        return new LibraryKernel(
                "pairs-" + queue + "-" + form,
                "experiment pairs with " + queue + (by == Granularity.THREAD ? "" : " per " + form),
                queue,
                by);
    }

    static List<String> names() {
        return all().stream().map(LibraryKernel::name).toList();
    }

    /** {@return the kernel on a queue of {@code device}} */
    Kernel on(Device device) {
        return new Pairs(device, Grid.threads(1), by, PAIRS).kernel(queue.create(device, CAPACITY));
    }
}
