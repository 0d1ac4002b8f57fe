package dev.warpbroker.compiler.capture;

import dev.warpbroker.device.DeviceMemory;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something the compiler relied on when it treated a captured value, or one of the launch, as constant. */
public sealed interface Fact {
    /** {@return whether it is true of other captured values, too} */
    boolean holds(Captures captures);

    /** {@return whether it may be true at one launch of a kernel object and false at the next} */
    default boolean dependsOnArrays() {
        return false;
    }

    /** A captured number, text or enum constant, or null, has this value. */
    record Equals(CapturePath path, @Nullable Object value) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return Objects.equals(captures.read(path), value);
        }

        @Override
        public boolean dependsOnArrays() {
            return path.leadsThroughArray();
        }
    }

    /** A captured object is of exactly this class. */
    record IsA(CapturePath path, Class<?> type) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            Object object = captures.read(path);
            return object != null && object.getClass() == type;
        }

        @Override
        public boolean dependsOnArrays() {
            return path.leadsThroughArray();
        }
    }

    /** Two paths lead to the same object, or they do not. */
    record Same(CapturePath one, CapturePath other, boolean same) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return (captures.read(one) == captures.read(other)) == same;
        }

        @Override
        public boolean dependsOnArrays() {
            return one.leadsThroughArray() || other.leadsThroughArray();
        }
    }

    /**
     * Captured memory is seen by the host while kernels run, or it is not; and it has more elements than an int can
     * number, or it has not.
     */
    record IsMemory(CapturePath path, boolean hostVisible, boolean large) implements Fact {
        public static IsMemory of(CapturePath path, DeviceMemory memory) {
            return new IsMemory(path, memory.isHostVisible(), memory.longLength() > Integer.MAX_VALUE);
        }

        @Override
        public boolean holds(Captures captures) {
            return captures.read(path) instanceof DeviceMemory memory
                    && of(path, memory).equals(this);
        }

        @Override
        public boolean dependsOnArrays() {
            return path.leadsThroughArray();
        }
    }

    /** What an array leads to by these steps is of these kinds, each of which occurs. */
    record HasKinds(CapturePath array, List<Step> steps, Set<Kind> kinds) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return captures.contents(array).kinds(steps).equals(kinds);
        }

        @Override
        public boolean dependsOnArrays() {
            return !(array instanceof CapturePath.Frozen);
        }
    }

    /** What an array leads to by these steps are these texts, each of which occurs, and no others. */
    record HasTexts(CapturePath array, List<Step> steps, Set<String> texts, boolean interned) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            TableContents contents = captures.contents(array);
            return contents.texts(steps).equals(texts) && contents.areInterned(steps) == interned;
        }

        @Override
        public boolean dependsOnArrays() {
            return !(array instanceof CapturePath.Frozen);
        }
    }

    /** The arrays that an array leads to by these steps have this length, all of them; -1 if they differ. */
    record HasRows(CapturePath array, List<Step> steps, int length) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return captures.contents(array).commonLength(steps) == length;
        }

        @Override
        public boolean dependsOnArrays() {
            return !(array instanceof CapturePath.Frozen);
        }
    }

    /** What an array leads to by these steps is one and the same object. */
    record IsOne(CapturePath array, List<Step> steps) implements Fact {
        @Override
        public boolean holds(Captures captures) {
            return captures.contents(array).only(steps) != null;
        }

        @Override
        public boolean dependsOnArrays() {
            return !(array instanceof CapturePath.Frozen);
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
