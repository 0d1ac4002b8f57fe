package dev.warpbroker.tasks;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.stack.StackKind;

/**
 * One pool for all workers, last in, first out.
 *
 * @param stack what the pool is made of
 */
record StackPolicy(StackKind stack) implements Policy {
    StackPolicy {
        if (!stack.claims(Claim.PUBLISHES)) {
            throw new IllegalArgumentException(stack + " cannot be a pool of tasks: it does not claim: "
                    + Claim.PUBLISHES + "; use " + StackKind.ROOMS);
        }
    }

    @Override
    public String toString() {
        return "central " + stack + " stack";
    }
}
