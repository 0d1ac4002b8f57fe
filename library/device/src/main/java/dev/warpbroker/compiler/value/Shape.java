package dev.warpbroker.compiler.value;

import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Step;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.device.DeviceMemory;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tells the alternatives of a union apart. Merging keeps the shape: what two values of one shape become has that
 * shape again, so a value finds its alternative in a union however much the union has been merged since.
 *
 * @param type the class; {@code Void.class} for null
 * @param code the memory space of a handle or of an object in memory, the {@link LambdaCode} of a lambda made in the
 *     kernel, the {@link TableLevel} of an array inside a captured one, a text itself; null for other objects
 */
public record Shape(Class<?> type, @Nullable Object code) {
    public static final Shape NULL = new Shape(Void.class, null);

    /**
     * What tells apart lambdas that the kernel makes.
     *
     * @param markers the interfaces that it has besides the one whose method it implements
     */
    public record LambdaCode(DirectMethodHandleDesc method, List<Class<?>> markers) {
        public LambdaCode {
            markers = List.copyOf(markers);
        }
    }

    /** What tells apart arrays of objects inside captured arrays. */
    public record TableLevel(CapturePath table, List<Step> steps) {
        public TableLevel {
            steps = List.copyOf(steps);
        }
    }

    public static Shape of(Class<?> type) {
        return new Shape(type, null);
    }

    public boolean isNull() {
        return type == Void.class;
    }

    /** {@return whether objects of this shape are instances of a class; null is of none} */
    public boolean isInstanceOf(Class<?> wanted) {
        return !isNull()
                && (wanted.isAssignableFrom(type)
                        || code instanceof LambdaCode(var _, List<Class<?>> markers)
                                && markers.stream().anyMatch(wanted::isAssignableFrom));
    }

    String describe() {
        return isNull() ? "null" : type.isHidden() ? "a lambda" : type.getSimpleName();
    }

    /** {@return the shape of a value, or null if it cannot be an alternative of a union} */
    public static @Nullable Shape of(Value value) {
        return switch (value) {
            case Value.Null _ -> NULL;
            case Value.Captured(Enum<?> constant, var _) -> of(constant.getDeclaringClass());
            case Value.Captured(DeviceMemory memory, var _) -> new Shape(memory.getClass(), Space.GLOBAL);
            case Value.Captured(String text, var _) -> new Shape(String.class, text);
            case Value.Captured(Object object, var _) -> of(object.getClass());
            case Value.Handle handle -> new Shape(handle.kind(), handle.space());
            case Value.Closure closure -> closure.shape();
            case Value.EnumValue(Class<?> type, var _) -> of(type);
            case Value.TableArray array -> of(array.type());
            case Value.TableRow row -> new Shape(row.type(), new TableLevel(row.table(), row.steps()));
            case VirtualObject object -> of(object.type());
            case Value.Reference reference -> new Shape(reference.type(), Space.LOCAL);
            case Value.LaneView _,
                    Value.Scalar _,
                    Value.Union _,
                    Value.TypeTest _,
                    Value.EnumTable _,
                    Value.LocalArray _,
                    Value.Text _,
                    Value.Conflict _,
                    VirtualArray _ -> null;
        };
    }
}
