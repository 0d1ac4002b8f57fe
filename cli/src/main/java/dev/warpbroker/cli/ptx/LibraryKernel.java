package dev.warpbroker.cli.ptx;

import dev.warpbroker.cli.bench.pairs.Form;
import dev.warpbroker.cli.bench.pairs.QueueEntry;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kernel of the library.
 *
 * @param name how the command line names it
 * @param description what it does
 * @param entry the queue whose experiment it is
 */
record LibraryKernel(String name, String description, QueueEntry entry) {
    private static final int CAPACITY = 1 << 20;
    private static final int PAIRS = 10;

    /** {@return all there are} */
    static List<LibraryKernel> all() {
        return Stream.of(QueueKind.values())
                .flatMap(
                        queue -> Stream.of(Form.THREAD, Form.WARP, Form.BLOCK).map(form -> new QueueEntry(queue, form)))
                .map(entry -> new LibraryKernel(
                        "pairs-" + entry.queue() + "-" + entry.form(), "experiment pairs with " + entry, entry))
                .toList();
    }

    static List<String> names() {
        return all().stream().map(LibraryKernel::name).toList();
    }

    /** {@return the kernel on a queue of {@code device}} */
    Kernel on(Device device) {
        var queue = entry.queue().create(device, CAPACITY);
        return new Pairs(device, Grid.threads(1), entry.form().granularity(), PAIRS).kernel(queue);
    }
}
