package dev.warpbroker.compiler.bytecode;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
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

    @Override
    protected @Nullable Object replaceObject(Object object) {
        if (object instanceof SerializedLambda lambda && seen == null) {
            seen = lambda;
        }
        return null;
    }
}
