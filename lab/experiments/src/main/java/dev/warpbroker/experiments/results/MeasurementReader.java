package dev.warpbroker.experiments.results;

import dev.warpbroker.device.DeviceProperties;
import java.util.List;
import java.util.Map;

/** Makes measurements of what {@link Json} wrote. Members that a later version may have added are passed over. */
final class MeasurementReader {
    private MeasurementReader() {}

    static Measurement measurement(Members members) {
        return new Measurement(
                members.text("experiment"),
                device(members.object("device")),
                members.text("structure"),
                members.object("parameters").values(),
                statistics(members.object("nanoseconds")),
                members.whole("operations"),
                members.number("operationsPerSecond"),
                checks(members),
                members.has("observed") ? members.object("observed").values() : Map.of(),
                members.optionalText("skipped"),
                members.has("peer") ? peer(members.object("peer")) : null,
                versions(members.object("versions")),
                members.instant("recorded"));
    }

    private static DeviceProperties device(Members members) {
        return new DeviceProperties(
                members.text("id"),
                members.text("name"),
                members.integer("warpSize"),
                members.integer("maxBlockSize"),
                members.integer("residentThreads"),
                members.whole("memoryBytes"),
                members.text("detail"));
    }

    private static Statistics statistics(Members members) {
        return new Statistics(
                members.integer("repetitions"), members.number("median"), members.number("min"), members.number("max"));
    }

    private static List<CheckResult> checks(Members members) {
        return members.objects("checks").stream()
                .map(check -> new CheckResult(check.text("name"), check.truth("passed"), check.text("detail")))
                .toList();
    }

    private static Measurement.Peer peer(Members members) {
        return new Measurement.Peer(
                members.text("file"),
                members.text("entry"),
                statistics(members.object("nanoseconds")),
                members.number("operationsPerSecond"),
                members.number("ratio"),
                checks(members));
    }

    private static Versions versions(Members members) {
        return new Versions(
                members.text("warpbroker"),
                members.optionalText("commit"),
                members.text("java"),
                members.text("system"));
    }
}
