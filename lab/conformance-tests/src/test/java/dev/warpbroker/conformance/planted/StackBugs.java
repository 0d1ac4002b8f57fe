package dev.warpbroker.conformance.planted;

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
        plant(
                StackTrial.TREIBER,
                "a top that was taken and put back looks as if nothing had happened",
                edit("NodeLists", "tryPush", tag),
                edit("NodeLists", "tryPop", tag),
                edit("NodeLists", "tryTake", tag),
                edit("NodeLists", "give", tag));
        plant(
                StackTrial.TREIBER,
                "the value need not be there when the node is",
                edit("NodeLists", "tryPush", moveAfter(call("Longs.setOpaque"), call("Longs.compareAndSetAcqRel"))));
        plant(
                StackTrial.TREIBER,
                "the node is given back before its value is read",
                edit("TreiberStack", "pop", repeatAfter(call("NodeLists.content"), call("NodeLists.give"))));
        plant(
                StackTrial.TREIBER,
                "nothing says that the node below is there when the node is",
                edit("NodeLists", "top", rename(call("Longs.getAcquire"), "getOpaque")),
                edit("NodeLists", "tryPush", redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                edit("NodeLists", "tryPop", redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                edit(
                        "NodeLists",
                        "tryTake",
                        rename(call("Longs.getAcquire"), "getOpaque"),
                        redirect(call("Longs.compareAndSetAcqRel"), "compareAndSetRelaxed")),
                edit("NodeLists", "give", rename(call("Longs.compareAndExchangeAcqRel"), "compareAndExchangeRelaxed")));
        plant(
                StackTrial.TREIBER,
                "the stack need not be empty now if it was once",
                edit("NodeLists", "wasEmpty", neverBranch(call("Longs.getAndAddAcqRel"))));
        plant(
                StackTrial.TREIBER,
                "two pops take the same node",
                edit("NodeLists", "tryPop", redirect(call("Longs.compareAndSetAcqRel"), "store")));
        plant(
                StackTrial.TREIBER,
                "the node of a push that finds the stack full is never given back",
                edit("TreiberStack", "push", drop(call("NodeLists.give"))));
    }

    private static void stackWithRooms() {
        plant(
                StackTrial.ROOMS,
                "a room is opened while others are still in the other one",
                edit("Rooms", "open", alwaysBranch(call("Ints.getAcquire"))));
        plant(
                StackTrial.ROOMS,
                "Top stays beyond the capacity, or below 0",
                edit("Rooms", "open", drop(call("Ints.setOpaque", 1, 2)), drop(call("Ints.setOpaque"))));
        plant(
                StackTrial.ROOMS,
                "somebody may pop the cell before the value is there",
                edit(
                        "RoomStack",
                        "pushTogether",
                        repeatBeforeIf("inside", call("Rooms.leave"), call("RoomStack.put")),
                        drop(call("Rooms.leave"))));
        plant(
                StackTrial.ROOMS,
                "what is in the cells need not be visible to whoever goes in",
                edit("Rooms", "enter", rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")));
        plant(
                StackTrial.ROOMS,
                "what is in the cells need not be visible to whoever comes after",
                edit("Rooms", "leave", rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")));
        plant(
                StackTrial.ROOMS,
                "the leader has acquired what is in the cells, the other lanes have not",
                edit("RoomStack", "popTogether", drop(call("Warp.synchronize", 1, 2))));
        plant(
                StackTrial.ROOMS,
                "only the first who comes to a closed room is let in when it is closed again",
                edit("Rooms", "open", redirect(call("Ints.setRelease"), "storeTwoLess")));
        plantFrom(
                36,
                StackTrial.ROOMS,
                "the stack with rooms need not be empty now if it was once",
                edit("Rooms", "wasEmpty", redirect(call("Ints.getAndAddRelaxed"), "readInt")));
    }

    private static void scanStack() {
        plant(
                StackTrial.SCAN,
                "a push takes a cell that another push has taken",
                edit("ScanStack", "push", redirect(call("Ints.compareAndExchangeRelaxed"), "storeIntAsExpected")));
        plant(
                StackTrial.SCAN,
                "two pops take the same value",
                edit("ScanStack", "pop", redirect(call("Ints.compareAndExchangeRelaxed", 1, 2), "storeIntAsExpected")));
    }

    private static void plant(StackTrial trial, String name, Edit... edits) {
        plantFrom(0, trial, name, edits);
    }

    private static void plantFrom(int seed, StackTrial trial, String name, Edit... edits) {
        ALL.add(PlantedBug.of(trial, name, edits).from(seed));
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.structures.stack." + type, method, changes);
    }

    private static Call call(String callee) {
        return Call.of(callee);
    }

    private static Call call(String callee, int number, int count) {
        return Call.of(callee, number, count);
    }
}
