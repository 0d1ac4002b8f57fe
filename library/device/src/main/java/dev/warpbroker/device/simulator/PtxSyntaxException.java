package dev.warpbroker.device.simulator;

/** PTX text that the simulator cannot execute; the message gives line and text. */
final class PtxSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PtxSyntaxException(int line, String text, String problem) {
        super("PTX line " + line + ": " + problem + " in «" + text + "»");
    }
}
