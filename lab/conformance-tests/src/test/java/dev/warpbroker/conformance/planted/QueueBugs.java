package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Call.call;
import static dev.warpbroker.conformance.planted.Change.alwaysBranch;
import static dev.warpbroker.conformance.planted.Change.answer;
import static dev.warpbroker.conformance.planted.Change.drop;
import static dev.warpbroker.conformance.planted.Change.moveAfter;
import static dev.warpbroker.conformance.planted.Change.moveBefore;
import static dev.warpbroker.conformance.planted.Change.neverBranch;
import static dev.warpbroker.conformance.planted.Change.redirect;
import static dev.warpbroker.conformance.planted.Change.rename;
import static dev.warpbroker.conformance.planted.Change.repeatBefore;
import static dev.warpbroker.conformance.planted.Change.returned;

import dev.warpbroker.structures.queue.QueueTrial;
import java.util.ArrayList;
import java.util.List;

/** What can be wrong with a queue. */
final class QueueBugs {
    /** A dequeue leaves the slot to the enqueue of the round after the next, which may never come. */
    static final Edit ONE_ROUND_TOO_FAR =
            edit("TurnRing", "handToEnqueue", redirect(call("Ints.setRelease"), "storeTwoMore"));

    /** Whoever has the lock next may come before the work is done. */
    private static final Edit LOCK_RELEASED_TOO_EARLY = new Edit(
            "dev.warpbroker.structures.contention.SpinLock",
            "holding",
            repeatBefore(call("SpinLock.release"), call("Supplier.get")));

    private static final List<PlantedBug> ALL = new ArrayList<>();

    static {
        brokerQueues();
        arrayQueues();
        linkedQueues();
        overtakenQueues();
        helpedQueues();
    }

    private QueueBugs() {}

    static List<PlantedBug> all() {
        return List.copyOf(ALL);
    }

    private static void brokerQueues() {
        plant(QueueTrial.BQ)
                .bug(
                        "the element need not be visible to the thread that sees its ticket",
                        edit("TurnRing", "handToDequeue", rename(call("Ints.setRelease"), "set")))
                .bug("a slot waits for the enqueue of one round too far", ONE_ROUND_TOO_FAR)
                .bug(
                        "two enqueues get the same position",
                        edit("Broker", "nextTail", redirect(call("Ints.getAndAddRelaxed"), "readThenAdd")))
                .bug(
                        "an assurance that was not given stays in Count",
                        edit("Broker", "ensureDequeue(I)Z", drop(call("Ints.getAndAddRelaxed", 2, 2))));
        plant(QueueTrial.BQ_HISTORY)
                .bugFrom(
                        5,
                        "Full is returned without a look at Head and Tail",
                        edit("BrokeredQueue", "ensureEnqueueUnlessFull", answer(call("Broker.wasFull"), 1)))
                .bugFrom(
                        12,
                        "Empty is returned without a look at Head and Tail",
                        edit("BrokeredQueue", "ensureDequeueUnlessEmpty", answer(call("Broker.wasEmpty"), 1)));
        plant(QueueTrial.BQ_FUSED)
                .bug(
                        "a slot is filled without waiting for its turn",
                        edit("TicketRing", "put", drop(call("TicketRing.waitForTicket"))));
        plant(QueueTrial.BQ_FUSED_FOR_FEW)
                .bug(
                        "the turn of a position that a failed dequeue had is not passed on",
                        edit("OneWordBrokerQueue", "nextTail", drop(call("TicketRing.pass"))))
                .bug(
                        "a carry of Tail is left in Head",
                        edit("OneWordBrokerQueue", "addToTail", drop(call("Longs.getAndAddRelaxed", 2, 2))))
                .bug(
                        "a place that was not had is not given back",
                        edit("OneWordBrokerQueue", "takePlaces", drop(call("OneWordBrokerQueue.givePlaces"))));
    }

