package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.TakenInt;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of a queue, mixed at random, by more lanes than it has room for: nothing is lost, nothing comes
 * twice, nobody waits for ever, no more than the capacity is inside, and afterwards the whole capacity is there again.
 */
class OperationMixTest {
    /** The last block and its last warp are partly filled. */
    private static final int LANES = 100;

    private static final int BLOCK = 48;
    private static final int STEPS = 5;

    /** More than the smallest queues hold. */
    private static final int MAX_BATCH = 5;

    private static final int VALUES = LANES * STEPS * MAX_BATCH;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final int ENQUEUE = 0;
    private static final int DEQUEUE = 1;
    private static final int ENQUEUE_WARP = 2;
    private static final int DEQUEUE_WARP = 3;
    private static final int POLL_WARP = 4;
    private static final int ENQUEUE_ALL = 5;
    private static final int DEQUEUE_ALL = 6;
    private static final int LEND_FOR_ENQUEUE = 7;
    private static final int LEND_FOR_DEQUEUE = 8;
    private static final int NOTHING = 9;

    /** What all lanes of a block do in a step; otherwise each does what its own script says. */
    private static final int ENQUEUE_BLOCK = 1;

    private static final int DEQUEUE_BLOCK = 2;

    /** In the account: at least so many values are inside, and the most that this ever was. */
    private static final int INSIDE = 0;

    private static final int MAX_INSIDE = 1;

    private static Named<LongFunction<Device>> device(String name, LongFunction<Device> device) {
        return named(name, device);
    }

    static Stream<Arguments> devicesAndQueues() {
        return devicesAnd(Arrays.stream(QueueKind.values()));
    }

    static Stream<Arguments> devicesAndSlots() {
        return devicesAnd(Arrays.stream(QueueKind.values()).filter(kind -> kind.claims(Claim.PUBLISHES)));
    }

    private static Stream<Arguments> devicesAnd(Stream<QueueKind> kinds) {
        return kinds.flatMap(kind -> Stream.of(
                        device("adversarial simulator", TestDevices::adversarial), device("jvm", _ -> Device.jvm()))
                .map(device -> Arguments.of(device, kind)));
    }

