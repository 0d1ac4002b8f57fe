package dev.warpbroker.device;

import dev.warpbroker.device.trace.TimeLine;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a device treats kernels.
 *
 * @param boundsChecks whether compiled kernels check every index against the length of the memory (the JVM device
 *     always does)
 * @param timing whether a GPU measures each launch by itself, which costs a few microseconds of host time per launch;
 *     without it {@link Launch#elapsed} is what the host saw
 * @param lookup gives the compiler the right to read private final fields of captured objects in a named module; null
 *     if the module opens the package to {@code dev.warpbroker.device}, or there is no module
 * @param assertions whether {@code assert} in compiled kernels checks; null if it does where it does on the JVM: in
 *     classes whose {@linkplain Class#desiredAssertionStatus desired assertion status} says so, as {@code -ea} sets it.
 *     The JVM device always does it that way
 * @param log gets what kernels say by {@link Lane#log}
 * @param logLines how many lines of a launch the device keeps that the host has not read yet; 0 if kernels do not log
 * @param maxRegisters the most registers that a lane may have on a GPU, or 0 for as many as the driver finds good
 * @param timeLine gets what the device does, and when; null if nobody wants to know
 */
public record DeviceOptions(
        boolean boundsChecks,
        boolean timing,
        @Nullable Lookup lookup,
        @Nullable Boolean assertions,
        int maxRegisters,
        Consumer<? super LogLine> log,
        int logLines,
        @Nullable TimeLine timeLine) {
    private static final int MIN_REGISTERS = 16;
    private static final int MAX_REGISTERS = 255;

    private static final int DEFAULT_LOG_LINES = 4096;
    private static final int MAX_LOG_LINES = 1 << 20;

    /** Checks that there can be such options. */
    public DeviceOptions {
        if (logLines < 0 || logLines > MAX_LOG_LINES) {
            throw new IllegalArgumentException(
                    "a log of " + logLines + " lines; choose 0, for none, to " + MAX_LOG_LINES);
        }
        logLines = logLines == 0 ? 0 : Integer.highestOneBit(2 * logLines - 1);
        if (maxRegisters != 0 && (maxRegisters < MIN_REGISTERS || maxRegisters > MAX_REGISTERS)) {
            throw new IllegalArgumentException("at most " + maxRegisters + " registers for a lane; choose "
                    + MIN_REGISTERS + " to " + MAX_REGISTERS + ", or 0 for as many as the driver finds good");
        }
    }

    /**
     * {@return no checks, no timing, no lookup, assertions as on the JVM, as many registers as the driver finds good}
     */
    public static DeviceOptions defaults() {
        return new DeviceOptions(false, false, null, null, 0, DeviceOptions::logOnTheJvm, DEFAULT_LOG_LINES, null);
    }

    /**
     * {@return these options with bounds checks on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withBoundsChecks(boolean on) {
        return new DeviceOptions(on, timing, lookup, assertions, maxRegisters, log, logLines, timeLine);
    }

    /**
     * {@return these options with timing by the device on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withTiming(boolean on) {
        return new DeviceOptions(boundsChecks, on, lookup, assertions, maxRegisters, log, logLines, timeLine);
    }

    /**
     * {@return these options with a lookup from the module that defines the kernels}
     *
     * @param from gives access to the module that defines the kernels
     */
    public DeviceOptions withLookup(Lookup from) {
        return new DeviceOptions(boundsChecks, timing, from, assertions, maxRegisters, log, logLines, timeLine);
    }

    /**
     * {@return these options with a cap on the registers of a lane} What does not fit is kept in memory. With fewer
     * registers a GPU holds more lanes at once; {@link Device#resources} says what a kernel got.
     *
     * @param most from 16 to 255, or 0 for as many as the driver finds good
     */
    public DeviceOptions withMaxRegisters(int most) {
        return new DeviceOptions(boundsChecks, timing, lookup, assertions, most, log, logLines, timeLine);
    }

    /**
     * {@return these options with a reader of what kernels say by {@link Lane#log}} It gets one line at a time, on
     * threads of the device or on one that waits for a launch, and must not use the device. The standard one writes to
     * a {@link System.Logger} with the name of {@link Lane}.
     *
     * @param reader gets the lines
     */
    public DeviceOptions withLog(Consumer<? super LogLine> reader) {
        return new DeviceOptions(boundsChecks, timing, lookup, assertions, maxRegisters, reader, logLines, timeLine);
    }

    /**
     * {@return these options with room for another number of log lines}
     *
     * @param lines how many lines of a launch the device keeps that the host has not read yet, rounded up to a power of
     *     two; with 0 kernels do not log, and {@link Lane#log} leaves no trace in compiled ones
     */
    public DeviceOptions withLogLines(int lines) {
        return new DeviceOptions(boundsChecks, timing, lookup, assertions, maxRegisters, log, lines, timeLine);
    }

    /**
     * {@return these options with assertions of compiled kernels on or off, whatever the JVM does}
     *
     * @param on true for on
     */
    public DeviceOptions withAssertions(boolean on) {
        return new DeviceOptions(boundsChecks, timing, lookup, on, maxRegisters, log, logLines, timeLine);
    }

    /**
     * {@return these options with a time line that gets what the device does, and when} Schedulers and fork-join on the
     * device then note what each worker does, which takes some of their time.
     *
     * @param wanted the time line; several devices may share it
     */
    public DeviceOptions withTimeLine(TimeLine wanted) {
        return new DeviceOptions(boundsChecks, timing, lookup, assertions, maxRegisters, log, logLines, wanted);
    }

    private static void logOnTheJvm(LogLine line) {
        System.getLogger(Lane.class.getName()).log(System.Logger.Level.INFO, line.toString());
    }
}
