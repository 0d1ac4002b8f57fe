package dev.warpbroker.peers;

/** What the threads are. */
public enum ThreadKind {
    PLATFORM(""),
    VIRTUAL("-virtual");

    private final String suffix;

    ThreadKind(String suffix) {
        this.suffix = suffix;
    }

    Thread start(Runnable task) {
        return switch (this) {
            case PLATFORM -> Thread.ofPlatform().daemon().start(task);
            case VIRTUAL -> Thread.ofVirtual().start(task);
        };
    }

    /** {@return what is added to the name of an experiment} */
    String suffix() {
        return suffix;
    }
}
