package dev.warpbroker.compiler.frontend;

/** A construct that cannot be compiled, before its position is known. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String remedy;

    Refusal(String reason, String remedy) {
        super(reason, null, false, false);
        this.remedy = remedy;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    String remedy() {
        return remedy;
    }
}
