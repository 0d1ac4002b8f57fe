package dev.warpbroker.cli.ptx;

import dev.warpbroker.device.Kernel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** A static method that makes a kernel. */
record KernelMethod(Method method) {
    /** There is no such method; the message lists those that there are. */
    static final class NotFound extends Exception {
        private static final long serialVersionUID = 1;

        NotFound(String message) {
            super(message);
        }
    }

    /** {@return the method that {@code name}, a CLASS#METHOD, means} */
    static KernelMethod find(String name, ClassLoader loader) throws NotFound {
        int separator = name.indexOf('#');
        var owner = owner(name.substring(0, separator), loader);
        String methodName = name.substring(separator + 1);
        var makers = Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic()
                        && Kernel.class.isAssignableFrom(method.getReturnType()))
                .toList();
        var matches = makers.stream()
                .filter(method -> method.getName().equals(methodName))
                .toList();
        return switch (matches.size()) {
            case 1 -> new KernelMethod(matches.getFirst());
            case 0 ->
                throw new NotFound("class " + owner.getName() + " has no static method " + methodName
                        + " that returns a Kernel; it has " + names(makers));
            default ->
                throw new NotFound("class " + owner.getName() + " has " + matches.size() + " static methods "
                        + methodName + " that return a Kernel; give them different names");
        };
    }

    /** {@return the kernel that the method makes} */
    Kernel call(KernelArguments arguments) {
        var types = method.getParameterTypes();
        var values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = arguments.value(types[i]);
        }
        arguments.requireAllUsed();
        try {
            method.setAccessible(true);
            return (Kernel) method.invoke(null, values);
        } catch (InvocationTargetException failure) {
            throw new IllegalArgumentException(method + " failed: " + failure.getCause(), failure);
        } catch (IllegalAccessException failure) {
            throw new IllegalArgumentException("may not call " + method, failure);
        }
    }

    private static Class<?> owner(String className, ClassLoader loader) throws NotFound {
        try {
            return Class.forName(className, true, loader);
        } catch (ClassNotFoundException _) {
            throw new NotFound("no class " + className + "; --classpath says where to look for it");
        }
    }

    private static String names(List<Method> makers) {
        return makers.isEmpty()
                ? "none at all"
                : String.join(
                        ", ",
                        makers.stream().map(Method::getName).sorted().distinct().toList());
    }
}
