package dev.warpbroker.compiler.generated;

/** Updates of shared memory whose order does not matter, as long as each element has one kind only. */
enum SharedUpdate {
    ADD(0, "getAndAdd", "getAndAddRelaxed", 0),
    XOR(1, "getAndBitwiseXor", "getAndBitwiseXorRelaxed", 0),
    OR(2, "getAndBitwiseOr", "getAndBitwiseOrRelaxed", 0),
    AND(3, "getAndBitwiseAnd", "getAndBitwiseAndRelaxed", -1),
    MIN(4, "getAndMin", "getAndMinRelaxed", Integer.MAX_VALUE),
    MAX(5, "getAndMax", "getAndMaxRelaxed", Integer.MIN_VALUE);

    private final int element;
    private final String method;
    private final String relaxedMethod;
    private final int initial;

    SharedUpdate(int element, String method, String relaxedMethod, int initial) {
        this.element = element;
        this.method = method;
        this.relaxedMethod = relaxedMethod;
        this.initial = initial;
    }

    int element() {
        return element;
    }

    String method() {
        return method;
    }

    String relaxedMethod() {
        return relaxedMethod;
    }

    int initial() {
        return initial;
    }
}
