package dev.warpbroker.cli.bench.raytrace;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.Image;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Rendering;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A scheme that makes a picture. Pictures end by themselves, so none is cancelled. */
final class SchemeContender implements Contender {
    private final DeviceScene scene;
    private final Camera camera;
    private final RenderOptions options;
    private final Supplier<Image> expected;
    private long rays;

    /** @param expected the same picture, made by another scheme */
    SchemeContender(DeviceScene scene, Camera camera, RenderOptions options, Supplier<Image> expected) {
        this.scene = scene;
        this.camera = camera;
        this.options = options;
        this.expected = expected;
    }

    @Override
    public String label() {
        return options.scheme().toString();
    }

    RenderOptions options() {
        return options;
    }

    /** {@return the rays of a picture; 0 if none was made} */
    long rays() {
        return rays;
    }

    @Override
    public long run(Duration limit) {
        return render().elapsed().toNanos();
    }

    private Rendering render() {
        var rendering = Renderer.render(scene, camera, options);
        rays = rendering.rays();
        return rendering;
    }

    @Override
    public Checked check(Duration limit) {
        var rendering = render();
        String difference = difference(expected.get(), rendering.image());
        return new Checked(
                List.of(new CheckResult("image", difference.isEmpty(), difference)),
                Map.of("mostRaysOfAPixel", rendering.work().mostCalls()));
    }

    private static String difference(Image expected, Image found) {
        if (expected.equals(found)) {
            return "";
        }
        int pixels = 0;
        String first = "";
        for (int row = 0; row < found.height(); row++) {
            for (int column = 0; column < found.width(); column++) {
                if (found.pixel(column, row) != expected.pixel(column, row)) {
                    first = pixels == 0 ? "column " + column + ", row " + row : first;
                    pixels++;
                }
            }
        }
        return pixels + " of " + found.width() * found.height()
                + " pixels are not as those of the static scheme; the first is at " + first;
    }
}
