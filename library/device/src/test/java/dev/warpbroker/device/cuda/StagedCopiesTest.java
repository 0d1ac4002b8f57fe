package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies by way of buffers, on a device that takes its time. */
class StagedCopiesTest {
    private static final long CHUNK = 64;
    private static final int DEVICE_BYTES = 4096;

    private final ExecutorService copyEngine = Executors.newSingleThreadExecutor();
    private final SplittableRandom random = new SplittableRandom(7);
    private final byte[] deviceMemory = new byte[DEVICE_BYTES];
    private final AtomicInteger buffersMade = new AtomicInteger();

    /** Copies later than it was told to, as a copy engine does. */
    private final class SlowQueue implements CopyQueue {
        private volatile CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        private volatile boolean broken;

        @Override
        public void toDevice(long address, Buffer source, long bytes) {
            later(
                    source,
                    () -> MemorySegment.copy(source.memory(), 0, MemorySegment.ofArray(deviceMemory), address, bytes));
        }

        @Override
        public void toHost(Buffer target, long address, long bytes) {
            later(
                    target,
                    () -> MemorySegment.copy(MemorySegment.ofArray(deviceMemory), address, target.memory(), 0, bytes));
        }

        private synchronized void later(Buffer buffer, Runnable copy) {
            if (broken) {
                throw new IllegalStateException("the link is broken");
            }
            long delay = random.nextInt(100_000);
            last = CompletableFuture.runAsync(
                    () -> {
                        LockSupport.parkNanos(delay);
                        copy.run();
                    },
                    copyEngine);
            ((FakeBuffer) buffer).copy = last;
        }

        @Override
        public void await() {
            last.join();
        }
    }

    private static final class FakeBuffer implements CopyQueue.Buffer {
        private final MemorySegment memory = Arena.ofAuto().allocate(CHUNK);
        private volatile CompletableFuture<Void> copy = CompletableFuture.completedFuture(null);

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public boolean isIdle() {
            return copy.isDone();
        }

        @Override
        public void await() {
            copy.join();
        }

        @Override
        public void free() {
            copy = CompletableFuture.failedFuture(new IllegalStateException("freed"));
        }
    }

    private StagedCopies copies(int threads, int buffers) {
        return new StagedCopies(new StagedCopies.Plan(threads, buffers, CHUNK), () -> {
            buffersMade.incrementAndGet();
            return new FakeBuffer();
        });
    }

    private byte[] randomBytes(int size) {
        var bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    @AfterEach
    void end() {
        copyEngine.shutdown();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "1, 6", "2, 1", "3, 2", "4, 12"})
    void bytesOfAllSizesArriveAtTheirPlace(int threads, int buffers) {
        var copies = copies(threads, buffers);
        for (int size : new int[] {1, 2, 63, 64, 65, 127, 128, 129, 640, 1000}) {
            int address = random.nextInt(DEVICE_BYTES - size);
            byte[] before = deviceMemory.clone();
            byte[] source = randomBytes(size);
            copies.copyIn(new SlowQueue(), address, MemorySegment.ofArray(source));
            assertThat(Arrays.copyOfRange(deviceMemory, address, address + size))
                    .isEqualTo(source);
            assertThat(Arrays.copyOf(deviceMemory, address)).isEqualTo(Arrays.copyOf(before, address));
            assertThat(Arrays.copyOfRange(deviceMemory, address + size, DEVICE_BYTES))
                    .isEqualTo(Arrays.copyOfRange(before, address + size, DEVICE_BYTES));

            byte[] target = new byte[size];
            copies.copyOut(new SlowQueue(), address, MemorySegment.ofArray(target));
            assertThat(target).isEqualTo(source);
        }
        assertThat(buffersMade).hasValueLessThanOrEqualTo(buffers);
        copies.close();
    }

    @Test
    void confinedSegmentIsCopiedByItsOwner() {
        var copies = copies(4, 8);
        try (var arena = Arena.ofConfined()) {
            var source = arena.allocate(1000).copyFrom(MemorySegment.ofArray(randomBytes(1000)));
            copies.copyIn(new SlowQueue(), 5, source);
            var target = arena.allocate(1000);
            copies.copyOut(new SlowQueue(), 5, target);
            assertThat(target.mismatch(source)).isEqualTo(-1);
        }
    }

    @Test
    void mappedFileIsSourceAndTarget(@TempDir Path folder) throws IOException {
        var copies = copies(3, 4);
        byte[] content = randomBytes(1000);
        try (var arena = Arena.ofShared();
                var channel = FileChannel.open(
                        folder.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            var file = channel.map(MapMode.READ_WRITE, 0, 1000, arena).copyFrom(MemorySegment.ofArray(content));
            copies.copyIn(new SlowQueue(), 0, file);
            file.fill((byte) 0);
            copies.copyOut(new SlowQueue(), 0, file);
            assertThat(file.mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
        }
    }

    @Test
    void copiesOfSeveralThreadsShareFewBuffersAndEnd() {
        var copies = copies(3, 3);
        var running = new CompletableFuture<?>[6];
        for (int i = 0; i < running.length; i++) {
            int address = i * 600;
            byte[] source = randomBytes(600);
            running[i] = CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < 5; round++) {
                            copies.copyIn(new SlowQueue(), address, MemorySegment.ofArray(source));
                            byte[] target = new byte[600];
                            copies.copyOut(new SlowQueue(), address, MemorySegment.ofArray(target));
                            assertThat(target).isEqualTo(source);
                        }
                    },
                    runnable -> Thread.ofPlatform().start(runnable));
        }
        CompletableFuture.allOf(running).join();
        assertThat(buffersMade).hasValueLessThanOrEqualTo(3);
    }

    @Test
    void failureIsThrownAndNoBufferIsLost() {
        var copies = copies(3, 3);
        var closed = Arena.ofShared();
        var segment = closed.allocate(1000);
        closed.close();
        var broken = new SlowQueue();
        broken.broken = true;
        var bytes = MemorySegment.ofArray(randomBytes(1000));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> copies.copyIn(new SlowQueue(), 0, segment)).hasMessageContaining("closed");
            assertThatThrownBy(() -> copies.copyOut(new SlowQueue(), 0, segment))
                    .hasMessageContaining("closed");
            assertThatThrownBy(() -> copies.copyIn(broken, 0, bytes)).hasMessageContaining("the link is broken");
            assertThatThrownBy(() -> copies.copyOut(broken, 0, bytes)).hasMessageContaining("the link is broken");
        }
        copies.copyIn(new SlowQueue(), 0, bytes);
        assertThat(bytes.mismatch(MemorySegment.ofArray(Arrays.copyOf(deviceMemory, 1000))))
                .isEqualTo(-1);
    }
}
