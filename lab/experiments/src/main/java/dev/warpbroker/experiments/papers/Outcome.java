package dev.warpbroker.experiments.papers;

/** What became of a claim of a paper. */
public enum Outcome {
    /** It holds here. */
    REPRODUCED("reproduced"),
    /** It holds here, by another factor, more than twice or less than half the paper's, and measurements show why. */
    IN_KIND("reproduced in kind"),
    /** It holds here, by another factor, and nothing shows why. */
    IN_KIND_UNEXPLAINED("in kind, not explained"),
    /** It does not hold here, and measurements show why. */
    TURNED_AROUND("turned around"),
    /** It does not hold here, and nothing shows why. */
    UNEXPLAINED("turned around, not explained"),
    /** It is not seen here, and might have been by chance: too little was recorded to tell. */
    UNDECIDED("cannot be told"),
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
            case IN_KIND_UNEXPLAINED, UNEXPLAINED, UNDECIDED, NOT_RECORDED -> false;
        };
    }

    /** {@return the same, of what nothing explains} */
    Outcome unexplained() {
        return switch (this) {
            case IN_KIND -> IN_KIND_UNEXPLAINED;
            case TURNED_AROUND -> UNEXPLAINED;
            case REPRODUCED, IN_KIND_UNEXPLAINED, UNEXPLAINED, UNDECIDED, NOT_POSSIBLE, NOT_RECORDED -> this;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
