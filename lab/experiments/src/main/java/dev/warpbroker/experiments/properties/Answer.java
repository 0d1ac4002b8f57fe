package dev.warpbroker.experiments.properties;

import java.util.Locale;

/** Whether a queue has a property. */
public enum Answer {
    YES("•"),
    PARTLY("◦"),
    NO(""),
    /** It was not found out. */
    UNCLEAR("?"),
    /** What was to find it out broke down. */
    FAILED("!");

    private final String mark;

    Answer(String mark) {
        this.mark = mark;
    }

    /** {@return how tables show it} */
    public String mark() {
        return mark;
    }

    /** The word in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
