package dev.warpbroker.verify;

import java.util.Locale;

/** The order in which a structure gives its values back. */
public enum Discipline {
    /** A queue: first in, first out. */
    FIFO("queue", "enqueue", "dequeue", "enqueued", "dequeued"),

    /** A stack: last in, first out. */
    LIFO("stack", "push", "pop", "pushed", "popped");

    private final String structure;
    private final String insert;
    private final String remove;
    private final String inserted;
    private final String removed;

    Discipline(String structure, String insert, String remove, String inserted, String removed) {
        this.structure = structure;
        this.insert = insert;
        this.remove = remove;
        this.inserted = inserted;
        this.removed = removed;
    }

    /** {@return what such a structure is called: {@code queue} or {@code stack}} */
    public String structure() {
        return structure;
    }

    /** {@return the operation that puts a value in: {@code enqueue} or {@code push}} */
    public String insert() {
        return insert;
    }

    /** {@return the operation that takes a value out: {@code dequeue} or {@code pop}} */
    public String remove() {
        return remove;
    }

    /** {@return what happened to a value that was put in} */
    String inserted() {
        return inserted;
    }

    /** {@return what happened to a value that was taken out} */
    String removed() {
        return removed;
    }

    /** {@return the name in history files: {@code fifo} or {@code lifo}} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
