package dev.warpbroker.graphs.rank;

/** In what ranks are kept from one iteration to the next. Sums are always made in doubles. */
public enum Precision {
    /** 64 bits. */
    DOUBLE(1e-9),
    /** 32 bits, half the memory to read and write. A tolerance of less than about 1e-6 may never be reached. */
    FLOAT(1e-5);

    private final double tolerance;

    Precision(double tolerance) {
        this.tolerance = tolerance;
    }

    /** {@return how far a rank may be from that of the sequential reference, as a part of it} */
    public double tolerance() {
        return tolerance;
    }
}
