package dev.warpbroker.compiler.bytecode;

import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Class files of hidden classes that the library made for use in kernels; kept as long as the class is. */
public final class GeneratedClasses {
    private static final Map<Class<?>, byte[]> FILES = new WeakHashMap<>();

    private GeneratedClasses() {}

    /** Makes a generated class known to the kernel compiler. */
    public static void add(Class<?> type, byte[] file) {
        synchronized (FILES) {
            FILES.put(type, file);
        }
    }

    /** {@return whether the library made this class} */
    public static boolean contains(Class<?> type) {
        return fileOf(type) != null;
    }

    static byte @Nullable [] fileOf(Class<?> type) {
        if (!type.isHidden()) {
            return null;
        }
        synchronized (FILES) {
            return FILES.get(type);
        }
    }

    /** {@return the name that a class has in its own class file: a hidden one is not found by it} */
    public static String nameInFile(Class<?> type) {
        String name = type.getName();
        int suffix = type.isHidden() ? name.indexOf('/') : -1;
        return suffix < 0 ? name : name.substring(0, suffix);
    }
}
