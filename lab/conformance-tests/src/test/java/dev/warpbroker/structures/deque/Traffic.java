package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Chance;
import dev.warpbroker.experiments.Conservation;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.TakenInt;

/**
 * Workers with a deque each that push, pop and steal at random, and then empty their deques.
 *
 * @param rounds operations per worker
 * @param halves whether thieves take half of what they find
 * @param oneVictim whether only the first worker pushes, and all others steal from it
 */
record Traffic(int rounds, boolean halves, boolean oneVictim) {
    static Traffic mixed(int rounds) {
        return new Traffic(rounds, false, false);
    }

    static Traffic halves(int rounds) {
        return new Traffic(rounds, true, false);
    }

    static Traffic oneVictim(int rounds) {
        return new Traffic(rounds, false, true);
    }

    /** {@return what became of the elements of {@code deques}, one worker for each} */
    Conservation run(WorkDeques<Stamped> deques, int seed) {
        var device = deques.device();
        int workers = deques.count();
        try (var ledger = new Ledger(device, workers * rounds)) {
            device.run(Grid.threads(workers).withBlockSize(device.properties().lanesPerWorker()), lane -> {
                int own = lane.id();
                for (int round = 0; round < rounds; round++) {
                    int bits = Chance.bits(seed, own, round);
                    int value = own * rounds + round;
                    // In waves of mostly pushes and mostly pops.
                    int push = (round >>> 4 & 1) == 0 ? 96 : 48;
                    int way = oneVictim ? own == 0 ? bits & 127 : 255 : bits & 255;
                    if (oneVictim ? way < 64 : way < push) {
                        ledger.enqueued(value, deques.push(own, Stamped.of(value)));
                    } else if (way < 128) {
                        taken(ledger, deques.pop(own));
                    } else {
                        int victim = oneVictim
                                ? 0
                                : (own + 1 + Integer.remainderUnsigned(bits >>> 8, workers - 1)) % workers;
                        taken(ledger, halves ? deques.stealHalf(victim, own, 40) : deques.steal(victim));
                    }
                }
                var last = deques.pop(own);
                while (last.present()) {
                    taken(ledger, last);
                    last = deques.pop(own);
                }
            });
            return ledger.balance();
        }
    }

    static void taken(Ledger ledger, Taken<Stamped> taken) {
        ledger.dequeued(new TakenInt(taken.present(), taken.value().value()));
    }
}