    static Stream<Arguments> moreDevicesAndQueues() {
        return Stream.concat(
                devicesAndQueues(),
                Arrays.stream(QueueKind.values())
                        .map(kind -> Arguments.of(device("simulator", Device::simulator), kind)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndQueues")
    void mixOfAllOperationsKeepsEveryPromise(LongFunction<Device> device, QueueKind kind) {
        check(device, kind, new int[] {2}, 1, 1);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("moreDevicesAndQueues")
    void manyMixesOfAllOperationsKeepEveryPromise(LongFunction<Device> device, QueueKind kind) {
        check(device, kind, new int[] {2, 4, 8, 64}, 2, 30);
    }

    @ParameterizedTest
    @MethodSource("devicesAndSlots")
    void lentSlotsKeepEveryPromise(LongFunction<Device> device, QueueKind kind) {
        checkSlots(device, kind, 2, 1);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("devicesAndSlots")
    void manyLentSlotsKeepEveryPromise(LongFunction<Device> device, QueueKind kind) {
        for (int seed = 2; seed <= 20; seed++) {
            checkSlots(device, kind, 2 << seed % 3, seed);
        }
    }

    /** A lane takes out only after it has put in, as some queues wait until there is something. */
    private static void checkSlots(LongFunction<Device> on, QueueKind kind, int capacity, int seed) {
        int width = 3;
        try (var device = on.apply(seed);
                var slots = kind.slots(device, capacity, width);
                var torn = device.ints(1);
                var ledger = new Ledger(device, LANES * STEPS)) {
            var words = slots.words();
            var grid = Grid.threads(LANES).withBlockSize(BLOCK);
            device.launch(grid, lane -> {
                        int owed = 0;
                        for (int step = 0; step < STEPS; step++) {
                            int value = lane.id() * STEPS + step;
                            var slot = slots.beginEnqueue();
                            boolean done = slot.present();
                            if (done) {
                                for (int i = 0; i < width; i++) {
                                    words.set(slot.index() * width + i, value + i);
                                }
                                done = slots.endEnqueue(slot);
                            }
                            ledger.enqueued(value, done);
                            owed += done ? 1 : 0;
                            if (owed > 0 && (lane.id() + step) % 3 != 0 || owed > 1) {
                                var taken = slots.beginDequeue();
                                owed--;
                                int found = 0;
                                if (taken.present()) {
                                    found = words.get(taken.index() * width);
                                    int last = words.get(taken.index() * width + width - 1);
                                    torn.getAndAddRelaxed(0, last == found + width - 1 ? 0 : 1);
                                    slots.endDequeue(taken);
                                }
                                ledger.dequeued(new TakenInt(taken.present(), found));
                            }
                        }
                    })
                    .join(LIMIT);

            int[] left = SlotTransfer.drain(slots);
            int[] firsts = IntStream.range(0, left.length / width)
                    .map(i -> left[i * width])
                    .toArray();
            var balance = ledger.balance(firsts);
            String what = kind + " of " + capacity + " on " + device + ", seed " + seed;
            assertThat(balance.holds()).as("%s: %s", what, balance).isTrue();
            assertThat(torn.copyOut()).as(what).containsExactly(0);
            assertThat(SlotTransfer.fill(slots, new int[(capacity + 1) * width]))
                    .as(what)
                    .isEqualTo(capacity);
        }
    }

    private static void check(LongFunction<Device> device, QueueKind kind, int[] capacities, int from, int to) {
        for (int capacity : capacities) {
            for (int seed = from; seed <= to; seed++) {
                var random = new Random(31L * capacity + seed);
                int kinds = kind == QueueKind.BQ || kind == QueueKind.BWD ? LEND_FOR_DEQUEUE : DEQUEUE_ALL;
                int[] blocks = random.ints(LANES * STEPS, 0, 8).toArray();
                run(device, kind, capacity, seed, script(random, kinds), blocks);
            }
        }
    }

    /** Lanes end after different numbers of steps: one that waits beyond its turn must not be saved by a later one. */
    private static int[] script(Random random, int kinds) {
        int[] script = new int[LANES * STEPS];
        Arrays.fill(script, NOTHING);
        for (int lane = 0; lane < LANES; lane++) {
            int steps = 1 + random.nextInt(STEPS) * random.nextInt(2);
            for (int step = 0; step < steps; step++) {
                int batch = random.nextInt(MAX_BATCH + 2) - 1;
                script[lane * STEPS + step] = random.nextInt(kinds + 1) + 256 * batch;
            }
        }
        return script;
    }

    private static void run(
            LongFunction<Device> on, QueueKind kind, int wanted, int seed, int[] operations, int[] ofBlocks) {
        boolean returns = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
        int capacity = returns ? wanted : Integer.highestOneBit(2 * VALUES);
        try (var device = on.apply(seed);
                var queue = kind.create(
                        device,
                        QueueOptions.capacity(capacity).withThreads(LANES).withBlocks(2));
                var script = device.ints(operations.length);
                var blocks = device.ints(ofBlocks.length);
                var values = device.ints(VALUES);
                var taken = device.ints(VALUES);
                var account = device.ints(2);
                var ledger = new Ledger(device, VALUES)) {
            script.copyIn(operations);
            blocks.copyIn(ofBlocks);
            values.copyIn(IntStream.range(0, VALUES).toArray());
            var books = new Books(ledger, account, values, taken);
            String what = kind + " of " + capacity + " on " + device + ", seed " + seed;

            var grid = Grid.threads(LANES).withBlockSize(BLOCK);
            var mix = queue instanceof BrokerQueue ring
                    ? mixWithSlots(ring, script, blocks, books)
                    : mix(queue, script, blocks, books, returns);
            device.launch(grid, mix).join(LIMIT);

            if (kind.claims(Claim.EXACT_CAPACITY) || kind == QueueKind.BSQ) {
                assertThat(account.copyOut()[MAX_INSIDE]).as(what).isLessThanOrEqualTo(queue.capacity());
            }
            int[] left = leftIn(queue, taken);
            var balance = ledger.balance(left);
            assertThat(balance.holds()).as("%s: %s", what, balance).isTrue();
            if (kind.claims(Claim.EXACT_CAPACITY) && returns) {
                assertThat(left.length).as(what).isLessThanOrEqualTo(queue.capacity());
                assertThat(room(queue, values)).as(what).isEqualTo(queue.capacity());
            }
        }
    }

    /** Who does what with which values, and what came of it. */
    private record Books(Ledger ledger, Ints account, Ints values, Ints taken) {
        void begin(int most) {
            account.getAndAdd(INSIDE, -most);
        }

        void dequeued(TakenInt dequeued) {
            ledger.dequeued(dequeued);
            if (!dequeued.present()) {
                account.getAndAdd(INSIDE, 1);
            }
        }

        void enqueued(int value, boolean done) {
            ledger.enqueued(value, done);
            if (done) {
                account.getAndMax(MAX_INSIDE, account.getAndAdd(INSIDE, 1) + 1);
            }
        }
    }

    private static Kernel mix(IntQueue queue, Ints script, Ints blocks, Books books, boolean returns) {
        return lane -> {
            for (int step = 0; step < STEPS; step++) {
                int value = (lane.id() * STEPS + step) * MAX_BATCH;
                int together = blocks.get(lane.block().index() * STEPS + step);
                int entry = script.get(lane.id() * STEPS + step);
                int operation = entry & 255;
                int most = entry >> 8;
                if (!returns && together != ENQUEUE_BLOCK) {
                    together = 0;
                    // Taking would wait for ever if there is nothing.
                    operation = (operation & 1) == 0 || operation == ENQUEUE_ALL ? operation : POLL_WARP;
                    operation = operation == DEQUEUE_ALL ? POLL_WARP : operation;
                }
                operate(lane, queue, books, together, operation, most, value);
            }
        };
    }

    private static Kernel mixWithSlots(BrokerQueue queue, Ints script, Ints blocks, Books books) {
        return lane -> {
            for (int step = 0; step < STEPS; step++) {
                int value = (lane.id() * STEPS + step) * MAX_BATCH;
                int together = blocks.get(lane.block().index() * STEPS + step);
                int entry = script.get(lane.id() * STEPS + step);
                int operation = entry & 255;
                boolean inBlock = together == ENQUEUE_BLOCK || together == DEQUEUE_BLOCK;
                if (!inBlock && operation == LEND_FOR_ENQUEUE) {
                    var slot = queue.beginEnqueue();
                    if (slot.present()) {
                        queue.words().set(slot.index(), value);
                        queue.endEnqueue(slot);
                    }
                    books.enqueued(value, slot.present());
                } else if (!inBlock && operation == LEND_FOR_DEQUEUE) {
                    books.begin(1);
                    var slot = queue.beginDequeue();
                    int found = slot.present() ? queue.words().get(slot.index()) : 0;
                    if (slot.present()) {
                        queue.endDequeue(slot);
                    }
                    books.dequeued(new TakenInt(slot.present(), found));
                } else {
                    operate(lane, queue, books, together, operation, entry >> 8, value);
                }
            }
        };
    }

    private static void operate(
            Lane lane, IntQueue queue, Books books, int together, int operation, int most, int value) {
        if (together == ENQUEUE_BLOCK) {
            books.enqueued(value, queue.enqueueBlock(lane, value));
        } else if (together == DEQUEUE_BLOCK) {
            books.begin(1);
            books.dequeued(queue.dequeueBlock(lane));
        } else if (operation == ENQUEUE) {
            books.enqueued(value, queue.enqueue(value));
        } else if (operation == ENQUEUE_WARP) {
            books.enqueued(value, queue.enqueueWarp(lane, value));
        } else if (operation == DEQUEUE) {
            books.begin(1);
            books.dequeued(queue.dequeue());
        } else if (operation == DEQUEUE_WARP) {
            books.begin(1);
            books.dequeued(queue.dequeueWarp(lane));
        } else if (operation == POLL_WARP) {
            books.begin(1);
            books.dequeued(queue.pollWarp(lane));
        } else if (operation == ENQUEUE_ALL) {
            int done = queue.enqueueAll(books.values(), value, most);
            for (int i = 0; i < most; i++) {
                books.enqueued(value + i, i < done);
            }
        } else if (operation == DEQUEUE_ALL) {
            int wanted = Math.max(most, 0);
            books.begin(wanted);
            int done = queue.dequeueAll(books.taken(), value, most);
            for (int i = 0; i < wanted; i++) {
                books.dequeued(i < done ? TakenInt.of(books.taken().get(value + i)) : TakenInt.empty());
            }
        }
    }

    /** {@return what one lane finds inside, which it takes out} */
    private static int[] leftIn(IntQueue queue, Ints taken) {
        try (var count = queue.device().ints(1)) {
            queue.device()
                    .launch(Grid.threads(1), lane -> {
                        int found = 0;
                        var polled = queue.pollWarp(lane);
                        while (polled.present() && found < VALUES) {
                            taken.set(found, polled.value());
                            found++;
                            polled = queue.pollWarp(lane);
                        }
                        count.set(0, found);
                    })
                    .join(LIMIT);
            return taken.copyOut(0, count.copyOut()[0]);
        }
    }

    /** {@return how many values fit into an empty queue} */
    private static int room(IntQueue queue, Ints values) {
        try (var count = queue.device().ints(1)) {
            queue.device()
                    .launch(Grid.threads(1), _ -> count.set(0, queue.enqueueAll(values, 0, VALUES)))
                    .join(LIMIT);
            return count.copyOut()[0];
        }
    }
}
