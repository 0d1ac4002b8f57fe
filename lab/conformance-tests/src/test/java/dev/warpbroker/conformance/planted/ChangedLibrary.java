package dev.warpbroker.conformance.planted;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The structures, the schedulers and their loads once more, with bugs planted in some of the classes.
 *
 * <p>Defines those classes itself instead of leaving them to its parent. The kernel compiler reads class files through
 * the loader of a class, so it gets the changed ones, too: a kernel has the bug on every device.
 */
final class ChangedLibrary extends ClassLoader {
    private static final List<String> OWN = List.of(
            "dev.warpbroker.structures.",
            "dev.warpbroker.tasks.",
            "dev.warpbroker.experiments.",
            Mistakes.class.getName());

    /** Class files with a bug, by the name of the resource. */
    private final Map<String, byte[]> changed = new HashMap<>();

    /** @throws AssertionError if there is no place for one of the changes, or not as many as it says */
    ChangedLibrary(List<Edit> edits) {
        super("planted", ChangedLibrary.class.getClassLoader());
        for (Edit edit : edits) {
            String path = path(edit.type());
            changed.put(path, edit.apply(read(path)));
        }
    }

    /** {@return the constant of the same name that uses the classes of this library} */
    Trial twin(Enum<? extends Trial> trial) {
        try {
            var type = Class.forName(trial.getDeclaringClass().getName(), true, this);
            return (Trial) type.getEnumConstants()[trial.ordinal()];
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (OWN.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] file = read(path(name));
            return defineClass(name, file, 0, file.length);
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] file = changed.get(name);
        return file != null ? new ByteArrayInputStream(file) : super.getResourceAsStream(name);
    }

    private byte[] read(String path) {
        try (InputStream in = getResourceAsStream(path)) {
            if (in == null) {
                throw new AssertionError("a bug is planted in " + path + ", which does not exist");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    private static String path(String type) {
        return type.replace('.', '/') + ".class";
    }
}
