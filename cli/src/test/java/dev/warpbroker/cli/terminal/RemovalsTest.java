package dev.warpbroker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

class RemovalsTest {
    @Command(
            name = "shop",
            mixinStandardHelpOptions = true,
            scope = ScopeType.INHERIT,
            subcommands = {Fruit.class})
    private static final class Shop {}

    @Command(
            name = "fruit",
            subcommands = {Sell.class})
    private static final class Fruit {}

    @Command(name = "sell")
    private static final class Sell implements Runnable {
        @Option(
                names = {"--kinds", "--sorts"},
                split = ",",
                converter = Kind.class)
        List<String> kinds = List.of();

        @Parameters(paramLabel = "PLACE")
        String place = "";

        @Override
        public void run() {}
    }

    private static final class Kind implements ITypeConverter<String> {
        @Override
        public String convert(String name) {
            if (!name.equals("apple")) {
                throw new TypeConversionException(Names.unknown("kind", name, List.of("apple")));
            }
            return name;
        }
    }

    private static CommandRun run(String command) {
        var err = new StringWriter();
        var line = new CommandLine(new Shop()).setErr(new PrintWriter(err));
        var removals = new Removals()
                .add("go to the market", "fish")
                .add("use fruit sell", "fruit lend", "fruit give")
                .add("name one PLACE in each call", "fruit sell --places")
                .add("use apple", "fruit sell --kinds pear", "fruit sell --kinds quince");
        Failures.handle(line);
        return new CommandRun(Failures.execute(line, removals, command.split(" ", -1)), "", err.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "fish, 'fish', go to the market",
        "fruit lend, 'fruit lend', use fruit sell",
        "fruit give x --y, 'fruit give', use fruit sell",
        "fruit give --help, 'fruit give', use fruit sell",
        "fruit -h lend, 'fruit lend', use fruit sell",
        "fruit sell --places 4, 'fruit sell --places', name one PLACE in each call",
        "fruit sell --places=4 here, 'fruit sell --places', name one PLACE in each call",
        "fruit sell --places, 'fruit sell --places', name one PLACE in each call",
        "fruit sell here --unknown --places 4, 'fruit sell --places', name one PLACE in each call",
        "fruit sell --kinds pear, 'fruit sell --kinds pear', use apple",
        "fruit sell --kinds=pear here, 'fruit sell --kinds pear', use apple",
        "'fruit sell --kinds apple,QUINCE here', 'fruit sell --kinds QUINCE', use apple",
        "fruit sell --sorts pear, 'fruit sell --kinds pear', use apple"
    })
    void somethingRemovedIsAnsweredByOneLineThatNamesTheRemedy(String command, String removed, String remedy) {
        var run = run(command);
        assertThat(run.err())
                .isEqualTo("warpbroker: '" + removed + "' was removed; " + remedy + System.lineSeparator());
        assertThat(run.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"meat", "fruit fish", "fruit sell here --place", "fruit --places", "fruit sell --kinds plum"})
    void somethingUnknownIsRefusedAsBefore(String command) {
        var run = run(command);
        assertThat(run.err()).contains("unknown ", "See shop").doesNotContain("removed");
        assertThat(run.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fruit sell fish", "fruit sell --kinds apple fish", "fruit sell -- --places"})
    void whatIsStillThereRuns(String command) {
        assertThat(run(command)).isEqualTo(new CommandRun(0, "", ""));
    }
}
