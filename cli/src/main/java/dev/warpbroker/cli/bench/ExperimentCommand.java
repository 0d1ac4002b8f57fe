package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Slice;
import dev.warpbroker.experiments.design.Trial;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code bench EXPERIMENT}, made from the data of the experiment. Each measurement is recorded as soon as it is there,
 * so that a run that is ended keeps what it had; what was measured is printed even if the device fails in the end, or
 * the user ends the program.
 */
@Command
public final class ExperimentCommand implements Callable<Integer> {
    private final Experiment experiment;
    private static final String RESUME = "--resume";

    private final Map<Option<?>, OptionSpec> options = new HashMap<>();
    private @Nullable OptionSpec resume;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    private ExperimentCommand(Experiment experiment) {
        this.experiment = experiment;
    }

    /** {@return the command of an experiment} */
    static CommandSpec of(Experiment experiment) {
        return new ExperimentCommand(experiment).spec();
    }

    /** {@return the trial that a command line with these arguments makes} */
    public static Trial trial(Experiment experiment, Device device, String... arguments) {
        var command = new ExperimentCommand(experiment);
        var line = new CommandLine(command.spec());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.parseArgs(arguments);
        return experiment.on(device, command.choices());
    }

    private CommandSpec spec() {
        var spec = CommandSpec.forAnnotatedObject(this).name(experiment.name());
        spec.usageMessage().description(experiment.description().toArray(String[]::new));
        for (var option : experiment.options()) {
            var made = spec(option);
            options.put(option, made);
            spec.addOption(made);
        }
        // Some take several files.
        if (spec.findOption(RESUME) == null) {
            resume = OptionSpec.builder(RESUME)
                    .type(boolean.class)
                    .description("Go on where the file --out ends: rows in it that passed are not measured again.")
                    .build();
            spec.addOption(resume);
        }
        return spec;
    }

    private static OptionSpec spec(Option<?> option) {
        var builder = OptionSpec.builder(option.names().toArray(String[]::new))
                .paramLabel(option.label())
                .description(option.help().toArray(String[]::new));
        switch (option.form()) {
            case FLAG -> builder.type(boolean.class);
            case SWITCH -> builder.type(boolean.class).negatable(true).fallbackValue("true");
            case ONE -> builder.type(option.type());
            case LIST -> builder.type(List.class).auxiliaryTypes(option.type()).splitRegex(",");
            case REPEATED -> builder.type(List.class).auxiliaryTypes(option.type());
        }
        var parser = option.parser();
        if (parser != null) {
            builder.converters(converter(parser));
        }
        if (option.preset() != null) {
            builder.defaultValue(option.preset());
        }
        return builder.build();
    }

    private static ITypeConverter<?> converter(Function<String, ?> parser) {
        return text -> {
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(refused.getMessage());
            }
        };
    }

    private Choices choices() {
        var values = new HashMap<Option<?>, Object>();
        options.forEach((option, spec) -> {
            Object value = spec.getValue();
            if (value != null) {
                values.put(option, value);
            }
        });
        return new Choices(values);
    }

    /** {@return not 0 if a row failed} */
    @Override
    public Integer call() throws IOException {
        recording.requireAppendable();
        try (Device device = recording.device().open()) {
            var choices = choices();
            var trial = experiment.on(device, choices);
            return perform(trial, recording, earlier(trial, choices), console);
        }
    }

    private Earlier earlier(Trial trial, Choices choices) throws IOException {
        var files = choices.get(Slice.RESUME);
        if (files != null) {
            return Recording.earlier(files, trial.experiment(), trial.device(), console);
        }
        return resume != null && Boolean.TRUE.equals(resume.getValue())
                ? recording.earlier(trial.experiment(), trial.device(), console)
                : Earlier.NONE;
    }

    /** Runs a trial, prints its table and remarks, and says whether all rows passed. */
    static int perform(Trial trial, Recording recording, Earlier earlier, Console console) throws IOException {
        boolean passed;
        try (var rows = new Rows(trial.device(), trial.experiment(), recording, earlier, console);
                var progress = console.progress(trial.experiment().name() + " on " + trial.device(), trial.steps())) {
            trial.run(rows::add, progress, earlier);
            passed = rows.passed();
        }
        trial.remarks().forEach(console::print);
        return passed ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
