package dev.warpbroker.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The inspection of the staging folder finds what is missing, in a folder with a BOM and one library. */
class StagingTest {
    private static final String ABOUT = """
        <project>
          <groupId>dev.warpbroker</groupId><artifactId>a</artifactId><version>1</version>
          <name>A</name><description>B</description><url>C</url>
          <licenses><license><name>D</name><url>E</url></license></licenses>
          <developers><developer><name>F</name></developer></developers>
          <scm><connection>G</connection><developerConnection>H</developerConnection><url>I</url></scm>
        """;
    private static final String BOM = ABOUT + """
        <packaging>pom</packaging>
        <dependencyManagement><dependencies>
          <dependency><artifactId>warpbroker-device</artifactId></dependency>
        </dependencies></dependencyManagement></project>
        """;
    private static final String LIBRARY = ABOUT + "</project>";

    @TempDir
    private Path folder;

    private Path bom;
    private Path library;

    @BeforeEach
    void stage() throws Exception {
        bom = artifact("warpbroker-bom");
        library = artifact("warpbroker-device");
        write(bom.resolve("warpbroker-bom-1.pom"), BOM.getBytes(UTF_8));
        write(jar(""), zip("META-INF/LICENSE"));
        write(jar("-sources"), zip("META-INF/LICENSE"));
        write(jar("-javadoc"), zip("META-INF/LICENSE"));
        write(library.resolve("warpbroker-device-1.pom"), LIBRARY.getBytes(UTF_8));
        write(library.resolve("warpbroker-device-1-cyclonedx.json"), "{}".getBytes(UTF_8));
    }

    private Path artifact(String name) throws IOException {
        return Files.createDirectories(
                folder.resolve("dev/warpbroker").resolve(name).resolve("1"));
    }

    private Path jar(String classifier) {
        return library.resolve("warpbroker-device-1" + classifier + ".jar");
    }

    private byte[] zip(String entry) throws IOException {
        var file = folder.resolve("a.zip");
        try (OutputStream stream = Files.newOutputStream(file);
                var zip = new ZipOutputStream(stream)) {
            zip.putNextEntry(new ZipEntry(entry));
        }
        return Files.readAllBytes(file);
    }

    /** With its checksums. */
    private static void write(Path file, byte[] content) throws Exception {
        Files.write(file, content);
        for (var algorithm : new String[] {"MD5", "SHA-1"}) {
            var digest = MessageDigest.getInstance(algorithm).digest(content);
            var ending = "." + algorithm.toLowerCase(Locale.ROOT).replace("-", "");
            Files.writeString(Path.of(file + ending), HexFormat.of().formatHex(digest));
        }
    }

    @Test
    void completeFolderHasNoProblem() throws Exception {
        var staging = Staging.inspect(folder);
        assertThat(staging.problems()).isEmpty();
        assertThat(staging).asString().contains("2 artifacts, 6 files, not signed");
    }

    @Test
    void missingJarIsFound() throws Exception {
        Files.delete(jar("-javadoc"));
        assertThat(Staging.inspect(folder).problems()).containsExactly("warpbroker-device-1-javadoc.jar is missing");
    }

    @Test
    void jarWithoutLicenceIsFound() throws Exception {
        write(jar("-sources"), zip("README"));
        assertThat(Staging.inspect(folder).problems())
                .containsExactly("warpbroker-device-1-sources.jar has no META-INF/LICENSE");
    }

    @Test
    void wrongChecksumIsFound() throws Exception {
        Files.writeString(Path.of(jar("") + ".sha1"), "0");
        assertThat(Staging.inspect(folder).problems())
                .containsExactly("warpbroker-device-1.jar.sha1 is the checksum of something else");
    }

    @Test
    void missingElementOfThePomIsFound() throws Exception {
        write(
                library.resolve("warpbroker-device-1.pom"),
                LIBRARY.replace("<url>E</url>", "").getBytes(UTF_8));
        assertThat(Staging.inspect(folder).problems())
                .containsExactly("warpbroker-device: its pom has no licenses/license/url");
    }

    @Test
    void dependencyOfUsersOnOthersIsFound() throws Exception {
        var dependency = "<dependencies><dependency><groupId>org.other</groupId><artifactId>other</artifactId>"
                + "</dependency></dependencies></project>";
        write(
                library.resolve("warpbroker-device-1.pom"),
                LIBRARY.replace("</project>", dependency).getBytes(UTF_8));
        assertThat(Staging.inspect(folder).problems()).containsExactly("warpbroker-device drags other onto users");
    }

    @Test
    void artifactOfTheLabIsFound() throws Exception {
        write(artifact("warpbroker-cli").resolve("warpbroker-cli-1.pom"), LIBRARY.getBytes(UTF_8));
        assertThat(Staging.inspect(folder).problems())
                .containsExactly("warpbroker-cli is staged, but warpbroker-bom does not name it");
    }

    @Test
    void artifactThatTheBomNamesAndIsNotThereIsFound() throws Exception {
        write(
                bom.resolve("warpbroker-bom-1.pom"),
                BOM.replace(
                                "</dependencies>",
                                "<dependency><artifactId>warpbroker-tasks</artifactId></dependency></dependencies>")
                        .getBytes(UTF_8));
        assertThat(Staging.inspect(folder).problems()).containsExactly("warpbroker-tasks is missing");
    }

    @Test
    void halfSignedArtifactIsFound() throws Exception {
        Files.writeString(library.resolve("warpbroker-device-1.pom.asc"), "");
        assertThat(Staging.inspect(folder).problems())
                .hasSize(4)
                .contains("warpbroker-device-1.jar.asc is missing, although the pom is signed");
    }
}
