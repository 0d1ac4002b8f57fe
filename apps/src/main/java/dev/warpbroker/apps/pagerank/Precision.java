package dev.warpbroker.apps.pagerank;

/** In what ranks are kept from one iteration to the next. Sums are always made in doubles. */
public enum Precision {
    /** 64 bits: the ranks of the sequential reference within 1e-9 of each, and mostly to the last digits. */
    DOUBLE,
    /** 32 bits, half the memory to read and write: within 1e-5 of each rank. */
    FLOAT
}
