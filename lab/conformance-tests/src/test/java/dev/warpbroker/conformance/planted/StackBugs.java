package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Call.call;
import static dev.warpbroker.conformance.planted.Change.alwaysBranch;
import static dev.warpbroker.conformance.planted.Change.answer;
import static dev.warpbroker.conformance.planted.Change.drop;
import static dev.warpbroker.conformance.planted.Change.moveAfter;
import static dev.warpbroker.conformance.planted.Change.neverBranch;
import static dev.warpbroker.conformance.planted.Change.redirect;
import static dev.warpbroker.conformance.planted.Change.rename;
import static dev.warpbroker.conformance.planted.Change.repeatAfter;
import static dev.warpbroker.conformance.planted.Change.repeatBeforeIf;

import dev.warpbroker.structures.stack.StackTrial;
import java.util.ArrayList;
import java.util.List;

/** What can be wrong with a stack. */
final class StackBugs {
    private static final List<PlantedBug> ALL = new ArrayList<>();

    static {
        treibersStack();
        stackWithRooms();
        scanStack();
    }

    private StackBugs() {}

    static List<PlantedBug> all() {
        return List.copyOf(ALL);
    }

    private static void treibersStack() {
        var tag = answer(call("NodeLists.upper"), -1);
        plant(StackTrial.TREIBER)
                .bug(
                        "a top that was taken and put back looks as if nothing had happened",
                        edit("NodeLists", "tryPush", tag),
                        edit("NodeLists", "tryPop", tag),
                        edit("NodeLists", "tryTake", tag),
                        edit("NodeLists", "give", tag))
                .bug(
                        "the value need not be there when the node is",
                        edit(
                                "NodeLists",
                                "tryPush",
                                moveAfter(call("Longs.setOpaque"), call("Longs.compareAndSetAcqRel"))))
                .bug(
                        "the node is given back before its value is read",
                        edit("TreiberStack", "pop", repeatAfter(call("NodeLists.content"), call("NodeLists.give"))))
                .bug(
                        "nothing says that the node below is there when the node is",
                        edit("NodeLists", "top", rename(call("Longs.getAcquire"), "getOpaque")),
                        edit(
                                "NodeLists",
                                "tryPush",
                                redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                        edit(
                                "NodeLists",
                                "tryPop",
                                redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                        edit(
                                "NodeLists",
                                "tryTake",
                                rename(call("Longs.getAcquire"), "getOpaque"),
                                redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                        edit(
                                "NodeLists",
                                "give",
                                rename(call("Longs.compareAndExchangeAcqRel"), "compareAndExchangeRelaxed")))
                .bug(
                        "the stack need not be empty now if it was once",
                        edit("NodeLists", "wasEmpty", neverBranch(call("Longs.getAndAddAcqRel"))))
                .bug(
                        "two pops take the same node",
                        edit("NodeLists", "tryPop", redirect(call("Longs.compareAndSetAcqRel"), "store")))
                .bug(
                        "the node of a push that finds the stack full is never given back",
                        edit("TreiberStack", "push", drop(call("NodeLists.give"))));
    }

    private static void stackWithRooms() {
        plant(StackTrial.ROOMS)
                .bug(
                        "a room is opened while others are still in the other one",
                        edit("Rooms", "open", alwaysBranch(call("Ints.getAcquire"))))
                .bug(
                        "Top stays beyond the capacity, or below 0",
                        edit("Rooms", "open", drop(call("Ints.setOpaque", 1, 2)), drop(call("Ints.setOpaque"))))
                .bug(
                        "another thread may pop the cell before the value is stored",
                        edit(
                                "RoomStack",
                                "pushTogether",
                                repeatBeforeIf("inside", call("Rooms.leave"), call("RoomStack.put")),
                                drop(call("Rooms.leave"))))
                .bug(
                        "the contents of the cells need not be visible to threads that enter",
                        edit("Rooms", "enter", rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")))
                .bug(
                        "the contents of the cells need not be visible to threads that follow",
                        edit("Rooms", "leave", rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")))
                .bug(
                        "the leader has acquired what is in the cells, the other lanes have not",
                        edit("RoomStack", "popTogether", drop(call("Warp.synchronize", 1, 2))))
                .bug(
                        "only the first who comes to a closed room is let in when it is closed again",
                        edit("Rooms", "open", redirect(call("Ints.setRelease"), "storeTwoLess")))
                .bugFrom(
                        36,
                        "the stack with rooms need not be empty now if it was once",
                        edit("Rooms", "wasEmpty", redirect(call("Ints.getAndAddRelaxed"), "readInt")));
    }

    private static void scanStack() {
        plant(StackTrial.SCAN)
                .bug(
                        "a push takes a cell that another push has taken",
                        edit(
                                "ScanStack",
                                "push",
                                redirect(call("Ints.compareAndExchangeRelaxed"), "storeIntAsExpected")))
                .bug(
                        "two pops take the same value",
                        edit(
                                "ScanStack",
                                "pop",
                                redirect(call("Ints.compareAndExchangeRelaxed", 1, 2), "storeIntAsExpected")));
    }

    private static Planting plant(StackTrial trial) {
        return new Planting(trial, ALL);
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.structures.stack." + type, method, changes);
    }
}
