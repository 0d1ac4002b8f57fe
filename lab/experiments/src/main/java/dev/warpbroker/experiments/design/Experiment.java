package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An experiment: what is varied, who takes part, what is measured and checked, what records and tables say, what is
 * drawn, and what a paper found. The command, the record, the table and the section of a report are all made from it.
 */
public interface Experiment {
    /** {@return its name on the command line and in records} */
    String name();

    /** {@return what it is, for the help, paragraph by paragraph} */
    List<String> description();

    /** {@return its options} */
    List<Option<?>> options();

    /** {@return whether it is a command; if not, another experiment has an option for it} */
    default boolean isCommand() {
        return true;
    }

    /**
     * {@return the experiment on a device, ready to run}
     *
     * @throws IllegalArgumentException if the choices do not go together, or not with the device
     */
    Trial on(Device device, Choices chosen);

    /** {@return what was measured, for people} */
    Table table(List<Measurement> measurements);

    /**
     * {@return the section of a report}
     *
     * @param lines records of this experiment on one device, at least one
     * @param file makes the name of a plot's file of its ending, which may be empty
     */
    Section section(List<ResultLine> lines, UnaryOperator<String> file);
}
