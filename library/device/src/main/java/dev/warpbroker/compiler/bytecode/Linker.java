package dev.warpbroker.compiler.bytecode;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;

/** Finds the classes that class files name, as the JVM would: with the loader of the class that names them. */
public final class Linker {
    private Linker() {}

    /**
     * {@return the class that a descriptor in the class file of {@code from} names}
     *
     * @throws UnknownClassException if there is none
     */
    public static Class<?> resolve(Class<?> from, ClassDesc type) {
        if (type.isPrimitive()) {
            return primitive(type);
        }
        String descriptor = type.descriptorString();
        return resolve(from, type.isArray() ? descriptor : descriptor.substring(1, descriptor.length() - 1));
    }

    /**
     * {@return the class that the class file of {@code from} names}
     *
     * @param internalName with slashes
     * @throws UnknownClassException if there is none
     */
    public static Class<?> resolve(Class<?> from, String internalName) {
        String name = internalName.replace('/', '.');
        if (name.equals(GeneratedClasses.nameInFile(from))) {
            return from;
        }
        try {
            return Class.forName(name, false, from.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UnknownClassException(name);
        }
    }

    /** {@return the class of a primitive type} */
    public static Class<?> primitive(ClassDesc type) {
        return MethodType.fromMethodDescriptorString("()" + type.descriptorString(), null)
                .returnType();
    }

    /** A class that is named, but not there. */
    public static final class UnknownClassException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownClassException(String name) {
            super(name, null, false, false);
        }
    }
}
