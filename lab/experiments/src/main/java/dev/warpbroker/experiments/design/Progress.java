package dev.warpbroker.experiments.design;

/** Hears how far a piece of work has come. */
public interface Progress {
    /** Says what is being done now. */
    void at(String what);

    /** One more step is done. */
    void step();
}
