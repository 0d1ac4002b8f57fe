package dev.warpbroker.device.backend;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * Hands lines to a reader, one at a time. A reader that throws loses the line; the kernel does not notice.
 *
 * @param <T> lines
 */
public final class Delivery<T> {
    private static final Logger LOGGER = System.getLogger(Delivery.class.getName());

    private final Consumer<? super T> reader;

    public Delivery(Consumer<? super T> reader) {
        this.reader = reader;
    }

    public synchronized void deliver(T line) {
        try {
            reader.accept(line);
        } catch (RuntimeException failure) {
            LOGGER.log(Level.WARNING, "the reader of kernel logs failed at: " + line, failure);
        }
    }
}
