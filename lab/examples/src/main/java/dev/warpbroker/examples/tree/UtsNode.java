package dev.warpbroker.examples.tree;

/**
 * A node of an unbalanced tree: 160 bits of randomness, from which the whole subtree follows, and its depth.
 *
 * @param state0 the first word of the digest
 * @param state4 the last word of the digest, which is also the node's random number
 */
public record UtsNode(int state0, int state1, int state2, int state3, int state4, int depth) {
    private static final int POSITIVE = 0x7fff_ffff;

    static UtsNode root(int seed) {
        return of(Sha1.of(0, 0, 0, 0, seed), 0);
    }

    UtsNode child(int index) {
        return of(Sha1.of(state0, state1, state2, state3, state4, index), depth + 1);
    }

    /** {@return 31 random bits} */
    int random() {
        return state4 & POSITIVE;
    }

    private static UtsNode of(Sha1.Digest digest, int depth) {
        return new UtsNode(digest.word0(), digest.word1(), digest.word2(), digest.word3(), digest.word4(), depth);
    }
}
