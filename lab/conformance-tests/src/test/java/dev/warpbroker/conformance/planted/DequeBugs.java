package dev.warpbroker.conformance.planted;

import static dev.warpbroker.conformance.planted.Call.call;
import static dev.warpbroker.conformance.planted.Change.drop;
import static dev.warpbroker.conformance.planted.Change.moveAfter;
import static dev.warpbroker.conformance.planted.Change.redirect;
import static dev.warpbroker.conformance.planted.Change.repeatAfter;
import static dev.warpbroker.conformance.planted.Change.repeatBefore;
import static dev.warpbroker.conformance.planted.Change.returned;

import dev.warpbroker.structures.deque.DequeTrial;
import java.util.ArrayList;
import java.util.List;

/** What can be wrong with deques. */
final class DequeBugs {
    private static final List<PlantedBug> ALL = new ArrayList<>();

    private static final Edit NO_FENCE_IN_STEAL =
            edit("NonBlockingDeques", "sizeBehind", drop(call("VarHandle.fullFence")));
    private static final Edit TAIL_READ_BEFORE_HEAD = edit(
            "NonBlockingDeques", "steal", repeatAfter(call("Longs.getOpaque"), call("NonBlockingDeques.sizeBehind")));
    private static final Edit LAST_WITHOUT_COMPARE_AND_SWAP =
            edit("AbpDeques", "claim", redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected"));

    static {
        plant(DequeTrial.ABP)
                .bug(
                        "the owner may look at Head before thieves can see that it has moved Tail",
                        edit("AbpDeques", "claim", drop(call("VarHandle.fullFence"))));
        for (var trial : List.of(DequeTrial.ABP, DequeTrial.ABP_HISTORY)) {
            plant(trial)
                    .bugFrom(
                            trial == DequeTrial.ABP ? 1 : 54,
                            "a thief may see a Tail that is older than the Head it saw",
                            NO_FENCE_IN_STEAL)
                    .bug("a thief looks at Tail first, as in listing A.2", TAIL_READ_BEFORE_HEAD)
                    .bug(
                            "the owner takes the last element without asking whether a thief has it",
                            LAST_WITHOUT_COMPARE_AND_SWAP);
        }
        plant(DequeTrial.ABP)
                .bug(
                        "thieves may see Tail moved before they see the element",
                        edit("NonBlockingDeques", "publish", drop(call("VarHandle.releaseFence"))))
                .bug(
                        "the deque begins anew at the same index with the same tag",
                        edit("AbpDeques", "afterReset", returned("zero")))
                .bug(
                        "the tag is small and soon comes round",
                        edit("AbpDeques", "afterReset", returned("lowestThreeBits")))
                .bug(
                        "a thief claims with a store what it has seen",
                        edit(
                                "NonBlockingDeques",
                                "moveHead",
                                redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")))
                .bug(
                        "a thief reads the element after its claim, when the owner may have written over it",
                        edit(
                                "NonBlockingDeques",
                                "steal",
                                moveAfter(call("Rings.copy"), call("NonBlockingDeques.moveHead"))))
                .bugFrom(
                        29,
                        "thieves claim many, and the owner pops as if they claimed one, as in listing A.2",
                        edit("NonBlockingDeques", "stealMany", redirect(call("NonBlockingDeques.atOnce"), "atMostTwo")))
                .bug(
                        "the owner writes over the oldest element",
                        edit("NonBlockingDeques", "room", returned("oneMore")));
        plant(DequeTrial.CHASE_LEV)
                .bug(
                        "the owner may look at Head before thieves can see its Tail",
                        edit("ChaseLevDeques", "claim", drop(call("VarHandle.fullFence"))))
                .bug(
                        "the owner takes the oldest element without asking",
                        edit(
                                "ChaseLevDeques",
                                "claim",
                                redirect(call("Longs.compareAndExchangeAcqRel"), "storeAsExpected")));
        plant(DequeTrial.LOCKED)
                .bug(
                        "the owner releases the lock before it has moved Tail",
                        edit("LockedDeques", "pop", repeatBefore(call("SpinLock.release"), call("Ints.setOpaque"))))
                .bug(
                        "a thief releases the lock before it has moved Head",
                        edit("LockedDeques", "steal", repeatBefore(call("SpinLock.release"), call("Rings.read"))));
    }

    private DequeBugs() {}

    static List<PlantedBug> all() {
        return List.copyOf(ALL);
    }

    private static Planting plant(DequeTrial trial) {
        return new Planting(trial, ALL);
    }

    private static Edit edit(String type, String method, Change... changes) {
        return new Edit("dev.warpbroker.structures.deque." + type, method, changes);
    }
}
