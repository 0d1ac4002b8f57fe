import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What ptxas makes of a kernel for an H200.
 *
 * @param registers of a lane
 * @param stackBytes of a lane
 * @param spilledBytes written and read because there were too few registers
 * @param sharedBytes of a block; without what a launch adds
 * @param code with the same name for each kernel
 */
record Ptxas(int registers, int stackBytes, int spilledBytes, int sharedBytes, byte[] code) {
    static final String ARCHITECTURE = "sm_90";

    /** {@return the program, if it is installed; the environment may name it as PTXAS} */
    static Optional<Path> program() {
        String named = System.getenv("PTXAS");
        return named != null
                ? Optional.of(Path.of(named))
                : Stream.concat(Arrays.stream(System.getenv("PATH").split(":")), Stream.of("/usr/local/cuda/bin"))
                        .map(folder -> Path.of(folder, "ptxas"))
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    static Ptxas of(Path program, PtxText ptx) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ptxas");
        Files.writeString(folder.resolve("kernel.ptx"), ptx.text().replace(ptx.entry(), "kernel"));
        var command = List.of(program.toString(), "-v", "-arch=" + ARCHITECTURE, "-o", "cubin", "kernel.ptx");
        String said = PinnedBuild.output(folder, Map.of(), command);
        return new Ptxas(
                sum("Used (\\d+) registers", said),
                sum("(\\d+) bytes stack frame", said),
                sum("(\\d+) bytes spill", said),
                sum("(\\d+) bytes smem", said),
                Files.readAllBytes(folder.resolve("cubin")));
    }

    private static int sum(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }
}
