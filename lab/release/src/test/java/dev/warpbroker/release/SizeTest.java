package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tools/Size.java}, run on small trees. */
class SizeTest {
    private static final Path PROGRAM = Path.of("../../tools/Size.java").toAbsolutePath();

    private static final String HEAD =
            "main code resources test packages>25 over limit files>600 methods>60 exported hidden";

    @TempDir
    Path root;

    @BeforeEach
    void repository() throws Exception {
        run("git", "init", "-q");
    }

    @Test
    void linesAreCountedByKind() throws Exception {
        put("library/a/src/main/java/p/Texts.java", """
            /*
             * A comment.
             */
            package p;

            /** Another one. */
            class Texts {
                String[] texts = {"// no comment", "\\"/*"}; // a comment
                char quote = '"'; /* here, too,
                and here */ int number = 1 /* inside */ + 1;

                String block = \"""
                    one " more /* no comment

                    // nor this \\\""" \""";
            }
            """);
        put("library/a/src/main/resources/a.txt", "one\ntwo\nwithout line feed");
        put("library/a/src/test/java/p/SomeTest.java", "package p;\n\nclass SomeTest {}\n");
        put("library/a/src/test/resources/user/User.java", "class User {}\n");
        put("library/a/src/test/resources/a.txt", "not counted\n");
        put("examples/First.java", "void main() {\n    // nothing\n}\n");
        put("tools/Tool.java", "class Tool {\n}\n");
        put("docs/a.md", "# Two words\n");
        put("docs/design/b.md", "- and – four\n");
        put("README.md", "not counted\n");
        put("library/a/target/src/main/java/p/Made.java", "class Made {}\n");
        put(".gitignore", "target/\n");
        assertThat(size())
                .containsExactly(
                        "working tree " + HEAD,
                        "examples 3 2 0 0 0 0 0 0 0 0",
                        "library/a 16 9 2 4 0 0 0 0 0 0",
                        "library 16 9 2 4 0 0 0 0 0 0",
                        "all 19 11 2 4 0 0 0 0 0 0",
                        "lines of Java in tools/: 2",
                        "main lines in packages suite and design of the experiments: 0",
                        "words in docs/: 7");
    }

    @Test
    void whatIsTooLargeIsCounted() throws Exception {
        put("library/a/src/main/java/module-info.java", "module a {\n    exports api;\n    exports friends to b;\n}\n");
        put("library/b/src/main/java/inner/package-info.java", "package inner;\n");
        for (int i = 0; i < 40; i++) {
            put("library/a/src/main/java/api/Api" + i + ".java", "package api;\n");
            if (i < 25) {
                put("library/a/src/main/java/inner/Inner" + i + ".java", "package inner;\n");
                put("library/b/src/main/java/inner/Inner" + i + ".java", "package inner;\n");
                put("lab/c/src/main/java/c/C" + i + ".java", "package c;\n");
            }
        }
        put("lab/c/src/main/java/c/C25.java", "package c;\n");
        put("library/a/src/main/java/long_/A600.java", "\n".repeat(600));
        put("library/a/src/main/java/long_/A601.java", "\n".repeat(601));
        put("library/a/src/main/java/long_/Methods.java", """
            class Methods {
                @Deprecated
                Methods() {%s}

                /**
                 * This is not counted.
                 */
                void atTheLimit() {%s}

                void beyond() {
                    new Object() {
                        public String toString() {%s}
                    };
                }
            }
            """.formatted(
                        "\n".repeat(59), "\n".repeat(59), "\n".repeat(60)));
        assertThat(row("library/a", size())).isEqualTo("library/a 1,463 82 0 0 1 0 1 3 0 0");
        assertThat(row("library/b", size())).isEqualTo("library/b 26 26 0 0 1 0 0 0 0 0");
        assertThat(row("lab/c", size())).isEqualTo("lab/c 26 26 0 0 1 1 0 0 0 0");
    }

    @Test
    void publicTypesAreCountedByWhetherTheirPackageIsExported() throws Exception {
        put("library/a/src/main/java/module-info.java", "module a {\n    exports api;\n    exports friends to b;\n}\n");
        put(
                "library/a/src/main/java/api/Api.java",
                "package api;\npublic class Api { public class Nested {} }\nclass No {}\n");
        put("library/a/src/main/java/api/Api2.java", "package api;\npublic @interface Api2 {}\n");
        put("library/a/src/main/java/friends/Friend.java", "package friends;\npublic record Friend() {}\n");
        put("library/a/src/main/java/inner/Inner.java", "package inner;\ninterface Inner {}\n");
        put("library/b/src/main/java/any/Any.java", "package any;\npublic enum Any {}\n");
        assertThat(size()).contains("library/a 13 13 0 0 0 0 0 0 2 1", "library/b 2 2 0 0 0 0 0 0 1 0");
    }

    @Test
    void aCommitIsComparedWithTheWorkingTree() throws Exception {
        var experiments = "lab/experiments/src/main/java/dev/warpbroker/experiments/";
        put(experiments + "suite/pairs/A.java", "class A {}\n");
        put(experiments + "page/B.java", "class B {}\n");
        put("cli/src/main/java/C.java", "class C {}\n");
        run("git", "add", ".");
        run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
        Files.delete(root.resolve("cli/src/main/java/C.java"));
        put(experiments + "suite/pairs/A.java", "// longer\nclass A {}\n");
        var printed = size("HEAD");
        assertThat(printed).contains("HEAD " + HEAD, "working tree " + HEAD);
        assertThat(printed.subList(printed.indexOf("difference " + HEAD), printed.size()))
                .containsExactly(
                        "difference " + HEAD,
                        "cli -1 -1 +0 +0 +0 +0 +0 +0 +0 +0",
                        "lab/experiments +1 +0 +0 +0 +0 +0 +0 +0 +0 +0",
                        "lab +1 +0 +0 +0 +0 +0 +0 +0 +0 +0",
                        "all +0 -1 +0 +0 +0 +0 +0 +0 +0 +0",
                        "lines of Java in tools/: +0",
                        "main lines in packages suite and design of the experiments: +1",
                        "words in docs/: +0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "-d"})
    void optionIsRefusedByALineOfUsage(String option) throws Exception {
        var process = start(program(option));
        assertThat(process.inputReader().readAllAsString()).isEqualTo("usage: tools/size [COMMIT]\n");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    private void put(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private static String row(String module, List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith(module + " "))
                .findFirst()
                .orElseThrow();
    }

    /** {@return the lines that the program prints, with single spaces} */
    private List<String> size(String... commit) throws Exception {
        return run(program(commit))
                .lines()
                .filter(line -> !line.isEmpty())
                .map(line -> line.replaceAll(" +", " "))
                .toList();
    }

    private String[] program(String... arguments) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(
                List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", PROGRAM.toString(), root.toString()));
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private Process start(String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private String run(String... command) throws Exception {
        var process = start(command);
        var printed = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
