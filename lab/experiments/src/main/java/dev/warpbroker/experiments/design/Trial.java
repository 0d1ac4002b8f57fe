package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.Measurement;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * An experiment on a device, with everything chosen.
 *
 * @param experiment which one
 * @param device where
 * @param effort how often and how long rows are measured
 * @param steps how many steps of progress it makes
 * @param work what it does
 * @param remarks what there is to say beside the table; the work may add to it
 */
public record Trial(
        Experiment experiment, Device device, MeasuringEffort effort, int steps, Work work, List<String> remarks) {
    /** The body of a trial. */
    @FunctionalInterface
    public interface Work {
        /** Measures, and hands over each measurement as soon as it is there. */
        void run(Measuring measuring) throws IOException;
    }

    /** Measures what was not measured earlier, and hands over that and all else. */
    public void run(Consumer<Measurement> measured, Progress progress, Earlier earlier) throws IOException {
        work.run(new Measuring(experiment.name(), device, effort, measured, progress, earlier));
    }
}
