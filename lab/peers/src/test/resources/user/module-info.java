/** A module of a user: needs nothing but the library, and opens nothing. */
module user {
    requires dev.warpbroker.concurrent;
    requires dev.warpbroker.device;
    requires dev.warpbroker.tasks;
    requires dev.warpbroker.structures;
}
