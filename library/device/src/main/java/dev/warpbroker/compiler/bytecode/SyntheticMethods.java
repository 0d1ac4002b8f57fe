package dev.warpbroker.compiler.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Methods that no class file has, since the JVM makes them up as it runs: written here as bytecode, so that they are
 * followed like any other.
 */
final class SyntheticMethods {
    private static final ClassDesc OBJECTS = Objects.class.describeConstable().orElseThrow();

    /** What hashes a component of a primitive type. */
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            boolean.class, Boolean.class,
            byte.class, Byte.class,
            short.class, Short.class,
            char.class, Character.class,
            int.class, Integer.class,
            long.class, Long.class,
            float.class, Float.class,
            double.class, Double.class);

    /** Known to have the hash code that the formula here gives, on the JDK that runs this. */
    private record Probe(int first, long second, String third) {
        private static final Probe ONE = new Probe(17, 1L << 40 | 5, "probe");

        static final boolean AS_EXPECTED = ONE.hashCode()
                == (Integer.hashCode(ONE.first) * 31 + Long.hashCode(ONE.second)) * 31 + ONE.third.hashCode();
    }

    private SyntheticMethods() {}

    private static MethodCode method(Class<?> owner, String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
        byte[] file = ClassFile.of(StackMapsOption.DROP_STACK_MAPS)
                .build(
                        ClassDesc.of("Synthetic"),
                        // Later versions are read with the help of stack maps.
                        made -> made.withVersion(ClassFile.JAVA_6_VERSION, 0)
                                .withMethodBody(name, type, ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC, body));
        return MethodCode.of(owner, ClassFile.of().parse(file).methods().getFirst());
    }

    /** {@return {@code equals} of a record, as a static method: components that differ make it false} */
    static MethodCode recordEquals(Class<?> type) {
        ClassDesc self = type.describeConstable().orElseThrow();
        return method(type, "equals", MethodTypeDesc.of(CD_boolean, self, CD_Object), code -> {
            Label different = code.newLabel();
            code.aload(1).instanceOf(self).ifeq(different);
            code.aload(1).checkcast(self).astore(2);
            for (RecordComponent component : type.getRecordComponents()) {
                ClassDesc kind = component.getType().describeConstable().orElseThrow();
                code.aload(0).getfield(self, component.getName(), kind);
                code.aload(2).getfield(self, component.getName(), kind);
                switch (TypeKind.from(kind)) {
                    case LONG -> code.lcmp().ifne(different);
                    case FLOAT, DOUBLE ->
                        code.invokestatic(box(component.getType()), "compare", MethodTypeDesc.of(CD_int, kind, kind))
                                .ifne(different);
                    case REFERENCE ->
                        code.invokestatic(OBJECTS, "equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                                .ifeq(different);
                    default -> code.if_icmpne(different);
                }
            }
            code.iconst_1().ireturn();
            code.labelBinding(different).iconst_0().ireturn();
        });
    }

    /** {@return whether {@link #recordHashCode} gives what records have on this JDK, which is not specified} */
    static boolean knowsHashCodes() {
        return Probe.AS_EXPECTED;
    }

    /** {@return {@code hashCode} of a record, as a static method} */
    static MethodCode recordHashCode(Class<?> type) {
        ClassDesc self = type.describeConstable().orElseThrow();
        return method(type, "hashCode", MethodTypeDesc.of(CD_int, self), code -> {
            code.iconst_0();
            for (RecordComponent component : type.getRecordComponents()) {
                ClassDesc kind = component.getType().describeConstable().orElseThrow();
                code.bipush(31).imul().aload(0).getfield(self, component.getName(), kind);
                if (kind.isPrimitive()) {
                    code.invokestatic(box(component.getType()), "hashCode", MethodTypeDesc.of(CD_int, kind));
                } else {
                    code.invokestatic(OBJECTS, "hashCode", MethodTypeDesc.of(CD_int, CD_Object));
                }
                code.iadd();
            }
            code.ireturn();
        });
    }

    private static ClassDesc box(Class<?> primitive) {
        return Objects.requireNonNull(BOXES.get(primitive)).describeConstable().orElseThrow();
    }

    /** {@return what {@code Arrays.hashCode} gives for an array of so many objects, without a loop} */
    static MethodCode arrayHashCode(int length) {
        return method(Objects.class, "hash", MethodTypeDesc.of(CD_int, CD_Object.arrayType()), code -> {
            code.iconst_1();
            for (int i = 0; i < length; i++) {
                code.bipush(31).imul().aload(0).loadConstant(i).aaload();
                code.invokestatic(OBJECTS, "hashCode", MethodTypeDesc.of(CD_int, CD_Object))
                        .iadd();
            }
            code.ireturn();
        });
    }

    /** {@return a method that does nothing but call an instance method, with its receiver as first argument} */
    static MethodCode call(Class<?> home, DirectMethodHandleDesc callee) {
        MethodTypeDesc type = callee.invocationType();
        MethodTypeDesc called = MethodTypeDesc.ofDescriptor(callee.lookupDescriptor());
        return method(home, callee.methodName(), type, code -> {
            int slot = 0;
            for (ClassDesc parameter : type.parameterList()) {
                code.loadLocal(TypeKind.from(parameter), slot);
                slot += TypeKind.from(parameter).slotSize();
            }
            if (callee.kind() == DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL) {
                code.invokeinterface(callee.owner(), callee.methodName(), called);
            } else {
                code.invokevirtual(callee.owner(), callee.methodName(), called);
            }
            code.return_(
                    type.returnType().equals(ConstantDescs.CD_void) ? TypeKind.VOID : TypeKind.from(type.returnType()));
        });
    }
}
