package dev.warpbroker.peers;

/** The kinds of threads that use a queue. All threads of an iteration are of one kind. */
public enum ThreadKind {
    /** Threads of the operating system, which preempts them: with more threads than processors they take turns. */
    PLATFORM(""),

    /** Threads that the JVM schedules on its carrier threads, and which give way only when they block or park. */
    VIRTUAL("-virtual");

    private final String suffix;

    ThreadKind(String suffix) {
        this.suffix = suffix;
    }

    /** Starts a thread. It is a daemon: one that never ends does not keep the process of the benchmark alive. */
    Thread start(Runnable task) {
        return switch (this) {
            case PLATFORM -> Thread.ofPlatform().daemon().start(task);
            case VIRTUAL -> Thread.ofVirtual().start(task);
        };
    }

    /** {@return the end of the name of an experiment in records} */
    String suffix() {
        return suffix;
    }
}
