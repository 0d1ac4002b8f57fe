package dev.warpbroker.device.simulator;

/** A piece of shared or local memory that a program declares; addresses count from 0 in each space. */
record Variable(String name, AddressSpace space, long address, int bytes) {
    /** Instead of a size: the launch says it. */
    static final int OF_LAUNCH = -1;
}
