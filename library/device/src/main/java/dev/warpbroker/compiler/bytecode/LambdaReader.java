package dev.warpbroker.compiler.bytecode;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import org.jspecify.annotations.Nullable;

/** Sees what a serialisable lambda is made of, without writing it anywhere and in whatever module it lives. */
public final class LambdaReader extends ObjectOutputStream {
    private @Nullable SerializedLambda seen;

    private LambdaReader() throws IOException {
        super(OutputStream.nullOutputStream());
        enableReplaceObject(true);
    }

    /** {@return whether an object is a lambda or a method reference} */
    public static boolean isLambda(Object object) {
        return object.getClass().isHidden() && object.getClass().isSynthetic();
    }

    /** {@return the method behind a lambda and what it captured, or null if the lambda is not serialisable} */
    public static @Nullable SerializedLambda read(Object lambda) {
        if (!(lambda instanceof Serializable)) {
            return null;
        }
        try (var reader = new LambdaReader()) {
            reader.writeObject(lambda);
            return reader.seen;
        } catch (IOException e) {
            return null;
        }
    }

    /** {@return the method behind a lambda} */
    public static DirectMethodHandleDesc method(SerializedLambda lambda) {
        ClassDesc owner = ClassDesc.ofInternalName(lambda.getImplClass());
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(lambda.getImplMethodSignature());
        DirectMethodHandleDesc.Kind kind = switch (lambda.getImplMethodKind()) {
            case MethodHandleInfo.REF_invokeStatic -> DirectMethodHandleDesc.Kind.STATIC;
            case MethodHandleInfo.REF_invokeSpecial -> DirectMethodHandleDesc.Kind.SPECIAL;
            case MethodHandleInfo.REF_newInvokeSpecial -> DirectMethodHandleDesc.Kind.CONSTRUCTOR;
            case MethodHandleInfo.REF_invokeInterface -> DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL;
            default -> DirectMethodHandleDesc.Kind.VIRTUAL;
        };
        return kind == DirectMethodHandleDesc.Kind.CONSTRUCTOR
                ? MethodHandleDesc.ofConstructor(owner, type.parameterArray())
                : MethodHandleDesc.ofMethod(kind, owner, lambda.getImplMethodName(), type);
    }

    @Override
    protected @Nullable Object replaceObject(Object object) {
        if (object instanceof SerializedLambda lambda && seen == null) {
            seen = lambda;
        }
        return null;
    }
}
