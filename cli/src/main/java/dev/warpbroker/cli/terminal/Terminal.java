package dev.warpbroker.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The terminal of this process. */
final class Terminal {
    private static final int USUAL_COLUMNS = 80;
    private static final int PATIENCE_MILLIS = 500;

    private Terminal() {}

    /** {@return how many columns it has: what COLUMNS says, or the terminal itself, or 80} */
    static int columns() {
        return number(System.getenv("COLUMNS")).or(Terminal::asked).orElse(USUAL_COLUMNS);
    }

    /** {@return the number in a text, if it may be one of columns} */
    static Optional<Integer> number(@Nullable String text) {
        return text != null && text.matches("[1-9][0-9]{1,3}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** The program stty knows; Java does not, without native code. */
    private static Optional<Integer> asked() {
        try {
            var stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            String size = stty.inputReader().readAllAsString().strip();
            return number(size.substring(size.indexOf(' ') + 1));
        } catch (IOException absent) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
