package dev.warpbroker.experiments.papers;

/** What became of a claim of a paper. */
public enum Outcome {
    /** It holds here. */
    REPRODUCED("reproduced"),
    /** It holds here, by another factor: more than twice or less than half the paper's. */
    IN_KIND("reproduced in kind"),
    /** It does not hold here, and a measurement shows why. */
    TURNED_AROUND("turned around"),
    /** It does not hold here, and nothing says why. */
    UNEXPLAINED("turned around, not explained"),
    /** It cannot be tried here. */
    NOT_POSSIBLE("not possible"),
    /** There is no record that could tell. */
    NOT_RECORDED("not recorded");

    private final String words;

    Outcome(String words) {
        this.words = words;
    }

    /** {@return whether there is nothing left to do about it} */
    public boolean isSettled() {
        return switch (this) {
            case REPRODUCED, IN_KIND, TURNED_AROUND, NOT_POSSIBLE -> true;
            case UNEXPLAINED, NOT_RECORDED -> false;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
