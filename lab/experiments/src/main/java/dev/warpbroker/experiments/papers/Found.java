package dev.warpbroker.experiments.papers;

/**
 * What we found about a claim.
 *
 * @param figure ours
 * @param outcome whether the paper's finding holds here: reproduced, in kind, or turned around
 */
record Found(String figure, Outcome outcome) {
    /** As far from the paper's figure ours may be: machines differ, and a factor is what a finding is about. */
    private static final double NEAR = 2;

    static Found of(String figure, boolean agrees) {
        return new Found(figure, agrees ? Outcome.REPRODUCED : Outcome.TURNED_AROUND);
    }

    /** {@return what is reproduced if it goes the same way, within a factor of two; farther off, in kind} */
    static Found beside(String figure, boolean sameWay, double ours, double paper) {
        boolean near = ours <= NEAR * paper && paper <= NEAR * ours;
        return new Found(figure, !sameWay ? Outcome.TURNED_AROUND : near ? Outcome.REPRODUCED : Outcome.IN_KIND);
    }
}
