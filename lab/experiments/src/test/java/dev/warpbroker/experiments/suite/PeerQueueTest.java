package dev.warpbroker.experiments.suite;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerQueueTest {
    /** Four pointers and three ints, padded to a multiple of the pointers' size. */
    @Test
    void theStructIsLaidOutAsInC() {
        var struct = PeerQueue.struct(0x1_0000_0001L, 2, 3, 4, 1 << 20);
        assertThat(struct.byteSize()).isEqualTo(48);
        assertThat(struct.get(JAVA_LONG, 0)).isEqualTo(0x1_0000_0001L);
        assertThat(struct.get(JAVA_LONG, 8)).isEqualTo(2);
        assertThat(struct.get(JAVA_LONG, 16)).isEqualTo(3);
        assertThat(struct.get(JAVA_LONG, 24)).isEqualTo(4);
        assertThat(struct.get(JAVA_INT, 32)).isEqualTo(1 << 20);
        assertThat(struct.get(JAVA_INT, 36)).isEqualTo(20);
        assertThat(struct.get(JAVA_INT, 40)).isEqualTo(1 << 19);
    }

    @Test
    void aPeerCanBeNamed(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("peer.ptx"), ".visible .entry bench(");
        assertThat(PeerQueue.Source.parse(file + "#bench=nvcc BQ"))
                .isEqualTo(new PeerQueue.Source(file, "bench", "nvcc BQ"));
        assertThat(PeerQueue.Source.parse(file + "#bench").name()).isEqualTo("bench");
    }
}
