package dev.warpbroker.experiments.results;

import java.nio.file.Path;
import java.util.Map;

/**
 * A record of a result file and where it stands. Every record names its experiment; those of the experiments that this
 * program knows are measurements.
 */
public final class ResultLine {
    private final Path file;
    private final int number;
    private final Members members;
    private final String experiment;

    private ResultLine(Path file, int number, String text) {
        this.file = file;
        this.number = number;
        this.members = new Members(JsonReader.object(text));
        this.experiment = members.text("experiment");
    }

    /** Reads a line; the first of a file has the number 1. */
    static ResultLine read(Path file, int number, String text) {
        try {
            return new ResultLine(file, number, text);
        } catch (DamagedJsonException damage) {
            throw new DamagedLineException(file, number, damage.getMessage());
        }
    }

    /** {@return the name of the experiment that it is from} */
    public String experiment() {
        return experiment;
    }

    /** {@return all members: text, numbers, booleans, and lists and maps of those} */
    public Map<String, Object> members() {
        return members.values();
    }

    /** {@return the measurement that it is} */
    public Measurement measurement() {
        try {
            return MeasurementReader.measurement(members);
        } catch (DamagedJsonException damage) {
            throw damaged(String.valueOf(damage.getMessage()));
        }
    }

    /** {@return an exception that says where this line is, and {@code reason}} */
    public DamagedLineException damaged(String reason) {
        return new DamagedLineException(file, number, reason);
    }

    @Override
    public String toString() {
        return DamagedLineException.where(file, number);
    }
}