    private static void arrayQueues() {
        plant(QueueTrial.GQ)
                .bug(
                        "an enqueue that was not admitted leaves the upper bound raised",
                        edit("GottliebQueue", "testIncrementRetest", drop(call("Ints.getAndAddRelaxed", 2, 2))))
                .bug(
                        "the element need not be visible to the thread that finds its slot full",
                        edit("TurnRing", "handToDequeue", rename(call("Ints.setRelease"), "setOpaque")))
                .bug(
                        "an admitted thread does not wait for its turn",
                        edit("TurnRing", "await", alwaysBranch(call("Ints.getAcquire"))))
                .bug(
                        "a dequeue gives the cell back to the enqueue that filled it",
                        edit("TurnRing", "handToEnqueue", answer(call("TurnRing.capacity"), 0)))
                .bug(
                        "the lower bound is raised by an enqueue that was not admitted, too",
                        edit(
                                "GottliebQueue",
                                "enqueue",
                                moveBefore(
                                        call("Ints.getAndAddRelaxed", 2, 2),
                                        call("GottliebQueue.testIncrementRetest"))));
        plant(QueueTrial.SHCQ)
                .bug(
                        "a cell that changed four times looks as if it had not",
                        edit("CountedCells", "round", returned("lowestBit")))
                .bug(
                        "a dequeue empties its cell by a store, after others may have done so",
                        edit("CountedCells", "swap", redirect(call("Longs.compareAndSetAcqRel"), "storeIfEmptied")))
                .bug(
                        "no thread moves Rear",
                        edit(
                                "ShannQueue",
                                "enqueue",
                                drop(call("Ints.compareAndSetAcqRel", 1, 2)),
                                drop(call("Ints.compareAndSetAcqRel"))));
        plant(QueueTrial.TZQ)
                .bugFrom(
                        5,
                        "two kinds of empty cells that alternate, as in the paper",
                        edit("CountedCells", "round", returned("lowestBit")))
                .bug(
                        "a dequeue looks at the cell before it looks at Tail, as in the paper",
                        edit(
                                "TsigasZhangQueue",
                                "dequeue",
                                moveAfter(call("Ints.getAcquire", 2, 3), call("CountedCells.look", 1, 2)),
                                moveAfter(call("Ints.getAcquire", 3, 3), call("CountedCells.look", 2, 2))))
                .bug(
                        "a dequeue takes an element from where Tail still is",
                        edit("TsigasZhangQueue", "dequeue", alwaysBranch("actual", "tail", 2, 2)));
    }

