package dev.warpbroker.cli.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of JSON lines, one result each. */
public final class ResultFile {
    private static final String ENDING = ".jsonl";

    private ResultFile() {}

    /** Adds results to {@code file}, which need not exist. */
    public static void append(Path file, List<? extends Record> results) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(
                file, results.stream().map(Json::line).toList(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** {@return the result files in {@code folder} and the folders in it, sorted} */
    public static List<Path> under(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(ENDING) && Files.isRegularFile(path))
                    .sorted()
                    .toList();
        }
    }

    /** {@return the records of {@code file}; blank lines are passed over, a damaged one is an error that names it} */
    public static List<ResultLine> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        var records = new ArrayList<ResultLine>();
        int start = 0;
        for (int number = 1; start < bytes.length; number++) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            String text = decode(file, number, ByteBuffer.wrap(bytes, start, end - start));
            if (!text.isBlank()) {
                records.add(ResultLine.read(file, number, text));
            }
            start = end + 1;
        }
        return records;
    }

    /** By the line, so that an error can name it. */
    private static String decode(Path file, int number, ByteBuffer line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(line).toString();
        } catch (CharacterCodingException _) {
            throw ResultLine.damaged(file, number, "not UTF-8");
        }
    }
}
