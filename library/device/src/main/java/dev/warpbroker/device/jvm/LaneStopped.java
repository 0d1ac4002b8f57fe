package dev.warpbroker.device.jvm;

/** Unwinds a lane whose launch was stopped. Control flow only: it carries no trace and never reaches the host. */
final class LaneStopped extends Error {
    private static final long serialVersionUID = 1;

    LaneStopped() {
        super("lane stopped", null, false, false);
    }
}
