package dev.warpbroker.device.jvm;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Kernel;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the memory handles that a kernel can reach through what it captured. */
final class CapturedMemory {
    private static final ClassValue<List<Field>> REFERENCES = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return Stream.<Class<?>>iterate(type, t -> t != null, Class::getSuperclass)
                    .flatMap(t -> Arrays.stream(t.getDeclaredFields()))
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .filter(field -> mayLeadToMemory(field.getType(), new HashSet<>()))
                    .filter(Field::trySetAccessible)
                    .toList();
        }
    };

    /**
     * {@return whether a field of this type may hold memory, or something that leads to it} Asked once per class, so
     * that a launch need not walk through numbers, texts, large arrays of them, and records of these.
     *
     * @param asked types of records that the question is being asked of; of one that contains itself the answer is yes
     */
    private static boolean mayLeadToMemory(Class<?> type, Set<Class<?>> asked) {
        if (type.isArray()) {
            return mayLeadToMemory(type.componentType(), asked);
        }
        if (type.isPrimitive() || type == Device.class) {
            return false;
        }
        if (type.isRecord() && asked.add(type)) {
            return Arrays.stream(type.getRecordComponents())
                    .anyMatch(component -> mayLeadToMemory(component.getType(), asked));
        }
        return !Modifier.isFinal(type.getModifiers()) || !type.getPackageName().equals("java.lang");
    }

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> pending = new ArrayDeque<>();

    private CapturedMemory() {}

    /** {@return the handles, each once} */
    static List<DeviceMemory> of(Kernel kernel) {
        var search = new CapturedMemory();
        if (kernel.getClass().isHidden()) {
            search.addCaptured(kernel);
        } else {
            search.add(kernel);
        }
        search.run();
        return search.seen.stream()
                .filter(DeviceMemory.class::isInstance)
                .map(DeviceMemory.class::cast)
                .toList();
    }

    private void run() {
        for (var object = pending.poll(); object != null; object = pending.poll()) {
            switch (object) {
                case DeviceMemory _, Device _ -> {}
                case Object[] elements -> Arrays.stream(elements).forEach(this::add);
                default -> addFields(object);
            }
        }
    }

    private void add(@Nullable Object object) {
        if (object != null && seen.add(object)) {
            pending.add(object);
        }
    }

    private void addFields(Object object) {
        for (var field : REFERENCES.get(object.getClass())) {
            try {
                add(field.get(object));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(field + " was made accessible before", e);
            }
        }
    }

    private void addCaptured(Kernel lambda) {
        try (var reader = new CaptureReader()) {
            reader.writeObject(lambda);
            var form = reader.form;
            if (form != null) {
                for (int i = 0; i < form.getCapturedArgCount(); i++) {
                    add(form.getCapturedArg(i));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a lambda tell what it captured by asking for its serial form, of which nothing is written. */
    private static final class CaptureReader extends ObjectOutputStream {
        private @Nullable SerializedLambda form;

        CaptureReader() throws IOException {
            super(OutputStream.nullOutputStream());
            enableReplaceObject(true);
        }

        @Override
        protected @Nullable Object replaceObject(@Nullable Object object) {
            if (object instanceof SerializedLambda lambda) {
                form = lambda;
                return null;
            }
            return object;
        }
    }
}
