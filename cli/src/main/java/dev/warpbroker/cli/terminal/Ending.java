package dev.warpbroker.cli.terminal;

/** Does something when the user ends the program (Ctrl-C) before this is closed. */
public final class Ending implements AutoCloseable {
    private final Thread hook;

    /** @param action what is done then */
    public Ending(Runnable action) {
        hook = new Thread(action, "ending");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The program is being ended, and the action is under way or done.
        }
    }
}
