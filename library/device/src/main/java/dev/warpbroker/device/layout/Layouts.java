package dev.warpbroker.device.layout;

import dev.warpbroker.compiler.bytecode.GeneratedClasses;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Layouts that exist, one per type, so that kernels with queues of one type share their code. A layout lives as long as
 * its type: its class is hidden, and nothing but the type holds it.
 */
public final class Layouts {
    private static final ClassValue<Holder> HOLDERS = new ClassValue<>() {
        @Override
        protected Holder computeValue(Class<?> type) {
            return new Holder();
        }
    };

    /** Where the layout of a type is kept. */
    private static final class Holder {
        private @Nullable Object layout;

        synchronized Object get(Supplier<Object> making) {
            Object known = layout;
            if (known == null) {
                known = making.get();
                layout = known;
            }
            return known;
        }
    }

    /** Of the class of a layout, what its values can be. */
    private static final ClassValue<AtomicReference<List<Class<?>>>> ALTERNATIVES = new ClassValue<>() {
        @Override
        protected AtomicReference<List<Class<?>>> computeValue(Class<?> layout) {
            return new AtomicReference<>(List.of());
        }
    };

    private Layouts() {}

    /**
     * {@return the types that values of a layout can be, in the order of the numbers that stand for them; empty if it
     * was not made here}
     */
    public static List<Class<?>> alternatives(Object layout) {
        return ALTERNATIVES.get(layout.getClass()).get();
    }

    /** {@return the {@link dev.warpbroker.device.Layout} of a type that is accessible to the library} */
    public static Object of(Class<?> type) {
        Form form = FormReader.read(type);
        return of(type, form, TypeAccess.to(type));
    }

    /** {@return the {@link dev.warpbroker.device.Layout} of a type that is accessible to a lookup} */
    public static Object of(Lookup lookup, Class<?> type) {
        Form form = FormReader.read(type);
        return of(type, form, TypeAccess.to(lookup, type));
    }

    private static Object of(Class<?> type, Form form, Lookup access) {
        return HOLDERS.get(type).get(() -> {
            checkAccess(type, form, access);
            return define(type, form, access);
        });
    }

    private static Object define(Class<?> type, Form form, Lookup access) {
        String typeName = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        ClassDesc name = ClassDesc.of(access.lookupClass().getPackageName(), typeName + "$Layout");
        byte[] file = LayoutWriter.write(name, form);
        try {
            Lookup defined = access.defineHiddenClass(file, true, ClassOption.NESTMATE);
            GeneratedClasses.add(defined.lookupClass(), file);
            ALTERNATIVES.get(defined.lookupClass()).set(alternatives(form));
            return defined.findConstructor(defined.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("the layout of " + type.getTypeName() + " could not be made", e);
        }
    }

    private static List<Class<?>> alternatives(Form form) {
        return form instanceof Form.Choice choice
                ? choice.alternatives().stream().<Class<?>>map(Form::type).toList()
                : List.of(form.type());
    }

    /** The class of the layout must be able to name all types and to call their constructors. */
    private static void checkAccess(Class<?> top, Form form, Lookup access) {
        Layouts.class.getModule().addReads(form.type().getModule());
        try {
            access.accessClass(form.type());
            switch (form) {
                case Form.Product product -> {
                    Class<?>[] parameters = Arrays.stream(product.type().getRecordComponents())
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new);
                    access.findConstructor(product.type(), MethodType.methodType(void.class, parameters));
                    product.components().forEach(component -> checkAccess(top, component.form(), access));
                }
                case Form.Choice choice ->
                    choice.alternatives().forEach(alternative -> checkAccess(top, alternative, access));
                case Form.Primitive _, Form.Constant _ -> {}
            }
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "no layout for " + top.getTypeName() + ": " + form.type().getTypeName()
                            + ", which is part of it, is not accessible from package "
                            + access.lookupClass().getPackageName() + "; make it public, or declare both in one class",
                    e);
        }
    }
}
