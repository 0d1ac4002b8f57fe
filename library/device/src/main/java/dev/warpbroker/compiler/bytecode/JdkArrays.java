package dev.warpbroker.compiler.bytecode;

import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Private static arrays of the JDK, such as the tables of StrictMath, which no reflection gives.
 *
 * <p>The static initialiser of the class is run once more, in a hidden class that has nothing but the static members of
 * the original. That gives equal arrays if the initialiser depends on nothing outside; one that needs more of the JDK
 * than its public classes fails, and then there is no array.
 */
public final class JdkArrays {
    private static final Map<Class<?>, Optional<Class<?>>> TWINS = new ConcurrentHashMap<>();

    private JdkArrays() {}

    /** {@return an array equal to that of a static final field of the JDK, always the same, or null} */
    public static @Nullable Object array(Field field) {
        int wanted = Modifier.STATIC | Modifier.FINAL;
        Class<?> owner = field.getDeclaringClass();
        if (!field.getType().isArray() || (field.getModifiers() & wanted) != wanted || owner.getClassLoader() != null) {
            return null;
        }
        Class<?> twin = TWINS.computeIfAbsent(owner, JdkArrays::twin).orElse(null);
        if (twin == null) {
            return null;
        }
        try {
            Field copied = twin.getDeclaredField(field.getName());
            copied.setAccessible(true);
            return copied.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(field + " was copied before", e);
        }
    }

    private static Optional<Class<?>> twin(Class<?> owner) {
        try {
            ClassModel model = ClassFiles.parse(owner);
            ClassDesc name = ClassDesc.of(JdkArrays.class.getPackageName() + "." + owner.getSimpleName() + "Arrays");
            byte[] file = ClassFile.of()
                    .transformClass(
                            model,
                            name,
                            ClassTransform.dropping(JdkArrays::isNoStaticMember)
                                    .andThen(ClassTransform.transformingMethodBodies(
                                            (code, element) -> rename(code, element, model.thisClass(), name))));
            return Optional.of(
                    MethodHandles.lookup().defineHiddenClass(file, true).lookupClass());
        } catch (IllegalAccessException
                | LinkageError
                | IllegalArgumentException
                | ClassFiles.MissingClassFileException e) {
            return Optional.empty();
        }
    }

    private static void rename(CodeBuilder code, CodeElement element, ClassEntry owner, ClassDesc name) {
        switch (element) {
            case FieldInstruction field
            when field.owner().equals(owner) ->
                code.fieldAccess(field.opcode(), name, field.name().stringValue(), field.typeSymbol());
            case InvokeInstruction call
            when call.owner().equals(owner) ->
                code.invoke(call.opcode(), name, call.name().stringValue(), call.typeSymbol(), call.isInterface());
            default -> code.with(element);
        }
    }

    private static boolean isNoStaticMember(ClassElement element) {
        return switch (element) {
            case FieldModel field -> !field.flags().has(AccessFlag.STATIC);
            case MethodModel method ->
                !method.flags().has(AccessFlag.STATIC) || method.flags().has(AccessFlag.NATIVE);
            case Interfaces _ -> true;
            default -> element instanceof java.lang.classfile.Attribute<?>;
        };
    }
}
