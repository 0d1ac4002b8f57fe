package dev.warpbroker.compiler.capture;

import dev.warpbroker.device.DeviceMemory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something the compiler relied on when it treated a captured value, or one of the launch, as constant. */
public sealed interface Fact {
    /** {@return whether it is true of other captured values, too} */
    boolean holds(Captures captures);

    /** A captured number, text or enum constant, or null, has this value. */
    record Equals(CapturePath path, @Nullable Object value) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return Objects.equals(captures.read(path), value);
        }
    }

    /** A captured object is of exactly this class. */
    record IsA(CapturePath path, Class<?> type) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            Object object = captures.read(path);
            return object != null && object.getClass() == type;
        }
    }

    /** Two paths lead to the same object, or they do not. */
    record Same(CapturePath one, CapturePath other, boolean same) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return (captures.read(one) == captures.read(other)) == same;
        }
    }

    /** Captured memory is seen by the host while kernels run, or it is not. */
    record IsHostVisible(CapturePath path, boolean visible) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return captures.read(path) instanceof DeviceMemory memory && memory.isHostVisible() == visible;
        }
    }

    /** A full warp has this many lanes. */
    record HasWarps(int size) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return captures.warpSize() == size;
        }
    }
}
