package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Call.call;
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
        plant(WorkerTrial.POOL)
                .bug(
                        "tasks are handed over without units",
                        edit("SpareUnits", "give", drop(call("OutstandingWork.add"))))
                .bug(
                        "lanes without a task keep their units",
                        edit("SpareUnits", "handIn", drop(call("OutstandingWork.add"))))
                .bug(
                        "a lane that kept a task for want of room forgets it",
                        edit("PoolWorkers$PoolLane", "keep", drop(call("Layout.write"))));
        plant(WorkerTrial.STEALING)
                .bug(
                        "tasks are laid out without units",
                        edit("StealingWorkers$StealingLane", "layOut", drop(call("OutstandingWork.add"))))
                .bug(
                        "two thieves take the same tasks",
                        edit("PublicDeques", "take", redirect(call("Longs.compareAndSetAcqRel"), "store")))
                .bugFrom(
                        16,
                        "the owner takes back what a thief has",
                        edit("PublicDeques", "takeBack", redirect(call("Longs.compareAndSetAcqRel"), "store")))
                .bug(
                        "thieves may see the tail before they see the tasks",
                        edit("PublicDeques", "add", rename(call("Longs.getAndAddAcqRel"), "getAndAddRelaxed")))
                .bug(
                        "the owner writes over tasks that no thief has read",
                        edit("StealingWorkers$StealingLane", "layOut", answer(call("PublicDeques.capacity"), 1 << 20)));
        plant(WorkerTrial.COOPERATIVE)
                .bug(
                        "lanes look whether there is a task before the first one has said so",
                        edit("CooperativeWorkers$CooperativeLane", "takeBlockTask", drop(call("Block.barrier"))))
                .bug(
                        "sums are read before all warps have written theirs",
                        edit("CooperativeWorkers$CooperativeLane", "note", drop(call("Block.barrier"))));
        plant(WorkerTrial.FORK_JOIN)
                .bugFrom(
                        1,
                        "a lane keeps its part when it has handed it over",
                        edit("forkjoin.LaneResults", "halved", omit(call("Join.identity"))))
                .bug(
                        "a lane reads the part of another before that is there",
                        edit("forkjoin.LaneResults", "halved", drop(call("WarpWorker.synchronize", 1, 2))))
                .bugFrom(
                        6,
                        "the worker that hands in last need not see what others have handed in",
                        edit(
                                "worker.OutstandingWork",
                                "handIn",
                                rename(call("Ints.getAndAddAcqRel"), "getAndAddRelaxed")));
        plant(WorkerTrial.FORK_JOIN_FRAMES)
                .bug(
                        "the result need not be there when its message is",
                        edit("forkjoin.Inbox", "send", rename(call("Ints.setRelease"), "setOpaque")));
    }

    private WorkerBugs() {}

    static List<PlantedBug> all() {
        return List.copyOf(ALL);
    }

    private static Planting plant(WorkerTrial trial) {
        return new Planting(trial, ALL);
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.tasks." + type, method, changes);
    }
}
