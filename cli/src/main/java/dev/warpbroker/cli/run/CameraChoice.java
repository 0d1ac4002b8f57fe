package dev.warpbroker.cli.run;

import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.render.Vec;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From where a scene is seen, as the command line gives it. */
sealed interface CameraChoice {
    String FORM = "px,py,pz:dx,dy,dz:degrees (position, direction, viewing angle)";

    /** {@return the camera} */
    Camera in(Scene scene);

    /** One of the scene's own cameras, from 1 on. */
    record Own(int number) implements CameraChoice {
        @Override
        public Camera in(Scene scene) {
            var cameras = scene.cameras();
            if (number < 1 || number > cameras.size()) {
                String known = IntStream.rangeClosed(1, cameras.size())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
                throw new IllegalArgumentException(
                        "unknown camera '" + number + "'; this scene has " + known + "; or give " + FORM);
            }
            return cameras.get(number - 1);
        }

        @Override
        public String toString() {
            return "camera " + number;
        }
    }

    /** Any other. */
    record Free(Camera camera) implements CameraChoice {
        @Override
        public Camera in(Scene scene) {
            return camera;
        }

        @Override
        public String toString() {
            return "camera at " + camera.position();
        }
    }

    /** {@return the camera that {@code text} means} */
    static CameraChoice parse(String text) {
        if (text.matches("[0-9]{1,9}")) {
            return new Own(Integer.parseInt(text));
        }
        String[] parts = text.split(":", -1);
        try {
            if (parts.length == 3) {
                return new Free(new Camera(vec(parts[0]), vec(parts[1]), Double.parseDouble(parts[2])));
            }
        } catch (NumberFormatException _) {
            // Said below.
        } catch (IllegalArgumentException refused) {
            throw new TypeConversionException(refused.getMessage());
        }
        throw new TypeConversionException(
                "unknown camera '" + text + "'; give the number of one of the scene's, from 1 on, or " + FORM);
    }

    private static Vec vec(String text) {
        String[] numbers = text.split(",", -1);
        if (numbers.length != 3) {
            throw new NumberFormatException();
        }
        return new Vec(Float.parseFloat(numbers[0]), Float.parseFloat(numbers[1]), Float.parseFloat(numbers[2]));
    }

    /** Lets picocli read a camera. */
    final class Converter implements ITypeConverter<CameraChoice> {
        @Override
        public CameraChoice convert(String text) {
            return parse(text);
        }
    }
}
