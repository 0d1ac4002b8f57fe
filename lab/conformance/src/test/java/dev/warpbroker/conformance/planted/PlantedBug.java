package dev.warpbroker.conformance.planted;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A bug in a class of the library, made by changing its bytecode.
 *
 * @param name what is wrong
 * @param trial which finds it
 * @param edits where and how
 */
record PlantedBug(String name, Enum<? extends Trial> trial, List<Edit> edits) {
    static PlantedBug of(Enum<? extends Trial> trial, String name, Edit... edits) {
        return new PlantedBug(name, trial, List.of(edits));
    }

    /** {@return the first of so many seeds with which the trial finds the bug} */
    OptionalInt finder(int seeds) {
        var changed = new ChangedLibrary(edits).twin(trial);
        return IntStream.range(0, seeds).filter(changed::finds).findFirst();
    }

    @Override
    public String toString() {
        return trial + ": " + name;
    }
}
