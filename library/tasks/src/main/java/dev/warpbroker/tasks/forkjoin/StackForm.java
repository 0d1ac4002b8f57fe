package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Layout;

/**
 * How the stack of a worker on the JVM is filled. At its bottom is room for one result. Then come markers and tasks:
 * the marker of a task that has spawned, above it its children that have not begun, above them the marker of the child
 * that is being worked at, and so on. A marker is named by where its children begin; before that it has the words of
 * its task, the marker below it, the marker above it, and the results of the children that have ended.
 *
 * @param taskWords words of a task, at least 1
 * @param resultWords words of a result
 */
record StackForm(int taskWords, int resultWords) {
    static StackForm of(Layout<?> tasks, Layout<?> results) {
        return new StackForm(Math.max(1, tasks.words()), results.words());
    }

    /** {@return words of a marker} */
    int markerWords() {
        return taskWords + 2 + resultWords;
    }

    /**
     * {@return where, from a marker on, the marker below is; its complement if other workers have to do with this one}
     */
    int link() {
        return -resultWords - 2;
    }

    /** {@return where, from a marker on, the marker above is, if there is one} */
    int next() {
        return -resultWords - 1;
    }

    /** {@return where, from a marker on, the results of its children are} */
    int joined() {
        return -resultWords;
    }

    /** {@return the lowest marker} */
    int lowest() {
        return resultWords + markerWords();
    }
}
