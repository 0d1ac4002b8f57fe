package dev.warpbroker.conformance.planted;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A bug in a class of the library, made by changing its bytecode.
 *
 * @param name what is wrong
 * @param trial which finds it
 * @param firstSeed the seed to begin with: one that found the bug when it was planted
 * @param edits where and how
 */
record PlantedBug(String name, Enum<? extends Trial> trial, int firstSeed, List<Edit> edits) {
    static PlantedBug of(Enum<? extends Trial> trial, String name, Edit... edits) {
        return new PlantedBug(name, trial, 0, List.of(edits));
    }

    /** {@return the first of so many seeds with which the trial finds the bug} */
    OptionalInt finder(int seeds) {
        var changed = new ChangedLibrary(edits).twin(trial);
        return IntStream.range(firstSeed, firstSeed + seeds)
                .filter(changed::finds)
                .findFirst();
    }

    @Override
    public String toString() {
        return trial + ": " + name;
    }
}
