package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.compiler.value.VirtualObject;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Notices that what is known at the start of a block never stops growing, since a loop puts an object into another one
 * of its kind: a list, a tree, a lambda around a lambda. A finite nest of objects may be as deep as its code makes it;
 * one that has become deeper {@value #MAX_GROWTHS} times, or a few times and is large by then, has no end.
 */
final class GrowthGuard {
    private static final int MAX_GROWTHS = 8;

    private static final int FEW_GROWTHS = 3;
    private static final int LARGE = 1_000;

    private int depth;
    private int growths;

    /** Looks at a state that has lost knowledge. */
    void check(Frame state) {
        var nesting = new Nesting();
        for (Frame frame = state; frame != null; frame = frame.caller()) {
            for (Value local : frame.locals) {
                if (local != null) {
                    nesting.visit(local);
                }
            }
            frame.stack.forEach(nesting::visit);
        }
        if (nesting.deepest > depth) {
            depth = nesting.deepest;
            growths++;
        }
        int limit = nesting.objects > LARGE ? FEW_GROWTHS : MAX_GROWTHS;
        if (growths > limit && depth > limit) {
            throw endless(nesting);
        }
    }

    /** Looks at what a field or element in memory may hold. */
    static void checkContents(Value contents) {
        var nesting = new Nesting();
        nesting.visit(contents);
        if (nesting.deepest > FEW_GROWTHS) {
            throw endless(nesting);
        }
    }

    private static Refusal endless(Nesting nesting) {
        return new Refusal(
                nesting.name
                        + " that holds another one of its kind, made in a loop or under many conditions: how deep"
                        + " they nest is not known when the kernel is compiled",
                "keep the elements in device memory or in a local array, and refer to them by index");
    }

    /** Finds out how often one kind of object holds itself, at most, on the way from a variable to what it leads to. */
    private static final class Nesting {
        private final Map<Object, Integer> onTheWay = new HashMap<>();
        private final Set<Value> open = Collections.newSetFromMap(new IdentityHashMap<>());
        private int deepest;
        private int objects;
        private String name = "an object";

        void visit(Value value) {
            switch (value) {
                case VirtualObject object -> enter(value, object.type());
                case VirtualArray array -> enter(value, array.elementType().arrayType());
                case Value.Closure closure -> enter(value, closure.shape());
                default -> value.parts().forEach(this::visit);
            }
        }

        private void enter(Value value, Object kind) {
            if (!open.add(value)) {
                return;
            }
            objects++;
            int times = onTheWay.merge(kind, 1, Integer::sum);
            if (times > deepest) {
                deepest = times;
                name = value.describe();
            }
            value.parts().forEach(this::visit);
            onTheWay.put(kind, times - 1);
            open.remove(value);
        }
    }
}
