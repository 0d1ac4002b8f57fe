package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;

/** What lanes have of a queue between them and the host. Kernel Java. */
abstract sealed class RingEnd<E> permits DeviceConsumer, DeviceProducer {
    final Layout<E> layout;
    final RingLayout shape;
    final Longs entries;
    final Longs taken;
    final Longs counters;
    final int rings;

    RingEnd(Layout<E> layout, RingMemory memory) {
        this.layout = layout;
        shape = memory.shape();
        entries = memory.entries();
        taken = memory.taken();
        counters = memory.counters();
        rings = memory.rings();
    }

    /** {@return the ring that the warp of a lane turns to first} */
    final int ringOf(Lane lane) {
        return (lane.id() >>> 5) % rings;
    }
}
