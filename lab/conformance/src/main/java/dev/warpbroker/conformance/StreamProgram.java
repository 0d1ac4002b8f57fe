package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random program of copies, launches and fills on some streams and the device itself, which uses each piece of memory
 * in one stream at a time, or tells streams to wait. What is copied out must be what the same steps leave in arrays,
 * one after the other.
 */
final class StreamProgram implements AutoCloseable {
    private static final int STREAMS = 3;
    private static final int MEMORIES = 4;

    /** What was copied out, and what it must be. */
    private record Result(int step, MemorySegment actual, MemorySegment expected) {}

    private final long seed;
    private final Device device;
    private final SplittableRandom random;
    private final int length;
    private final Arena arena = Arena.ofShared();
    private final List<DeviceStream> streams = new ArrayList<>();
    private final List<Ints> memories = new ArrayList<>();
    private final int[][] model;

    /** The stream that used a piece of memory last; -1 for the device, which needs no order. */
    private final int[] lastUser = new int[MEMORIES];

    private final List<Result> results = new ArrayList<>();

    StreamProgram(Device device, long seed, int length) {
        this.seed = seed;
        this.device = device;
        this.length = length;
        random = new SplittableRandom(seed);
        model = new int[MEMORIES][length];
        Arrays.fill(lastUser, -1);
        for (int i = 0; i < MEMORIES; i++) {
            memories.add(device.ints(length));
        }
        for (int i = 0; i < STREAMS; i++) {
            streams.add(device.stream());
        }
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int stream = random.nextInt(STREAMS);
            int memory = random.nextInt(MEMORIES);
            switch (random.nextInt(8)) {
                case 0, 1 -> copyIn(stream, memory);
                case 2, 3 -> copyOut(step, stream, memory);
                case 4, 5 -> combine(stream, memory, random.nextInt(MEMORIES));
                case 6 -> launchByTheDevice(memory);
                default -> fill(memory);
            }
        }
        streams.forEach(DeviceStream::join);
        results.forEach(this::check);
        for (int i = 0; i < MEMORIES; i++) {
            check(new Result(steps, MemorySegment.ofArray(memories.get(i).copyOut()), MemorySegment.ofArray(model[i])));
        }
    }

    private DeviceStream streamFor(int stream, int memory) {
        if (lastUser[memory] >= 0 && lastUser[memory] != stream) {
            streams.get(stream).after(streams.get(lastUser[memory]));
        }
        lastUser[memory] = stream;
        return streams.get(stream);
    }

    private MemorySegment hostMemory(int count) {
        long bytes = (long) count * Integer.BYTES;
        return switch (random.nextInt(3)) {
            case 0 -> MemorySegment.ofArray(new int[count]);
            case 1 -> arena.allocate(bytes);
            default -> device.pinned(bytes, arena);
        };
    }

    private void copyIn(int stream, int memory) {
        int count = 1 + random.nextInt(length);
        int from = random.nextInt(length - count + 1);
        var source = hostMemory(count);
        int salt = random.nextInt();
        for (int i = 0; i < count; i++) {
            source.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, salt * i);
            model[memory][from + i] = salt * i;
        }
        streamFor(stream, memory).copyIn(memories.get(memory), from, source);
    }

    private void copyOut(int step, int stream, int memory) {
        int count = 1 + random.nextInt(length);
        int from = random.nextInt(length - count + 1);
        var target = hostMemory(count);
        streamFor(stream, memory).copyOut(memories.get(memory), from, target);
        results.add(
                new Result(step, target, MemorySegment.ofArray(Arrays.copyOfRange(model[memory], from, from + count))));
    }

    private void combine(int stream, int into, int other) {
        int factor = random.nextInt();
        var target = memories.get(into);
        var source = memories.get(other);
        streamFor(stream, other);
        streamFor(stream, into).launch(Grid.threads(length), lane -> {
            int i = lane.id();
            target.set(i, target.get(i) * factor + source.get(i));
        });
        for (int i = 0; i < length; i++) {
            model[into][i] = model[into][i] * factor + model[other][i];
        }
    }

    private void launchByTheDevice(int memory) {
        var target = memories.get(memory);
        device.launch(Grid.threads(length), lane -> target.set(lane.id(), target.get(lane.id()) + lane.id()));
        for (int i = 0; i < length; i++) {
            model[memory][i] += i;
        }
        Arrays.fill(lastUser, -1);
    }

    private void fill(int memory) {
        int value = random.nextInt();
        memories.get(memory).fill(value);
        Arrays.fill(model[memory], value);
        Arrays.fill(lastUser, -1);
    }

    private void check(Result result) {
        long wrong = result.actual().mismatch(result.expected());
        if (wrong >= 0) {
            long at = wrong & -Integer.BYTES;
            throw new Mismatch("program of streams with seed " + seed + ", step " + result.step() + ", element "
                    + at / Integer.BYTES + ": " + result.actual().get(ValueLayout.JAVA_INT_UNALIGNED, at) + "; must be "
                    + result.expected().get(ValueLayout.JAVA_INT_UNALIGNED, at));
        }
    }

    @Override
    public void close() {
        streams.forEach(DeviceStream::close);
        memories.forEach(Ints::close);
        arena.close();
    }
}
