package dev.warpbroker.cli;

import dev.warpbroker.experiments.results.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code man}: manual pages of all commands, from the same model as their help. */
@Command(
        name = "man",
        description = {
            "Write manual pages, one for each command. To read one: man FOLDER/warpbroker-bench-pairs.1",
            "To install them: warpbroker man --out ~/.local/share/man/man1"
        })
final class ManCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "man1",
            description = "Where to write them (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        OutputFile.createFolder(folder);
        int count = write(Objects.requireNonNull(spec.parent()).commandLine());
        spec.commandLine().getOut().println(count + " pages in " + folder);
        return ExitCode.OK;
    }

    private int write(CommandLine command) throws IOException {
        String name = command.getCommandSpec().qualifiedName("-");
        OutputFile.write(folder.resolve(name + ".1"), made -> Files.writeString(made, page(command)));
        int count = 1;
        for (var below : command.getSubcommands().values().stream().distinct().toList()) {
            count += write(below);
        }
        return count;
    }

    /** {@return the page in roff} */
    static String page(CommandLine command) {
        var model = command.getCommandSpec();
        var help = new CommandLine.Help(model, CommandLine.Help.defaultColorScheme(Ansi.OFF));
        var page = new StringBuilder(".TH " + model.qualifiedName("-").toUpperCase(Locale.ROOT) + " 1\n");
        String about = help.description().lines().findFirst().orElse("");
        section(page, "NAME", model.qualifiedName("-") + " - " + about);
        section(page, "SYNOPSIS", help.synopsis(0));
        section(page, "DESCRIPTION", help.description());
        section(page, "PARAMETERS", help.parameterList());
        section(page, "OPTIONS", help.optionList());
        section(page, "COMMANDS", help.commandList());
        section(page, "EXIT STATUS", exitCodes(model.root()));
        return page.toString();
    }

    /** {@return the list that the help of the whole program ends with} */
    private static String exitCodes(CommandSpec root) {
        return root.usageMessage().exitCodeList().entrySet().stream()
                .map(code -> "%-5s%s".formatted(code.getKey(), code.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static void section(StringBuilder page, String title, String text) {
        if (!text.isBlank()) {
            // Lines as they are: the help has columns.
            page.append(".SH ").append(title).append("\n.nf\n");
            text.strip()
                    .lines()
                    .forEach(line -> page.append(line.isEmpty() ? "\\&" : "\\&" + escaped(line))
                            .append('\n'));
            page.append(".fi\n");
        }
    }

    private static String escaped(String line) {
        return line.replace("\\", "\\e").replace("-", "\\-");
    }
}
