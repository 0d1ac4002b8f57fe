package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.graphs.MemoryPlan;

/** Says what will be taken of the memory of a device, before it is. */
final class PlannedMemory {
    private PlannedMemory() {}

    /**
     * Prints a plan.
     *
     * @param title as wide as those of the lines that follow
     * @throws dev.warpbroker.graphs.Graph.TooLargeException if the device has not so much memory
     */
    static void require(String title, MemoryPlan plan, Console console) {
        plan.require();
        console.print(title + Quantity.bytes(plan.needed()) + " of " + Quantity.bytes(plan.available())
                + ": graph " + Quantity.bytes(plan.rows()) + ", " + plan.engine() + " "
                + Quantity.bytes(plan.work()));
    }
}
