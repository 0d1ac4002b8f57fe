package dev.warpbroker.examples.tree;

import java.io.Serializable;

/**
 * What a search found of a tree.
 *
 * @param nodes all nodes, the root among them
 * @param leaves nodes without children
 * @param depth the depth of the deepest node; the root's is 0
 */
public record TreeSize(long nodes, long leaves, int depth) implements Serializable {}
