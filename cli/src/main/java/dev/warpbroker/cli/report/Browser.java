package dev.warpbroker.cli.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Shows pages in the browser of the user. */
public final class Browser {
    private Browser() {}

    /** {@return whether the system had a program to show {@code page} with} */
    public static boolean open(Path page) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String address = page.toUri().toString();
        List<String> command = system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : system.contains("mac") ? List.of("open", address) : List.of("xdg-open", address);
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException absent) {
            return false;
        }
    }
}
