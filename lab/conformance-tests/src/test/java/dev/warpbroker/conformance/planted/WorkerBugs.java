package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Change.answer;
import static dev.warpbroker.conformance.planted.Change.drop;
import static dev.warpbroker.conformance.planted.Change.omit;
import static dev.warpbroker.conformance.planted.Change.redirect;
import static dev.warpbroker.conformance.planted.Change.rename;

import dev.warpbroker.tasks.WorkerTrial;
import java.util.ArrayList;
import java.util.List;

/** What can be wrong with workers of a scheduler, and with those of fork and join. */
final class WorkerBugs {
    private static final List<PlantedBug> ALL = new ArrayList<>();

    static {
        plant(
                WorkerTrial.POOL,
                "tasks are handed over without units",
                edit("SpareUnits", "give", drop(call("OutstandingWork.add"))));
        plant(
                WorkerTrial.POOL,
                "lanes without a task keep their units",
                edit("SpareUnits", "handIn", drop(call("OutstandingWork.add"))));
        plant(
                WorkerTrial.POOL,
                "a lane that kept a task for want of room forgets it",
                edit("PoolWorkers$PoolLane", "keep", drop(call("Layout.write"))));
        plant(
                WorkerTrial.STEALING,
                "tasks are laid out without units",
                edit("StealingWorkers$StealingLane", "layOut", drop(call("OutstandingWork.add"))));
        plant(
                WorkerTrial.STEALING,
                "two thieves take the same tasks",
                edit("PublicDeques", "take", redirect(call("Longs.compareAndSetAcqRel"), "store")));
        plantFrom(
                16,
                WorkerTrial.STEALING,
                "the owner takes back what a thief has",
                edit("PublicDeques", "takeBack", redirect(call("Longs.compareAndSetAcqRel"), "store")));
        plant(
                WorkerTrial.STEALING,
                "thieves may see the tail before they see the tasks",
                edit("PublicDeques", "add", rename(call("Longs.getAndAddAcqRel"), "getAndAddRelaxed")));
        plant(
                WorkerTrial.STEALING,
                "the owner writes over tasks that no thief has read",
                edit("StealingWorkers$StealingLane", "layOut", answer(call("PublicDeques.capacity"), 1 << 20)));
        plant(
                WorkerTrial.COOPERATIVE,
                "lanes look whether there is a task before the first one has said so",
                edit("CooperativeWorkers$CooperativeLane", "takeBlockTask", drop(call("Block.barrier"))));
        plant(
                WorkerTrial.COOPERATIVE,
                "sums are read before all warps have written theirs",
                edit("CooperativeWorkers$CooperativeLane", "note", drop(call("Block.barrier"))));
        plantFrom(
                1,
                WorkerTrial.FORK_JOIN,
                "a lane keeps its part when it has handed it over",
                edit("forkjoin.LaneResults", "halved", omit(call("Join.identity"))));
        plant(
                WorkerTrial.FORK_JOIN,
                "a lane reads the part of another before that is there",
                edit("forkjoin.LaneResults", "halved", drop(call("WarpWorker.synchronize", 1, 2))));
        plantFrom(
                6,
                WorkerTrial.FORK_JOIN,
                "the worker that hands in last need not see what others have handed in",
                edit("worker.OutstandingWork", "handIn", rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")));
        plant(
                WorkerTrial.FORK_JOIN_FRAMES,
                "the result need not be there when its message is",
                edit("forkjoin.Inbox", "send", rename(call("Ints.setRelease"), "setOpaque")));
    }

    private WorkerBugs() {}

    static List<PlantedBug> all() {
        return List.copyOf(ALL);
    }

    private static void plant(WorkerTrial trial, String name, Edit... edits) {
        plantFrom(0, trial, name, edits);
    }

    private static void plantFrom(int seed, WorkerTrial trial, String name, Edit... edits) {
        ALL.add(PlantedBug.of(trial, name, edits).from(seed));
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.tasks." + type, method, changes);
    }

    private static Call call(String callee) {
        return Call.of(callee);
    }

    private static Call call(String callee, int number, int count) {
        return Call.of(callee, number, count);
    }
}
