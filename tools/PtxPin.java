import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program behind {@code tools/ptx-pin}, which says what the commands are. */
final class PtxPin {
    private static final int USAGE = 2;

    private PtxPin() {}

    /** @param arguments the root of the checkout, then the command */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            System.exit(run(
                    Path.of(arguments[0]), new ArrayList<>(List.of(arguments).subList(1, arguments.length))));
        } catch (IOException | IllegalArgumentException | IllegalStateException failure) {
            System.err.println("ptx-pin: " + failure.getMessage());
            System.exit(USAGE);
        }
    }

    /** {@return the exit status} */
    private static int run(Path root, List<String> words) throws IOException, InterruptedException {
        boolean assembleAll = words.remove("--ptxas");
        String command = words.isEmpty() ? "" : words.removeFirst();
        boolean good = switch (command + " " + words.size()) {
            case "write 1" -> PtxWriting.write(root, PinnedBuild.WORKING_TREE, Path.of(words.get(0)));
            case "write 2" -> PtxWriting.write(root, words.get(0), Path.of(words.get(1)));
            case "compare 2" -> PtxComparison.compare(Path.of(words.get(0)), Path.of(words.get(1)), assembleAll);
            case "jvm 1" -> JvmPin.compare(root, words.get(0), PinnedBuild.WORKING_TREE);
            case "jvm 2" -> JvmPin.compare(root, words.get(0), words.get(1));
            case "jvm-self 2" -> JvmPin.compareWithItself(root, words.get(0), Integer.parseInt(words.get(1)));
            default ->
                throw new IllegalArgumentException("there is no command '" + command + "' with " + words.size()
                        + " arguments; the beginning of tools/ptx-pin lists the commands");
        };
        return good ? 0 : 1;
    }
}