    private static void linkedQueues() {
        plant(QueueTrial.MSQ)
                .bug(
                        "the pool does not see that its top node was away in between",
                        edit("NodePool", "take", answer(call("Link.tag"), -1)),
                        edit("NodePool", "give", answer(call("Link.tag"), -1)))
                .bug(
                        "the value is read when the node has been given back",
                        edit("MichaelScottQueue", "dequeue", moveAfter(call("Ints.getOpaque"), call("NodePool.give"))))
                .bug(
                        "Tail is read before the node is taken, so its tag may be one that the node has had",
                        edit(
                                "MichaelScottQueue",
                                "enqueue",
                                repeatBefore(call("Longs.getAcquire", 2, 3), call("NodePool.take")),
                                repeatBefore(call("Longs.getAcquire", 4, 4), call("NodePool.take")),
                                moveAfter(call("Longs.getAcquire", 5, 5), call("MichaelScottQueue.retry")),
                                moveAfter(call("Longs.getAcquire", 4, 5), call("MichaelScottQueue.retry"))));
        plant(QueueTrial.TWO_LOCK)
                .bug(
                        "the lock is released before the link is set, and before the value is read",
                        LOCK_RELEASED_TOO_EARLY)
                .bugFrom(
                        1,
                        "the value need not be visible to the thread that sees the link",
                        edit("TwoLockQueue", "append", rename(call("Longs.setRelease"), "set")))
                .bug(
                        "several have the lock at a time",
                        new Edit("dev.warpbroker.structures.contention.SpinLock", "tryAcquire", returned("always")));
        plant(QueueTrial.CAS_LINKED)
                .bug(
                        "the link is set before the value is there",
                        edit("CasLinkedQueue", "enqueue", moveBefore(call("Longs.setRelease"), call("Ints.setOpaque"))))
                .bug(
                        "the value may be that of another node than the one that the exchange passes",
                        edit(
                                "CasLinkedQueue",
                                "dequeue",
                                repeatBefore(call("Longs.getAcquire", 1, 2), call("Longs.compareAndSetAcqRel")),
                                repeatBefore(call("CasLinkedQueue.after"), call("Longs.compareAndSetAcqRel"))))
                .bug(
                        "a missing link does not say that nothing lies behind it",
                        edit("CasLinkedQueue", "dequeue", neverBranch(call("Longs.getAndAddRelaxed"))));
        plant(QueueTrial.BAQ)
                .bug(
                        "a basket is joined after a dequeue",
                        edit("BasketsQueue", "enqueue", answer(call("BasketsQueue.isDeleted"), 0)))
                .bugFrom(
                        58,
                        "Tail moves to the first node of the basket",
                        edit("BasketsQueue", "moveTail", answer(call("Longs.getOpaque"), -1)))
                .bug(
                        "Head is not read again: nodes that were walked over may be in use elsewhere",
                        edit("BasketsQueue", "dequeue", neverBranch(call("Longs.getOpaque"))));
        plant(QueueTrial.LCRQ_TINY_RINGS)
                .bug(
                        "a value is put into a cell whatever has happened to it meanwhile",
                        edit(
                                "LinkedRingQueue",
                                "put",
                                redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")))
                .bugFrom(
                        3,
                        "cells are used that are marked unsafe",
                        edit("LinkedRingQueue", "isUnsafe", returned("never")))
                .bug("closed rings take elements", edit("LinkedRingQueue", "isClosed", returned("never")))
                .bug(
                        "rings serve again with elements in them",
                        edit("LinkedRingQueue", "isAwaited", returned("never")));
        plant(QueueTrial.WFQ_WITHOUT_PATIENCE)
                .bug(
                        "a dequeue takes what others have taken",
                        edit("YangMellorCrummeyQueue", "isTakenFor", returned("always")));
        plant(QueueTrial.WFQ_HELP)
                .bug(
                        "no thread helps an enqueue that is suspended",
                        edit(
                                "YangMellorCrummeyQueue",
                                "helpEnqueue",
                                drop(call("YangMellorCrummeyQueue.offerToPeer"))));
        plant(QueueTrial.WFQ_WITHOUT_PATIENCE)
                .bug(
                        "a cell is swapped by a store",
                        edit(
                                "YangMellorCrummeyQueue",
                                "swap",
                                redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")));
    }

    private static void overtakenQueues() {
        plant(QueueTrial.OVQ_TINY_RING)
                .bug(
                        "a value is put at a position that is spoilt",
                        edit(
                                "OvertakingQueue",
                                "put",
                                redirect(call("Longs.compareAndExchangeRelaxed"), "storeAsExpected")))
                .bug(
                        "a dequeue leaves a position without spoiling it",
                        edit(
                                "OvertakingQueue",
                                "settle",
                                redirect(call("Longs.compareAndExchangeRelaxed"), "changeNothing")))
                .bug(
                        "a slot forgets of which cycle its value is",
                        edit("OvertakingQueue", "spoilt", answer(call("OvertakingQueue.isFree"), 1)))
                .bug(
                        "a thread that searches takes values that others have claimed",
                        edit("OvertakingQueue", "search", answer(call("Ints.compareAndSetAcqRel"), 1)));
        plant(QueueTrial.G_LFQ)
                .bug(
                        "an index is put into an entry whatever has happened to it meanwhile",
                        edit("IndexRing", "fill", redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")))
                .bug(
                        "an enqueue does not say that the ring is no longer empty",
                        edit("IndexRing", "enqueue", drop(call("Ints.getAndSetRelaxed"))));
    }

    private static void helpedQueues() {
        plant(QueueTrial.G_WFQ_HELP)
                .bug(
                        "requests for help are not seen",
                        edit("HelpedRing", "help", answer(call("Longs.getOpaque", 1, 2), 0)));
        plant(QueueTrial.G_WFQ_WITHOUT_PATIENCE)
                .bugFrom(
                        16,
                        "a thread that takes an index does not mark its request as done",
                        edit("HelpedRing", "take", drop(call("HelpedRing.markDone"))),
                        edit("HelpedRing", "resultOf", drop(call("HelpedRing.markDone"))))
                .bug(
                        "a name is taken out of Head before the request has its position",
                        edit("HelpedRing", "completeClaim", drop(call("Longs.compareAndSetAcqRel", 1, 2))))
                .bug(
                        "the index of a request is put in whatever has happened to the entry meanwhile",
                        edit(
                                "HelpedRing",
                                "putForAll",
                                redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")));
    }

    private static Planting plant(QueueTrial trial) {
        return new Planting(trial, ALL);
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.structures.queue." + type, method, changes);
    }
}
