package dev.warpbroker.compiler.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads methods from class files, each once. */
public final class ClassFiles {
    private record MethodKey(Class<?> owner, String name, String descriptor) {}

    private final Map<Class<?>, ClassModel> models = new HashMap<>();
    private final Map<MethodKey, Optional<MethodCode>> methods = new HashMap<>();
    private final Map<Object, MethodCode> synthetic = new HashMap<>();

    /**
     * {@return the method that a class itself declares, or null}
     *
     * @throws MissingClassFileException if the class has no class file that can be read
     */
    public @Nullable MethodCode declared(Class<?> owner, String name, String descriptor) {
        return methods.computeIfAbsent(new MethodKey(owner, name, descriptor), this::read)
                .orElse(null);
    }

    /** {@return the method that a call on an object of class {@code type} reaches, or null if there is none} */
    public @Nullable MethodCode resolve(Class<?> type, String name, String descriptor) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            MethodCode method = declared(at, name, descriptor);
            if (method != null) {
                return method;
            }
        }
        MethodCode mostSpecific = null;
        for (Class<?> at : interfaces(type)) {
            MethodCode method = declared(at, name, descriptor);
            if (method != null
                    && !method.isAbstract()
                    && (mostSpecific == null || mostSpecific.owner().isAssignableFrom(at))) {
                mostSpecific = method;
            }
        }
        return mostSpecific;
    }

    /** {@return whether a record has the {@code equals} that javac leaves to the JVM} */
    public boolean isEqualsOfRecord(Class<?> type) {
        MethodCode method = declared(type, "equals", "(Ljava/lang/Object;)Z");
        return method != null
                && IntStream.range(0, method.length())
                        .mapToObj(method::instruction)
                        .anyMatch(instruction -> instruction instanceof InvokeDynamicInstruction made
                                && made.bootstrapMethod().owner().displayName().equals("ObjectMethods"));
    }

    /** {@return {@code equals} that javac leaves to the JVM for a record, as a static method} */
    public MethodCode recordEquals(Class<?> type) {
        return synthetic.computeIfAbsent(List.of(type, "equals"), _ -> SyntheticMethods.recordEquals(type));
    }

    /**
     * {@return {@code hashCode} that javac leaves to the JVM for a record, as a static method; or null if the JVM does
     * it in an unknown way}
     */
    public @Nullable MethodCode recordHashCode(Class<?> type) {
        return SyntheticMethods.knowsHashCodes()
                ? synthetic.computeIfAbsent(List.of(type, "hashCode"), _ -> SyntheticMethods.recordHashCode(type))
                : null;
    }

    /** {@return {@code Arrays.hashCode} for arrays of so many objects} */
    public MethodCode arrayHashCode(int length) {
        return synthetic.computeIfAbsent(length, _ -> SyntheticMethods.arrayHashCode(length));
    }

    /** {@return a method of a class that does nothing but call an instance method} */
    public MethodCode call(Class<?> home, DirectMethodHandleDesc callee) {
        return synthetic.computeIfAbsent(List.of(home, callee), _ -> SyntheticMethods.call(home, callee));
    }

    private static Set<Class<?>> interfaces(Class<?> type) {
        var result = new LinkedHashSet<Class<?>>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> declared : at.getInterfaces()) {
                result.add(declared);
                result.addAll(interfaces(declared));
            }
        }
        if (type.isInterface()) {
            result.add(type);
        }
        return result;
    }

    private Optional<MethodCode> read(MethodKey key) {
        for (MethodModel method : model(key.owner()).methods()) {
            if (method.methodName().equalsString(key.name())
                    && method.methodType().equalsString(key.descriptor())) {
                return Optional.of(MethodCode.of(key.owner(), method));
            }
        }
        return Optional.empty();
    }

    private ClassModel model(Class<?> type) {
        return models.computeIfAbsent(type, ClassFiles::parse);
    }

    static ClassModel parse(Class<?> type) {
        byte[] generated = GeneratedClasses.fileOf(type);
        if (generated != null) {
            return ClassFile.of().parse(generated);
        }
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream in = open(type, path)) {
            if (in == null) {
                throw new MissingClassFileException(type, "");
            }
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new MissingClassFileException(type, ": " + e);
        }
    }

    private static @Nullable InputStream open(Class<?> type, String path) throws IOException {
        InputStream inModule = type.getModule().getResourceAsStream(path);
        if (inModule != null) {
            return inModule;
        }
        ClassLoader loader = type.getClassLoader();
        return loader == null ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path);
    }

    /** A class whose bytecode cannot be read: generated at run time, or hidden. */
    public static final class MissingClassFileException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** @param why the file could not be read; empty if there is none */
        MissingClassFileException(Class<?> type, String why) {
            super("class " + type.getName() + " has no class file that can be read" + why);
        }
    }
}
