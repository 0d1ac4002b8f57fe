package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.Chance;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.DequeOptions;
import dev.warpbroker.structures.deque.WorkDeques;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Every kind of deque of the library on the device. */
final class DequeCases {
    /** Where positions begin: at 0, and just below the wraps of 32 and of 64 bits. */
    private static final long[] STARTS = {0, -5, (1L << 32) - 5, Long.MAX_VALUE - 5};

    private static final int POP = -1;
    private static final int STEAL = -2;
    private static final int NONE = -3;

    /** Of launches of one warp, one has all lanes at the same place at once, on any device and simulator. */
    private static final int ATTEMPTS_TO_COME_TOGETHER = 20;

    /** A task whose words belong together: a torn one is refused by its constructor. */
    record Task(int number, long square) {
        Task {
            if (square != (long) number * number) {
                throw new IllegalStateException("a task was torn");
            }
        }

        static Task of(int number) {
            return new Task(number, (long) number * number);
        }
    }

    private DequeCases() {}

    /** What is done with deques of a kind. */
    @FunctionalInterface
    private interface Behaviour {
        void check(Device device, DequeKind kind);
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var kind : DequeKind.values()) {
            add(cases, kind, "one thread, as a sequential deque", DequeCases::sequential);
            add(cases, kind, "nothing lost by owners and thieves, positions wrapping", DequeCases::thieves);
            add(cases, kind, "nothing lost by thieves that take half", DequeCases::halves);
            add(cases, kind, "nothing lost by a crowd of thieves at one deque", DequeCases::oneVictim);
            add(cases, kind, "nothing lost by warps", DequeCases::warps);
            add(cases, kind, "lanes of a warp get as many as there are", DequeCases::asManyAsThereAre);
            if (kind.claims(Claim.PUBLISHES)) {
                add(cases, kind, "publishes what was written before", DequeCases::publication);
            }
        }
        return cases;
    }

    private static void add(List<Case> cases, DequeKind kind, String name, Behaviour behaviour) {
        cases.add(new Case(kind + " deques: " + name, "deques", false, device -> behaviour.check(device, kind)));
    }

    private static WorkDeques<Task> create(Device device, DequeKind kind, DequeOptions options) {
        return kind.create(device, options, Layout.of(Task.class));
    }

    private static void sequential(Device device, DequeKind kind) {
        int capacity = 4;
        for (long start : STARTS) {
            int[] script = script(start);
            int[] expected = model(script, capacity);
            try (var deques = create(device, kind, DequeOptions.of(2, capacity).startingAt(start));
                    Ints operations = device.ints(script.length)) {
                operations.copyIn(script);
                device.run(Grid.threads(1), _ -> {
                    for (int i = 0; i < operations.length(); i++) {
                        int operation = operations.get(i);
                        if (operation >= 0) {
                            operations.set(i, deques.push(1, Task.of(operation)) ? operation : NONE);
                        } else {
                            var taken = operation == POP ? deques.pop(1) : deques.steal(1);
                            operations.set(i, taken.present() ? taken.value().number() : NONE);
                        }
                    }
                });
                Expected.ints("positions from " + start + ", operation", i -> expected[i], operations.copyOut());
            }
        }
    }

    /** Pushes, pops and steals that fill the deque and empty it. */
    private static int[] script(long seed) {
        var random = new Random(seed);
        int[] script = new int[200];
        for (int i = 0; i < script.length; i++) {
            boolean filling = i / 8 % 2 == 0;
            script[i] = random.nextInt(4) < (filling ? 3 : 1) ? i : random.nextBoolean() ? POP : STEAL;
        }
        return script;
    }

    private static int[] model(int[] script, int capacity) {
        var deque = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] >= 0) {
                results[i] = deque.size() < capacity ? script[i] : NONE;
                if (results[i] != NONE) {
                    deque.addLast(script[i]);
                }
            } else {
                results[i] = deque.isEmpty() ? NONE : script[i] == POP ? deque.removeLast() : deque.removeFirst();
            }
        }
        return results;
    }

    private static void thieves(Device device, DequeKind kind) {
        int workers = scaled(device, 40, 4, 4_096);
        for (long start : STARTS) {
            traffic(device, kind, DequeOptions.of(workers, 4).startingAt(start), false, false);
        }
    }

    private static void halves(Device device, DequeKind kind) {
        int workers = scaled(device, 12, 4, 2_048);
        for (int capacity : new int[] {4, 128}) {
            traffic(device, kind, DequeOptions.of(workers, capacity), true, false);
        }
    }

    private static void oneVictim(Device device, DequeKind kind) {
        traffic(device, kind, DequeOptions.of(scaled(device, 33, 4, 512), 4), false, true);
    }

    /** Every worker pushes, pops and steals at random and then empties its deque; or only the first one pushes. */
    private static void traffic(
            Device device, DequeKind kind, DequeOptions options, boolean halves, boolean oneVictim) {
        int rounds = scaled(device, 40, 2_000, 400);
        int workers = options.count();
        try (var deques = create(device, kind, options);
                var ledger = new Ledger(device, workers * rounds)) {
            device.run(Grid.threads(workers).withBlockSize(32), lane -> {
                int own = lane.id();
                for (int round = 0; round < rounds; round++) {
                    int bits = Chance.bits(1, own, round);
                    int number = own * rounds + round;
                    boolean steals = oneVictim ? own > 0 : (bits & 1) == 0;
                    if (steals) {
                        int victim = oneVictim ? 0 : (own + Chance.upTo(workers - 1, bits >>> 8)) % workers;
                        if (!halves) {
                            taken(ledger, deques.steal(victim));
                        } else if ((bits & 16) == 0) {
                            taken(ledger, deques.stealHalf(victim, own, 40));
                        } else {
                            taken(ledger, deques.stealChunk(victim, own, 40));
                        }
                    } else if ((bits >>> 1 & 7) < ((round & 32) == 0 ? 6 : 3)) {
                        ledger.enqueued(number, deques.push(own, Task.of(number)));
                    } else {
                        taken(ledger, deques.pop(own));
                    }
                }
                var last = deques.pop(own);
                while (last.present()) {
                    taken(ledger, last);
                    last = deques.pop(own);
                }
            });
            requireConserved(kind, ledger);
        }
    }

    /** Warps own a deque each, pop for all their lanes and steal for all of them. */
    private static void warps(Device device, DequeKind kind) {
        int warpSize = device.properties().warpSize();
        int workers = scaled(device, 3, 4, 512);
        int rounds = scaled(device, 6, 500, 100);
        int most = 90;
        try (var deques = create(device, kind, DequeOptions.of(workers, 128));
                var ledger = new Ledger(device, workers * rounds * most)) {
            device.run(Grid.threads(workers * warpSize).withBlockSize(warpSize), lane -> {
                int worker = lane.id() / warpSize;
                for (int round = 0; round < rounds; round++) {
                    if (lane.warp().lane() == 0) {
                        for (int i = 0; i < (round % 3 == 0 ? most : 2); i++) {
                            int number = (worker * rounds + round) * most + i;
                            ledger.enqueued(number, deques.push(worker, Task.of(number)));
                        }
                    }
                    taken(ledger, deques.popWarp(lane, worker));
                    taken(ledger, deques.stealWarp(lane, (worker + 1) % workers));
                }
                boolean more = true;
                while (more) {
                    var last = deques.popWarp(lane, worker);
                    taken(ledger, last);
                    more = lane.warp().any(-1 >>> (Integer.SIZE - warpSize), last.present());
                }
            });
            requireConserved(kind, ledger);
        }
    }

    private static void asManyAsThereAre(Device device, DequeKind kind) {
        int lanes = device.properties().lanesPerWorker();
        int whole = -1 >>> (Integer.SIZE - lanes);
        for (int there : new int[] {0, 1, 20, 120}) {
            int most = Math.min(there, atOnce(kind, there, lanes));
            int stolen = -1;
            for (int attempt = 0; stolen < most && attempt < ATTEMPTS_TO_COME_TOGETHER; attempt++) {
                stolen = stealThenPop(device, kind, there, lanes, whole);
            }
            Expected.ints("the most stolen at once of " + there, _ -> most, new int[] {stolen});
        }
    }

    /**
     * The lanes of a warp steal, then pop what is left. Thieves need not come together: a device may split a warp at
     * any time, and then its parts steal one after the other, or in vain.
     *
     * @return how many were stolen
     */
    private static int stealThenPop(Device device, DequeKind kind, int there, int lanes, int whole) {
        try (var deques = create(device, kind, DequeOptions.of(2, 128));
                Ints popped = device.ints(lanes);
                Ints stolen = device.ints(lanes)) {
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < there; i++) {
                    deques.push(1, Task.of(i));
                }
            });
            device.run(Grid.threads(lanes), lane -> {
                var theft = deques.stealWarp(lane, 1);
                stolen.set(lane.id(), theft.present() ? theft.value().number() : NONE);
                lane.warp().synchronize(whole);
                var pop = deques.popWarp(lane, 1);
                popped.set(lane.id(), pop.present() ? pop.value().number() : NONE);
            });
            int[] oldest = Arrays.stream(stolen.copyOut())
                    .filter(number -> number != NONE)
                    .sorted()
                    .toArray();
            Expected.ints("stolen of " + there, i -> i, oldest);
            int owned = Math.min(lanes, there - oldest.length);
            Expected.ints("popped of " + there, i -> i < owned ? there - 1 - i : NONE, popped.copyOut());
            return oldest.length;
        }
    }

    /** ABP gives a warp more than one only if many are left for the owner. */
    private static int atOnce(DequeKind kind, int there, int lanes) {
        return kind.claims(Claim.STEALS_MANY) && (kind != DequeKind.ABP || there > 64) ? lanes : 1;
    }

    private static void publication(Device device, DequeKind kind) {
        int rounds = scaled(device, 100, 5_000, 1_000);
        try (var deques = create(device, kind, DequeOptions.of(1, 4));
                Ints data = device.ints(rounds);
                Ints stale = device.ints(1)) {
            device.run(Grid.threads(3), lane -> {
                for (int round = 0; round < rounds; round++) {
                    if (lane.id() == 0) {
                        data.set(round, round + 1);
                        deques.push(0, Task.of(round));
                        if (round % 3 == 2) {
                            deques.pop(0);
                        }
                    } else {
                        var taken = deques.steal(0);
                        if (taken.present()
                                && data.get(taken.value().number())
                                        != taken.value().number() + 1) {
                            stale.getAndAddRelaxed(0, 1);
                        }
                    }
                }
            });
            Expected.ints("old data behind elements that were stolen", _ -> 0, stale.copyOut());
        }
    }

    private static void taken(Ledger ledger, Taken<Task> taken) {
        ledger.dequeued(new TakenInt(taken.present(), taken.value().number()));
    }

    private static void requireConserved(DequeKind kind, Ledger ledger) {
        var balance = ledger.balance();
        if (!balance.holds() || balance.accepted() == 0) {
            throw new Mismatch(kind + ": " + balance);
        }
    }
}
