package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {
    @Test
    void launchesCompilationsAndCopiesAreRecorded(@TempDir Path directory) throws IOException {
        var file = directory.resolve("device.jfr");
        try (var recording = new Recording();
                var device = Device.simulator(1)) {
            for (String name : List.of("Launch", "Compilation", "Copy")) {
                recording.enable("dev.warpbroker." + name).withoutThreshold();
            }
            recording.start();
            var squares = device.ints(100);
            for (int i = 0; i < 2; i++) {
                device.run(Grid.threads(100), lane -> squares.set(lane.id(), lane.id() * lane.id()));
            }
            try (var stream = device.stream()) {
                stream.launch(Grid.threads(64), lane -> squares.set(lane.id(), 1))
                        .join();
            }
            squares.copyOut();
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        assertThat(of(events, "Launch"))
                .extracting(event -> event.getInt("threads"))
                .containsExactlyInAnyOrder(100, 100, 64);
        assertThat(of(events, "Launch"))
                .allSatisfy(event -> assertThat(event.getString("kernel"))
                        .isEqualTo(getClass().getName()));
        assertThat(of(events, "Compilation")).hasSize(2);
        assertThat(of(events, "Copy")).singleElement().satisfies(event -> {
            assertThat(event.getLong("bytes")).isEqualTo(400);
            assertThat(event.getBoolean("toDevice")).isFalse();
        });
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.warpbroker." + name))
                .toList();
    }
}
