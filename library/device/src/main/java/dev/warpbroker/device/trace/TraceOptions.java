package dev.warpbroker.device.trace;

/**
 * How much a {@link TimeLine} keeps of a run. Counts are exact in any case; what does not fit is counted, too.
 *
 * @param spans spans of time that each worker keeps in device memory during a run, a power of two: of more the latest
 * @param workers of a run at most so many workers keep spans; the others only count
 * @param flightRecording whether Java Flight Recorder records what devices do, so that {@link TimeLine#write} can write
 *     a {@code .jfr} file
 */
public record TraceOptions(int spans, int workers, boolean flightRecording) {
    private static final int MAX_SPANS = 1 << 16;
    private static final int MAX_WORKERS = 1 << 16;

    /** Checks the numbers. */
    public TraceOptions {
        if (spans < 1 || spans > MAX_SPANS || Integer.bitCount(spans) != 1) {
            throw new IllegalArgumentException(
                    spans + " spans for each worker of a time line; give a power of two from 1 to " + MAX_SPANS);
        }
        if (workers < 0 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    workers + " workers with spans in a time line; give 0, for none, to " + MAX_WORKERS);
        }
    }

    /** {@return 256 spans for each of up to 4,096 workers, without a flight recording} */
    public static TraceOptions defaults() {
        return new TraceOptions(256, 4096, false);
    }

    /** {@return these options with room for another number of spans for each worker, a power of two} */
    public TraceOptions withSpans(int number) {
        return new TraceOptions(number, workers, flightRecording);
    }

    /** {@return these options with spans of another number of workers} */
    public TraceOptions withWorkers(int number) {
        return new TraceOptions(spans, number, flightRecording);
    }

    /** {@return these options with or without a recording of Java Flight Recorder} */
    public TraceOptions withFlightRecording(boolean on) {
        return new TraceOptions(spans, workers, on);
    }
}
