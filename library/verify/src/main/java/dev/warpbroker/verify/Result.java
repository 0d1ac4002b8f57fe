package dev.warpbroker.verify;

/**
 * What an operation was and how it ended. The {@link #code() codes} are what a program that records on its own, on a
 * device for example, stores in its logs.
 */
public enum Result {
    /** A value was put in. Code 0. */
    INSERTED("put"),

    /** A value was to be put in, and the structure said that it was full. Code 1. */
    FULL("full"),

    /** A value was taken out. Code 2. */
    REMOVED("take"),

    /** A value was to be taken out, and the structure said that it was empty. Code 3. */
    EMPTY("empty");

    private static final Result[] BY_CODE = values();

    private final String word;

    Result(String word) {
        this.word = word;
    }

    /** {@return the number that stands for this in logs} */
    public int code() {
        return ordinal();
    }

    /** {@return the word that stands for this in history files} */
    String word() {
        return word;
    }

    /** {@return the result with a code that is known to be good} */
    static Result of(int code) {
        return BY_CODE[code];
    }

    static boolean isCode(int code) {
        return code >= 0 && code < BY_CODE.length;
    }
}
