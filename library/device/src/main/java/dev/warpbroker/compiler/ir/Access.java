package dev.warpbroker.compiler.ir;

/** How memory is accessed. */
public record Access(Space space, Order order, Scope scope) {
    /** Ordered by nothing. */
    public static Access weak(Space space) {
        return new Access(space, Order.WEAK, Scope.DEVICE);
    }
}
