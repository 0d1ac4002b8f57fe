/** A module of a user: needs nothing but the library, and opens nothing. */
module user {
    requires dev.warpbroker.concurrent;
    requires dev.warpbroker.device;
    requires dev.warpbroker.schedule;
    requires dev.warpbroker.structures;
}
