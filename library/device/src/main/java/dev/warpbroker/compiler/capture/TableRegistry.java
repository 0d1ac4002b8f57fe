package dev.warpbroker.compiler.capture;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** What was seen in captured arrays, as long as the arrays are alive. Not thread-safe. */
public final class TableRegistry {
    /** Arrays are equal only to themselves. What is kept refers to no root, so that roots can go. */
    private final Map<Object, TableContents> known = new WeakHashMap<>();

    private final @Nullable Lookup lookup;

    /** @param lookup gives the right to read fields, or null */
    public TableRegistry(@Nullable Lookup lookup) {
        this.lookup = lookup;
    }

    /**
     * {@return what an array holds now: the same object as before if that has not changed}
     *
     * @param frozen whether the array never changes
     */
    TableContents contents(Object array, boolean frozen) {
        TableContents seen = known.get(array);
        if (seen == null || !frozen && !seen.isTrueOf(array)) {
            seen = new TableContents(array, lookup);
            known.put(array, seen);
        }
        return seen;
    }
}
