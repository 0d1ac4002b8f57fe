package dev.warpbroker.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that will be written when long work is over. */
final class OutputFile {
    private OutputFile() {}

    /** Refuses a file that cannot be written; leaves what is there as it is. */
    static void requireWritable(String option, Path file) {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    option + " " + file + " cannot be written: there is no folder " + folder + "; make it first");
        }
        try {
            boolean there = Files.exists(file);
            Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!there) {
                Files.delete(file);
            }
        } catch (IOException refused) {
            throw new IllegalArgumentException(
                    option + " " + file + " cannot be written: " + refused + "; choose another file", refused);
        }
    }
}
