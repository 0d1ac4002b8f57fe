package dev.warpbroker.experiments.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What was running when something was measured.
 *
 * @param warpbroker the version of this program
 * @param commit the commit it was built from, or null if unknown
 * @param java the version of the Java runtime
 * @param system operating system and processor architecture
 */
public record Versions(String warpbroker, @Nullable String commit, String java, String system) {
    /** The launcher sets it where it knows the commit. */
    public static final String COMMIT_PROPERTY = "warpbroker.commit";

    private static final String OWN = read();

    /** {@return the versions of this process} */
    public static Versions current() {
        String commit = System.getProperty(COMMIT_PROPERTY, "");
        return new Versions(
                OWN,
                commit.isEmpty() ? null : commit,
                Runtime.version().toString(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }

    private static String read() {
        try (var resource = Versions.class.getResourceAsStream("version.properties")) {
            var properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
