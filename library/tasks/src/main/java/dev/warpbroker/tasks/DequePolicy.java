package dev.warpbroker.tasks;

import dev.warpbroker.structures.deque.DequeKind;

/**
 * A deque for each worker.
 *
 * @param deques what the deques are
 * @param amount how much is stolen at once
 * @param random whether victims are chosen at random, else one after the other
 */
record DequePolicy(DequeKind deques, Policy.StealAmount amount, boolean random) implements Policy {
    @Override
    public String toString() {
        return (random ? "stealing " : "distributed, ") + amount + " on " + deques + " deques";
    }
}
