package dev.warpbroker.examples.tree;

/**
 * A node of an unbalanced tree that nobody has come to yet: the randomness of its parent, and its number among the
 * children. So the digest of a node is made by its own task. All tasks are equally long then, and lanes of a warp do
 * not wait for the one with most children; a path of the tree takes a digest for every level, and not those of all
 * siblings.
 *
 * @param state0 the first word of the parent's digest
 * @param state4 the last word of the parent's digest
 * @param depth of the parent
 * @param index the number among the children; {@link #ITSELF} if all this is the node's own, as it is of the root
 */
public record UtsVisit(int state0, int state1, int state2, int state3, int state4, int depth, int index) {
    private static final int ITSELF = -1;

    static UtsVisit root(int seed) {
        return of(UtsNode.root(seed), ITSELF);
    }

    /** {@return a child of a node, by number} */
    static UtsVisit of(UtsNode parent, int index) {
        return new UtsVisit(
                parent.state0(),
                parent.state1(),
                parent.state2(),
                parent.state3(),
                parent.state4(),
                parent.depth(),
                index);
    }

    /** {@return the node} */
    UtsNode node() {
        var given = new UtsNode(state0, state1, state2, state3, state4, depth);
        return index == ITSELF ? given : given.child(index);
    }
}
