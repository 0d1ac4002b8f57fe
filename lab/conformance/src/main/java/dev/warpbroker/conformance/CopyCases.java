package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;

/** Copies of all kinds of memory and sizes, and the order of streams. */
final class CopyCases {
    private static final String FEATURE = "copies";

    private CopyCases() {}

    static List<Case> cases() {
        return List.of(
                copies("parts of arrays of all types", CopyCases::parts),
                copies("segments of all kinds, sizes and offsets", CopyCases::segments),
                copies("chunks through streams", CopyCases::pipeline),
                copies("copies in the order of streams", CopyCases::order),
                copies("fills and launches of the device before and after streams", CopyCases::deviceAndStreams),
                copies("nothing is done in a stream after a failure", CopyCases::failure),
                copies("random programs of streams", CopyCases::randomPrograms));
    }

    private static Case copies(String name, Check check) {
        return new Case(name, FEATURE, false, check);
    }

    /** Beyond one staging buffer on a GPU, and not a multiple of anything. */
    private static int large(Device device) {
        return Sizes.scaled(device, 5_003, 100_003, 9_000_011);
    }

    private static void parts(Device device) {
        int length = 1_000;
        int count = 321;
        int offset = 123;
        long from = 456;
        try (var ints = device.ints(length);
                var longs = device.longs(length);
                var floats = device.floats(length);
                var doubles = device.doubles(length)) {
            var random = new SplittableRandom(5);
            int[] someInts = random.ints(length).toArray();
            long[] someLongs = random.longs(length).toArray();
            float[] someFloats = new float[length];
            double[] someDoubles = random.doubles(length).toArray();
            for (int i = 0; i < length; i++) {
                someFloats[i] = i * 0.25f;
            }
            ints.copyIn(someInts, offset, count, from);
            longs.copyIn(someLongs, offset, count, from);
            floats.copyIn(someFloats, offset, count, from);
            doubles.copyIn(someDoubles, offset, count, from);
            device.run(Grid.threads(length), lane -> {
                int i = lane.id();
                ints.set(i, ints.get(i) + 1);
                longs.set(i, longs.get(i) + 1);
                floats.set(i, floats.get(i) + 1);
                doubles.set(i, doubles.get(i) + 1);
            });
            int[] intsBack = new int[length];
            long[] longsBack = new long[length];
            float[] floatsBack = new float[length];
            double[] doublesBack = new double[length];
            ints.copyOut(intsBack, 7, count + 2, from - 1);
            longs.copyOut(longsBack, 7, count + 2, from - 1);
            floats.copyOut(floatsBack, 7, count + 2, from - 1);
            doubles.copyOut(doublesBack, 7, count + 2, from - 1);
            for (int i = 0; i < length; i++) {
                boolean copied = i >= 7 && i < 7 + count + 2;
                boolean given = i > 7 && i <= 7 + count;
                int source = given ? i - 8 + offset : 0;
                int one = copied ? 1 : 0;
                require("int " + i, (given ? someInts[source] : 0) + one, intsBack[i]);
                require("long " + i, (given ? someLongs[source] : 0) + one, longsBack[i]);
                require("float " + i, (given ? someFloats[source] : 0f) + one, floatsBack[i]);
                require("double " + i, (given ? someDoubles[source] : 0.0) + one, doublesBack[i]);
            }
        }
    }

