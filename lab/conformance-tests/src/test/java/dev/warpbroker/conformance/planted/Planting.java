package dev.warpbroker.conformance.planted;

import java.util.List;

/** Bugs that one trial must find. */
record Planting(Enum<? extends Trial> trial, List<PlantedBug> bugs) {
    Planting bug(String name, Edit... edits) {
        return bugFrom(0, name, edits);
    }

    /** A bug that is found sooner if the trial begins with this seed. */
    Planting bugFrom(int seed, String name, Edit... edits) {
        bugs.add(new PlantedBug(name, trial, seed, List.of(edits)));
        return this;
    }
}
