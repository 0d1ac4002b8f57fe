package dev.warpbroker.device;

import java.util.List;

/** A kernel contains something that cannot be compiled for a GPU. Nothing falls back silently. */
public final class KernelCompileException extends DeviceException {
    private static final long serialVersionUID = 1;

    /** The construct and why it cannot be compiled. */
    private final String reason;

    /** What to write instead. */
    private final String remedy;

    private final transient List<StackTraceElement> position;

    /**
     * Says what cannot be compiled.
     *
     * @param reason the construct and why it cannot be compiled
     * @param remedy what to write instead
     * @param position class, method and line of the construct, then the inlined calls that led there
     */
    public KernelCompileException(String reason, String remedy, List<StackTraceElement> position) {
        super(message(reason, remedy, position));
        this.reason = reason;
        this.remedy = remedy;
        this.position = List.copyOf(position);
    }

    private static String message(String reason, String remedy, List<StackTraceElement> position) {
        var text = new StringBuilder("kernel cannot be compiled: ").append(reason);
        CallChain.append(text, position, "at", "inlined into");
        return text.append("\n  instead: ").append(remedy).toString();
    }

    /** {@return the construct and why it cannot be compiled} */
    public String reason() {
        return reason;
    }

    /** {@return what to write instead} */
    public String remedy() {
        return remedy;
    }

    /** {@return class, method and line of the construct, then the inlined calls that led there} */
    public List<StackTraceElement> position() {
        return position;
    }
}
