package dev.warpbroker.compiler.value;

import java.lang.reflect.Field;
import java.util.List;

/**
 * The fields that a {@link VirtualObject} has in place of those of Throwable. Instead of a stack trace there is the
 * place where the exception was thrown first, and what the report of that place needs: an exception that is caught and
 * thrown again is reported as if it had not been caught.
 */
public final class Thrown {
    public static final Field MESSAGE = field(Throwable.class, "detailMessage");

    /** Null as long as there is none. */
    public static final Field CAUSE = field(Throwable.class, "cause");

    /** The number of the fault site, counted from 1; 0 as long as the exception was not thrown. */
    public static final Field SITE = field(Thrown.class, "site");

    /** The detail that goes into the report. */
    public static final Field DETAIL = field(Thrown.class, "detail");

    static final List<Field> FIELDS = List.of(MESSAGE, CAUSE, SITE, DETAIL);

    // Never read or written: they name what the compiler keeps of an exception.
    @SuppressWarnings("UnusedVariable")
    private int site;

    @SuppressWarnings("UnusedVariable")
    private long detail;

    private Thrown() {}

    private static Field field(Class<?> owner, String name) {
        try {
            return owner.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
