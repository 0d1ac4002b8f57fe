package dev.warpbroker.experiments.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsWritten() throws IOException {
        var file = folder.resolve("a.txt");
        OutputFile.write(file, made -> {
            assertThat(made.toString()).endsWith("a.txt");
            Files.writeString(made, "new");
        });
        assertThat(file).hasContent("new");
        assertAlone(file);
    }

    @Test
    void aFileThatCannotBeWrittenToItsEndIsAsItWas() throws IOException {
        var file = Files.writeString(folder.resolve("a.txt"), "old");
        assertThatIOException()
                .isThrownBy(() -> OutputFile.write(file, made -> {
                    Files.writeString(made, "half of the n");
                    throw new IOException("No space left on device");
                }))
                .withMessageContaining(file + " was not written, and is as it was")
                .withMessageContaining("No space left on device");
        assertThat(file).hasContent("old");
        assertAlone(file);
    }

    @Test
    void theOldFileIsThereUntilTheNewOneIsWhole() throws IOException {
        var file = Files.writeString(folder.resolve("a.txt"), "old");
        OutputFile.write(file, made -> {
            Files.writeString(made, "new");
            assertThat(file).hasContent("old");
        });
        assertThat(file).hasContent("new");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC}) // others have no POSIX permissions
    void permissionsAndLinksStay() throws IOException {
        var file = Files.writeString(folder.resolve("a.txt"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        var link = Files.createSymbolicLink(folder.resolve("link"), file);
        OutputFile.write(link, made -> Files.writeString(made, "new"));
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw----");
    }

    @Test
    void aDeviceIsWrittenToInPlace() throws IOException {
        var nothing = Path.of("/dev/null");
        assumeThat(nothing).exists();
        OutputFile.requireWritable("--out", nothing);
        OutputFile.write(nothing, made -> assertThat(made).isEqualTo(nothing));
        assertThat(nothing).exists();
    }

    @Test
    void whatCannotBeWrittenIsRefusedBeforehand() throws IOException {
        OutputFile.requireWritable("--out", folder.resolve("new"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputFile.requireWritable("--out", folder))
                .withMessageContaining("it is a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputFile.requireWritable("--out", folder.resolve("no/file")))
                .withMessageContaining("there is no folder " + folder.resolve("no"));
        var file = Files.writeString(folder.resolve("a.txt"), "old");
        OutputFile.requireWritable("--out", file);
        assertThat(file).hasContent("old");
        assertAlone(file);
    }

    private void assertAlone(Path file) throws IOException {
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
