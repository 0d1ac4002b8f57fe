package dev.warpbroker.compiler.ptx;

import dev.warpbroker.compiler.ir.Position;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Comments that say where in the Java source the instructions below them come from.
 *
 * <p>A chain of up to {@value #MAX_FRAMES} calls is written out, {@code //@ Queue.poll(Queue.java:8) <
 * Main.lambda$0(Main.java:3)}. The callers at the end of a longer one have a number, which a line before its first use
 * explains: {@code //@ #7 = Queue.poll(Queue.java:8) < …}, so that all comments take room in proportion to the code,
 * however deep the calls are.
 */
final class PositionComments {
    private static final int MAX_FRAMES = 4;
    private static final String MARK = "\t//@ ";

    /** How the callers of other positions are referred to. */
    private record Reference(String text, int frames) {}

    private final Map<Position, Reference> references = new HashMap<>();
    private int numbers;

    void write(Position position, StringBuilder to) {
        Position caller = position.caller();
        String text = caller == null
                ? place(position)
                : place(position) + " < " + reference(caller, to).text();
        to.append(MARK).append(text).append('\n');
    }

    private Reference reference(Position position, StringBuilder to) {
        var unknown = new ArrayDeque<Position>();
        for (Position at = position; at != null && !references.containsKey(at); at = at.caller()) {
            unknown.push(at);
        }
        for (Position at : unknown) {
            Reference callers = at.caller() == null ? null : references.get(at.caller());
            references.put(
                    at,
                    callers == null
                            ? new Reference(place(at), 1)
                            : shortened(place(at) + " < " + callers.text(), callers.frames() + 1, to));
        }
        return Objects.requireNonNull(references.get(position));
    }

    private Reference shortened(String text, int frames, StringBuilder to) {
        if (frames < MAX_FRAMES) {
            return new Reference(text, frames);
        }
        String name = "#" + ++numbers;
        to.append(MARK).append(name).append(" = ").append(text).append('\n');
        return new Reference(name, 1);
    }

    private static String place(Position position) {
        return position.place().toString();
    }
}
