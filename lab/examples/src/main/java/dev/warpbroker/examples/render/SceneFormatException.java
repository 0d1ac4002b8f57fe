package dev.warpbroker.examples.render;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A scene's file does not say what it should; the message has the file, the line and the reason. */
public final class SceneFormatException extends IOException {
    private static final long serialVersionUID = 1;

    SceneFormatException(Path file, long line, String reason, @Nullable Throwable cause) {
        super(file + ":" + line + ": " + reason, cause);
    }
}
