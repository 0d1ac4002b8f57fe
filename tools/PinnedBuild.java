import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A commit, or the working tree as it is, built in a temporary folder.
 *
 * @param name how people call it
 * @param folder with the sources and what Maven made
 */
record PinnedBuild(String name, Path folder) {
    /** The commit that stands for the working tree as it is. */
    static final String WORKING_TREE = "";

    /** No command takes as long, unless it hangs. */
    private static final long MINUTES = 30;

    /**
     * Builds modules and what they need.
     *
     * @param root the checkout
     * @param commit a commit, or {@link #WORKING_TREE}
     * @param modules folders of modules, with commas between them
     */
    static PinnedBuild of(Path root, String commit, String modules) throws IOException, InterruptedException {
        boolean isTree = commit.equals(WORKING_TREE);
        var build = new PinnedBuild(isTree ? "the working tree" : commit, Files.createTempDirectory("build"));
        System.out.println("building " + build.name);
        String archive = build.folder.resolve("sources.tar").toString();
        String tree = isTree ? workingTree(root, build.folder) : commit;
        output(root, Map.of(), List.of("git", "archive", "-o", archive, tree));
        output(build.folder, Map.of(), List.of("tar", "-xf", archive));
        var maven = List.of("mvn", "-q", "-Dmaven.test.skip=true", "-pl", modules, "-am", "package");
        try {
            output(
                    build.folder,
                    Map.of(),
                    Stream.concat(maven.stream(), Stream.of("-o")).toList());
        } catch (IOException _) {
            // Something may have to be fetched.
            output(build.folder, Map.of(), maven);
        }
        return build;
    }

    /** {@return the name of a Git tree with all files of the working tree that Git does not ignore} */
    private static String workingTree(Path root, Path folder) throws IOException, InterruptedException {
        var index = Map.of("GIT_INDEX_FILE", folder.resolve("index").toString());
        output(root, index, List.of("git", "read-tree", "HEAD"));
        output(root, index, List.of("git", "add", "-A"));
        return output(root, index, List.of("git", "write-tree")).strip();
    }

    /**
     * Runs a command.
     *
     * @return the output of the command
     * @throws IOException if it fails or hangs
     */
    static String output(Path in, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("command", ".log");
        var builder = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String output = Files.readString(log);
        if (!ended || process.exitValue() != 0) {
            String how = ended ? "ended with " + process.exitValue() : "took more than " + MINUTES + " minutes";
            throw new IOException(String.join(" ", command) + " " + how + ":\n" + output);
        }
        return output;
    }
}
