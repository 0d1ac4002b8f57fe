package dev.warpbroker.conformance.planted;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.util.List;

/**
 * Changes of a method.
 *
 * @param type the full name of the class
 * @param method a name that the class has once, or a name and a descriptor
 * @param changes made one after the other
 */
record Edit(String type, String method, List<Change> changes) {
    Edit(String type, String method, Change... changes) {
        this(type, method, List.of(changes));
    }

    byte[] apply(byte[] file) {
        ClassModel model = ClassFile.of().parse(file);
        long methods = model.methods().stream().filter(this::isMeant).count();
        if (methods != 1) {
            throw new AssertionError("a bug is planted in " + this + ", of which there are " + methods);
        }
        MethodTransform inMethod = (builder, element) -> {
            if (element instanceof CodeModel code) {
                var body = new MethodBody(toString(), code);
                for (Change change : changes) {
                    change.in(body);
                }
                builder.withCode(body::writeTo);
            } else {
                builder.with(element);
            }
        };
        return ClassFile.of().transformClass(model, ClassTransform.transformingMethods(this::isMeant, inMethod));
    }

    private boolean isMeant(MethodModel each) {
        String name = each.methodName().stringValue();
        boolean named =
                method.equals(name) || method.equals(name + each.methodType().stringValue());
        return named && each.code().isPresent() && !isBridge(each);
    }

    private static boolean isBridge(MethodModel each) {
        return (each.flags().flagsMask() & ClassFile.ACC_BRIDGE) != 0;
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + "." + method;
    }
}