    private static void segments(Device device) {
        int large = large(device);
        long bytes = (long) large * Integer.BYTES;
        try (var shared = Arena.ofShared();
                var confined = Arena.ofConfined();
                var memory = device.ints(large);
                var file = new TemporaryFile(bytes, shared)) {
            var kinds = List.of(
                    MemorySegment.ofArray(new int[large]),
                    MemorySegment.ofArray(new byte[(int) bytes + 1]).asSlice(1, bytes),
                    shared.allocate(bytes),
                    confined.allocate(bytes + 3).asSlice(3, bytes),
                    device.pinned(bytes, shared),
                    device.pinned(bytes + 8, confined).asSlice(4, bytes),
                    file.mapped());
            var random = new SplittableRandom(3);
            for (int kind = 0; kind < kinds.size(); kind++) {
                var segment = kinds.get(kind);
                for (int size : new int[] {0, 1, 2, 31, 1_000, large - 1, large}) {
                    int from = random.nextInt(large - size + 1);
                    var part = segment.asSlice(4L * random.nextInt(large - size + 1), 4L * size);
                    int salt = random.nextInt();
                    for (int i = 0; i < size; i++) {
                        part.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, salt + i);
                    }
                    memory.fill(-1);
                    memory.copyIn(part, from);
                    part.fill((byte) 0);
                    memory.copyOut(part, from);
                    for (int i = 0; i < size; i++) {
                        int found = part.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i);
                        if (found != salt + i) {
                            throw new Mismatch("segment " + kind + ", " + size + " elements: element " + i + " is "
                                    + found + "; must be " + (salt + i));
                        }
                    }
                    if (from > 0) {
                        require("element before", -1, memory.copyOut(from - 1, 1)[0]);
                    }
                    if (from + size < large) {
                        require("element after", -1, memory.copyOut(from + size, 1)[0]);
                    }
                }
            }
        }
    }

    private static Kernel scaled(Ints memory, int factor) {
        return lane -> memory.set(lane.id(), memory.get(lane.id()) * factor + 1);
    }

    private static void pipeline(Device device) {
        int streams = 3;
        int chunks = 20;
        int lanes = Sizes.scaled(device, 257, 1_025, 1_000_003);
        var grid = Grid.threads(lanes).withBlockSize(128);
        var opened = new ArrayList<DeviceStream>();
        var memories = new ArrayList<Ints>();
        try (var arena = Arena.ofShared()) {
            var pinned = device.pinned(4L * lanes * chunks, arena);
            int[] target = new int[lanes * chunks];
            for (int i = 0; i < target.length; i++) {
                pinned.setAtIndex(ValueLayout.JAVA_INT, i, i);
            }
            for (int i = 0; i < streams; i++) {
                opened.add(device.stream());
                memories.add(device.ints(lanes));
            }
            for (int i = 0; i < chunks; i++) {
                var stream = opened.get(i % streams);
                var memory = memories.get(i % streams);
                stream.copyIn(memory, pinned.asSlice(4L * lanes * i, 4L * lanes));
                stream.launch(grid, scaled(memory, 3));
                stream.copyOut(memory, MemorySegment.ofArray(target).asSlice(4L * lanes * i, 4L * lanes));
            }
            opened.forEach(DeviceStream::join);
            Expected.ints("chunks", i -> 3 * i + 1, target);
        } finally {
            opened.forEach(DeviceStream::close);
            memories.forEach(Ints::close);
        }
    }

    /** One stream writes, the other reads; each waits for the other. */
    private static void order(Device device) {
        int lanes = 4_099;
        var grid = Grid.threads(lanes);
        try (var memory = device.ints(lanes);
                var other = device.ints(lanes);
                var writer = device.stream();
                var reader = device.stream()) {
            int[] result = new int[lanes];
            for (int round = 0; round < 20; round++) {
                int[] source = new int[lanes];
                for (int i = 0; i < lanes; i++) {
                    source[i] = round * i;
                }
                writer.copyIn(memory, MemorySegment.ofArray(source));
                writer.launch(grid, scaled(memory, 5));
                reader.after(writer);
                reader.launch(grid, lane -> other.set(lane.id(), memory.get(lane.id()) + 2));
                reader.copyOut(other, MemorySegment.ofArray(result));
                writer.after(reader);
                int times = round;
                if (round % 3 == 0) {
                    reader.join();
                    Expected.ints("round " + round, i -> times * i * 5 + 3, result);
                }
            }
        }
    }

    private static void deviceAndStreams(Device device) {
        int lanes = Sizes.scaled(device, 1_000, 10_000, 4_000_000);
        var grid = Grid.threads(lanes).withBlockSize(250);
        try (var stream = device.stream()) {
            int[] result = new int[lanes];
            for (int round = 0; round < 5; round++) {
                try (var memory = device.ints(lanes)) {
                    stream.copyOut(memory, MemorySegment.ofArray(result));
                    stream.join();
                    Expected.ints("new memory", _ -> 0, result);
                    memory.fill(round);
                    stream.copyOut(memory, MemorySegment.ofArray(result));
                    stream.end().join();
                    int filled = round;
                    Expected.ints("filled memory", _ -> filled, result);
                    device.launch(grid, scaled(memory, 3));
                    stream.copyOut(memory, MemorySegment.ofArray(result));
                    stream.launch(grid, scaled(memory, 7));
                    device.launch(grid, scaled(memory, 11));
                    Expected.ints("after a launch of the device", _ -> 3 * filled + 1, result);
                    Expected.ints("after all", _ -> ((3 * filled + 1) * 7 + 1) * 11 + 1, memory.copyOut());
                }
            }
        }
    }

    private static void randomPrograms(Device device) {
        for (long seed = 1; seed <= 10; seed++) {
            try (var program = new StreamProgram(device, seed, Sizes.scaled(device, 100, 1_000, 200_000))) {
                program.run(60);
            }
        }
    }

    private static void failure(Device device) {
        try (var memory = device.ints(64);
                var untouched = device.ints(64)) {
            var stream = device.stream();
            var failing = stream.launch(Grid.threads(64), lane -> {
                if (lane.id() == 40) {
                    throw new IllegalStateException("in a stream");
                }
            });
            int[] target = new int[64];
            stream.copyOut(memory, MemorySegment.ofArray(target));
            var copy = stream.end();
            var after = stream.launch(Grid.threads(64), lane -> untouched.set(lane.id(), 1));
            requireFailure("the launch", failing::join);
            requireFailure("the copy after it", copy::join);
            requireFailure("the launch after it", after::join);
            requireFailure("the stream", stream::join);
            stream.close();
            Expected.ints("what was not to be written", _ -> 0, untouched.copyOut());
        }
    }

    private static void requireFailure(String what, Runnable join) {
        try {
            join.run();
        } catch (DeviceException | CompletionException failure) {
            if (!String.valueOf(failure.getMessage()).contains("in a stream")) {
                throw new Mismatch(what + " failed with: " + failure.getMessage());
            }
            return;
        }
        throw new Mismatch(what + " did not fail");
    }

    private static void require(String what, Number expected, Number actual) {
        if (!expected.equals(actual)) {
            throw new Mismatch(what + " is " + actual + "; must be " + expected);
        }
    }

    /** A file that is mapped while it exists. */
    private static final class TemporaryFile implements AutoCloseable {
        private final Path path;
        private final MemorySegment mapped;

        TemporaryFile(long bytes, Arena arena) {
            try {
                path = Files.createTempFile("warpbroker", ".data");
                try (var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    mapped = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        MemorySegment mapped() {
            return mapped;
        }

        @Override
        public void close() {
            try {
                Files.delete(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
