package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.experiments.page.Quantity;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Shows how far a picture is, a step for each percent, and how many rays are traced in a second. */
public final class PictureProgress implements Consumer<dev.warpbroker.examples.render.Progress> {
    /** The steps of a whole picture. */
    public static final int STEPS = 100;

    private final Progress shown;
    private final LongSupplier nanoTime;
    private final long start;
    private int steps;

    public PictureProgress(Progress shown) {
        this(shown, System::nanoTime);
    }

    PictureProgress(Progress shown, LongSupplier nanoTime) {
        this.shown = shown;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    @Override
    public void accept(dev.warpbroker.examples.render.Progress progress) {
        double seconds = (nanoTime.getAsLong() - start) / 1e9;
        shown.at("rays: " + Quantity.rate(progress.rays() / seconds));
        for (long percent = STEPS * progress.pixels() / progress.ofPixels(); steps < percent; steps++) {
            shown.step();
        }
    }
}
