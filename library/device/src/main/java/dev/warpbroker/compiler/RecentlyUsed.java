package dev.warpbroker.compiler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache of bounded size: where there is no room for more, what was not used for longest is forgotten. Not
 * thread-safe.
 *
 * @param <K> what values are found by
 * @param <V> what is kept
 */
public final class RecentlyUsed<K, V> {
    private static final float LOAD_FACTOR = 0.75f;

    private final Map<K, V> values;

    /** @param limit how many values are kept */
    public RecentlyUsed(int limit) {
        values = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > limit;
            }
        };
    }

    /** {@return what is kept for a key, after making it if there is nothing} */
    public V get(K key, Function<K, V> make) {
        V known = values.get(key);
        if (known != null) {
            return known;
        }
        V made = make.apply(key);
        values.put(key, made);
        return made;
    }

    /** Removes what is kept for a key, if there is something. */
    public void forget(K key) {
        values.remove(key);
    }
}
