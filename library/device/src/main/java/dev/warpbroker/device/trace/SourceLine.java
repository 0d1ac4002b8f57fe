package dev.warpbroker.device.trace;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where code was written, as class files tell it: {@code Fib.java:32}; empty if they do not. */
public final class SourceLine {
    private SourceLine() {}

    /** {@return where a record or an enum was declared} */
    public static String of(Class<?> type) {
        return find(type, _ -> true);
    }

    /** {@return where the code of a lambda begins, or of an object's class} */
    public static String of(Object function) {
        if (!LambdaReader.isLambda(function)) {
            return of(function.getClass());
        }
        var lambda = LambdaReader.read(function);
        if (lambda == null) {
            return "";
        }
        try {
            var owner = Class.forName(
                    lambda.getImplClass().replace('/', '.'),
                    false,
                    function.getClass().getClassLoader());
            return find(
                    owner,
                    method -> method.methodName().equalsString(lambda.getImplMethodName())
                            && method.methodType().equalsString(lambda.getImplMethodSignature()));
        } catch (ClassNotFoundException _) {
            return "";
        }
    }

    /** {@return the first line of the methods that are wanted} */
    private static String find(Class<?> type, Predicate<MethodModel> wanted) {
        var file = read(type);
        if (file == null) {
            return "";
        }
        int line = file.methods().stream()
                .filter(wanted)
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.findAttribute(Attributes.lineNumberTable()).stream())
                .flatMap(table -> table.lineNumbers().stream())
                .mapToInt(LineNumberInfo::lineNumber)
                .min()
                .orElse(0);
        return line == 0
                ? ""
                : file.findAttribute(Attributes.sourceFile())
                        .map(source -> source.sourceFile().stringValue() + ":" + line)
                        .orElse("");
    }

    private static @Nullable ClassModel read(Class<?> type) {
        String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (var stream = type.getResourceAsStream(name)) {
            return stream == null ? null : ClassFile.of().parse(stream.readAllBytes());
        } catch (IOException | IllegalArgumentException _) {
            return null;
        }
    }
}
