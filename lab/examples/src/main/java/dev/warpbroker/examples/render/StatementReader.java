package dev.warpbroker.examples.render;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The statements of an OBJ or MTL file, plain or compressed with gzip: lines without comments, as words. */
final class StatementReader implements AutoCloseable {
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final BufferedReader reader;
    private long line;

    StatementReader(Path file) throws IOException {
        this.file = file;
        reader = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.ISO_8859_1), BUFFER);
    }

    private static InputStream open(Path file) throws IOException {
        var in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        in.mark(2);
        int magic = in.read() << 8 | in.read();
        in.reset();
        try {
            return magic == GZIP_MAGIC ? new GZIPInputStream(in, BUFFER) : in;
        } catch (IOException broken) {
            in.close();
            throw new SceneFormatException(file, 1, "the gzip header is broken or cut off", broken);
        }
    }

    /** {@return the words of the next statement, at least one, or null at the end of the file} */
    @Nullable
    List<String> next() throws IOException {
        for (var text = readLine(); text != null; text = readLine()) {
            while (text.endsWith("\\")) {
                var more = readLine();
                text = text.substring(0, text.length() - 1) + ' ' + (more == null ? "" : more);
            }
            int comment = text.indexOf('#');
            var words = new ArrayList<String>();
            var tokens = new StringTokenizer(comment < 0 ? text : text.substring(0, comment));
            while (tokens.hasMoreTokens()) {
                words.add(tokens.nextToken());
            }
            if (!words.isEmpty()) {
                return words;
            }
        }
        return null;
    }

    private @Nullable String readLine() throws IOException {
        line++;
        try {
            return reader.readLine();
        } catch (EOFException truncated) {
            throw new SceneFormatException(file, line, "the gzip data end here; the file is truncated", truncated);
        } catch (ZipException broken) {
            throw new SceneFormatException(file, line, "the gzip data are broken: " + broken.getMessage(), broken);
        }
    }

    long line() {
        return line;
    }

    SceneFormatException failure(String reason) {
        return new SceneFormatException(file, line, reason, null);
    }

    /** {@return all words after the first, as one} */
    String rest(List<String> words) throws SceneFormatException {
        if (words.size() < 2) {
            throw failure("\"" + words.getFirst() + "\" without a name");
        }
        return String.join(" ", words.subList(1, words.size()));
    }

    /** {@return the first three numbers of a statement} */
    Vec vec(List<String> words) throws SceneFormatException {
        if (words.size() < 4) {
            throw failure("\"" + words.getFirst() + "\" with " + (words.size() - 1) + " numbers; it needs 3");
        }
        return new Vec(number(words.get(1)), number(words.get(2)), number(words.get(3)));
    }

    /** {@return the one number of a statement} */
    float number(List<String> words) throws SceneFormatException {
        if (words.size() < 2) {
            throw failure("\"" + words.getFirst() + "\" without a number");
        }
        return number(words.get(1));
    }

    private float number(String text) throws SceneFormatException {
        float number;
        try {
            number = Float.parseFloat(text);
        } catch (NumberFormatException _) {
            throw failure("\"" + text + "\" is not a number");
        }
        if (!Float.isFinite(number)) {
            throw failure("\"" + text + "\" is not a finite number");
        }
        return number;
    }

    int integer(String text) throws SceneFormatException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw failure("\"" + text + "\" is not an integer");
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
