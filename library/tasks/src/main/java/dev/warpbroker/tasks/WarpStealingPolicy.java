package dev.warpbroker.tasks;

/** Work stealing by warps with stacks in shared memory. */
record WarpStealingPolicy() implements Policy {
    @Override
    public String toString() {
        return "stealing by warps";
    }
}
