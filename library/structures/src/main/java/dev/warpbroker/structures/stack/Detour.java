package dev.warpbroker.structures.stack;

import dev.warpbroker.structures.TakenInt;

/** What an operation of a {@link TreiberStack} does each time that another one was faster. Kernel Java. */
interface Detour {
    /** {@return whether {@code value} has found a pop elsewhere; if not, the push tries again} */
    boolean tryGive(int value);

    /** {@return a value that was found elsewhere; if there was none, the pop tries again} */
    TakenInt tryTake();
}
