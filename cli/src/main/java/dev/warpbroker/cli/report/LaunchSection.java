package dev.warpbroker.cli.report;

import dev.warpbroker.cli.bench.launch.LaunchTable;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import java.util.ArrayList;
import java.util.List;

/** Experiment {@code launch} on one device. Of measurements of the same thing the latest counts. */
final class LaunchSection {
    private LaunchSection() {}

    static Section of(List<ResultLine> lines) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var measurements = Latest.of(all, Measurement::structure);
        var notes = new ArrayList<>(new Provenance(measurements).lines());
        if (measurements.size() < all.size()) {
            notes.add(all.size() - measurements.size() + " older measurements of the same are left out");
        }
        return new Section(
                "launch: " + all.getFirst().device().name(),
                List.of(
                        new Part.Captioned(
                                "Time of the host per launch and per compilation", LaunchTable.of(measurements)),
                        new Part.Notes(notes)));
    }
}
