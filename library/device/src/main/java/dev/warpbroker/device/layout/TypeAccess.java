package dev.warpbroker.device.layout;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;

/**
 * Gets the right to define the class of a layout where it may do what it must: call constructors and accessors of the
 * type.
 *
 * <p>That is beside the type, in the user's package. The class of a layout is hidden: nothing finds it by name, and it
 * goes with its type. But only a lookup with all rights in a module may define hidden classes. If the module of the
 * type merely opens the package to this one, an ordinary class is defined there first, {@value #ACCESS}, once per
 * package: it does nothing but return its lookup. A user who wants no such class gives a lookup of their own, or makes
 * the type public in an exported package; the class of the layout then lives in this package.
 */
final class TypeAccess {
    private static final Module LIBRARY = Layouts.class.getModule();
    private static final String ACCESS = "WarpbrokerAccess";

    private TypeAccess() {}

    /** {@return the right to define a class beside the type, or in this package if the type is public for it} */
    static Lookup to(Class<?> type) {
        Module module = type.getModule();
        String packageName = type.getPackageName();
        LIBRARY.addReads(module);
        if (module.canRead(LIBRARY) && module.isOpen(packageName, LIBRARY) && sees(type, Layouts.class)) {
            return beside(type, MethodHandles.lookup());
        }
        if (Modifier.isPublic(type.getModifiers())
                && module.isExported(packageName, LIBRARY)
                && sees(Layouts.class, type)) {
            return MethodHandles.lookup();
        }
        String reason = module.isOpen(packageName, LIBRARY)
                ? "its module or class loader does not know dev.warpbroker.device; let the module require it, or load"
                        + " both with one loader"
                : "module " + module.getName() + " does not open package " + packageName
                        + " to dev.warpbroker.device; add `opens " + packageName
                        + " to dev.warpbroker.device;` to module-info, or use Layout.of(MethodHandles.lookup(), "
                        + type.getSimpleName() + ".class)";
        throw new IllegalArgumentException("no layout for " + type.getTypeName() + ": " + reason);
    }

    /** {@return the right to define a class beside the type} */
    static Lookup to(Lookup lookup, Class<?> type) {
        return beside(type, lookup);
    }

    private static Lookup beside(Class<?> type, Lookup lookup) {
        try {
            Lookup inside = MethodHandles.privateLookupIn(type, lookup);
            return inside.hasFullPrivilegeAccess() ? inside : MethodHandles.privateLookupIn(type, ofTheModule(inside));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "no layout for " + type.getTypeName() + ": the lookup " + lookup
                            + " gives no access to it; call MethodHandles.lookup() in a class of its "
                            + (type.getModule().isNamed()
                                    ? "module " + type.getModule().getName()
                                    : "class path"),
                    e);
        }
    }

    /**
     * {@return a lookup that the module itself made}
     *
     * <p>A lookup from another module, which the package is open to, has not all rights in it and so may not define
     * hidden classes. But it may define an ordinary class there, and the lookup of that class has them.
     */
    private static Lookup ofTheModule(Lookup inside) throws IllegalAccessException {
        String packageName = inside.lookupClass().getPackageName();
        String name = packageName.isEmpty() ? ACCESS : packageName + "." + ACCESS;
        Class<?> access;
        try {
            access = inside.defineClass(accessClass(ClassDesc.of(name)));
        } catch (LinkageError alreadyThere) {
            access = find(inside, name, alreadyThere);
        }
        try {
            return (Lookup) inside.findStatic(access, "lookup", MethodType.methodType(Lookup.class))
                    .invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(access + " gives no lookup", e);
        }
    }

    private static Class<?> find(Lookup inside, String name, LinkageError cause) throws IllegalAccessException {
        try {
            return inside.findClass(name);
        } catch (ClassNotFoundException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }

    private static byte[] accessClass(ClassDesc name) {
        var type = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
        return ClassFile.of()
                .build(
                        name,
                        file -> file.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        "lookup",
                                        type,
                                        ClassFile.ACC_STATIC,
                                        code -> code.invokestatic(ConstantDescs.CD_MethodHandles, "lookup", type)
                                                .areturn()));
    }

    private static boolean sees(Class<?> from, Class<?> type) {
        try {
            return Class.forName(type.getName(), false, from.getClassLoader()) == type;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
