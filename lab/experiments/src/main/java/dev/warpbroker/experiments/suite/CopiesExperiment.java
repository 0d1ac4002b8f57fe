package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code copies}: how fast memory of the host goes to a device and back, by kinds of memory, what is won if
 * copies overlap kernels, and what if lanes access the words of a record at once. On a GPU beside what the driver
 * itself reaches with page-locked memory.
 */
final class CopiesExperiment implements Experiment {
    private static final Option<List<Long>> BYTES = Option.list(
            Long.class, "--bytes", "N", "Sizes of copies (default: 64 KiB to 1 GiB on a GPU, 1 MiB elsewhere).");
    private static final Option<Integer> REPETITIONS =
            Option.number("--reps", "N", "Timed repetitions (default: 11 on a GPU, 3 elsewhere).");
    private static final Option<Integer> CHUNKS =
            Option.number("--chunks", "N", "Chunks of the pipeline (default: 48 on a GPU, 6 elsewhere).");
    private static final Option<Integer> CHUNK_BYTES = Option.number(
            "--chunk-bytes", "N", "Size of a chunk of the pipeline (default: 16 MiB on a GPU, 64 KiB elsewhere).");
    private static final Option<Integer> RECORDS =
            Option.number("--records", "N", "Records that kernels copy (default: 33554432 on a GPU, 1024 elsewhere).");
    private static final Option<Integer> STREAMS = Option.number(
                    "--streams", "N", "Streams of the pipeline (default: ${DEFAULT-VALUE}).")
            .preset("4");

    /** What records say. */
    private static final class Recorded {
        static final Field BYTES = Field.parameter("bytes");
        static final Field CHUNKS = Field.parameter("chunks");
        static final Field STREAMS = Field.parameter("streams");
        static final Field ROUNDS = Field.parameter("rounds");

        /** The driver's time over ours: above 1, ours is faster. */
        static final Field OF_DRIVER = Field.observed("ofDriver");

        /** How many times faster than one after the other. */
        static final Field SPEEDUP = Field.observed("speedup");
    }

    private static final String DRIVER = "driver, page-locked memory";
    private static final String TO = ", to the device";
    private static final String FROM = ", from the device";
    private static final int WARM_UPS = 2;
    private static final int BLOCK = 256;
    private static final int DIRECTIONS = 2;

    @Override
    public String name() {
        return "copies";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Copies to the device and from it: pinned memory, heap arrays, native memory and a mapped file; on a"
                        + " GPU beside the driver's own copy of page-locked memory, in turn.",
                "Then a pipeline of copy, kernel and copy, chunk by chunk: one after the other, and overlapping on"
                        + " streams. The kernel is made to take as long as a copy.",
                "Last, kernels that copy records of four words within the device: word by word, and at once, which the"
                        + " compiler does where it knows that records are aligned.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(BYTES, REPETITIONS, CHUNKS, CHUNK_BYTES, STREAMS, RECORDS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        boolean gpu = DeviceKind.of(device.properties()) == DeviceKind.GPU;
        var sizes =
                chosen.or(BYTES, gpu ? List.of(1L << 16, 1L << 20, 1L << 24, 1L << 28, 1L << 30) : List.of(1L << 20));
        int repetitions = chosen.or(REPETITIONS, gpu ? 11 : 3);
        int chunks = chosen.or(CHUNKS, gpu ? 48 : 6);
        int chunkBytes = chosen.or(CHUNK_BYTES, gpu ? 1 << 24 : 1 << 16);
        int streams = chosen.of(STREAMS);
        MeasuringEffort.requireAtLeast(1, "repetitions", repetitions);
        MeasuringEffort.requireAtLeast(1, "chunks", chunks);
        MeasuringEffort.requireAtLeast(Integer.BYTES, "bytes of a chunk", chunkBytes);
        MeasuringEffort.requireAtLeast(1, "streams", streams);
        int records = chosen.or(RECORDS, gpu ? 1 << 25 : 1 << 10);
        MeasuringEffort.requireAtLeast(1, "records", records);
        for (long size : sizes) {
            if (size < Integer.BYTES || size % Integer.BYTES != 0 || size / Integer.BYTES > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        size + " bytes; sizes are multiples of 4, at least 4, and below 8 GiB");
            }
        }
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                sizes.size() * DIRECTIONS + 2,
                measuring -> {
                    var copies = new Copies(device, gpu, repetitions, measuring);
                    for (long size : sizes) {
                        copies.of(size);
                    }
                    new Pipeline(device, chunks, chunkBytes, streams, repetitions, measuring).run();
                    new Records(device, records, repetitions, measuring).run();
                },
                List.of());
    }

    /** Something that copies all of a piece of memory. */
    private record Contender(String name, Runnable copy) {}

    private static long nanos(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    private final class Copies {
        private final Device device;
        private final boolean gpu;
        private final int repetitions;
        private final Measuring measuring;

        Copies(Device device, boolean gpu, int repetitions, Measuring measuring) {
            this.device = device;
            this.gpu = gpu;
            this.repetitions = repetitions;
            this.measuring = measuring;
        }

        void of(long bytes) throws IOException {
            Path path = Files.createTempFile("warpbroker-copies", ".data");
            try (var arena = Arena.ofShared();
                    var memory = device.ints((int) (bytes / Integer.BYTES));
                    var driver = gpu ? new DriverCopies(ordinal(), bytes) : null;
                    var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                var file = channel.map(MapMode.READ_WRITE, 0, bytes, arena).fill((byte) 1);
                int[] array = new int[(int) (bytes / Integer.BYTES)];
                var kinds = Map.of(
                        "pinned segment", device.pinned(bytes, arena),
                        "heap array", MemorySegment.ofArray(array),
                        "native segment", arena.allocate(bytes).fill((byte) 1),
                        "mapped file", file);
                var in = new ArrayList<Contender>();
                var out = new ArrayList<Contender>();
                if (driver != null) {
                    in.add(new Contender(DRIVER, driver::in));
                    out.add(new Contender(DRIVER, driver::out));
                }
                for (var kind : List.of("pinned segment", "heap array", "native segment", "mapped file")) {
                    var segment = kinds.get(kind);
                    if (segment != null) {
                        in.add(new Contender(kind, () -> memory.copyIn(segment)));
                        out.add(new Contender(kind, () -> memory.copyOut(segment)));
                    }
                }
                measure(bytes, TO, in);
                measure(bytes, FROM, out);
            } finally {
                Files.delete(path);
            }
        }

        private int ordinal() {
            String id = device.properties().id();
            return Integer.parseInt(id.substring(id.lastIndexOf(':') + 1));
        }

        private void measure(long bytes, String direction, List<Contender> contenders) {
            measuring.progress().at(Quantity.bytes(bytes) + direction);
            long[][] times = new long[contenders.size()][repetitions];
            for (int round = -WARM_UPS; round < repetitions; round++) {
                for (int i = 0; i < contenders.size(); i++) {
                    long nanos = nanos(contenders.get(i).copy());
                    if (round >= 0) {
                        times[i][round] = nanos;
                    }
                }
            }
            var basis = Statistics.of(times[0]);
            for (int i = 0; i < contenders.size(); i++) {
                var time = Statistics.of(times[i]);
                Map<String, Object> observed =
                        gpu && i > 0 ? Map.ofEntries(Recorded.OF_DRIVER.is(basis.median() / time.median())) : Map.of();
                measuring.record(Measurement.now(
                                name(),
                                device.properties(),
                                contenders.get(i).name() + direction,
                                Map.ofEntries(Recorded.BYTES.is(bytes)),
                                time,
                                bytes,
                                List.of())
                        .with(observed, null));
            }
            measuring.progress().step();
        }
    }

    private final class Pipeline {
        private final Device device;
        private final int chunks;
        private final int lanes;
        private final int streams;
        private final int repetitions;
        private final Measuring measuring;
        private final List<Ints> memories = new ArrayList<>();

        Pipeline(Device device, int chunks, int chunkBytes, int streams, int repetitions, Measuring measuring) {
            this.device = device;
            this.chunks = chunks;
            this.lanes = chunkBytes / Integer.BYTES;
            this.streams = streams;
            this.repetitions = repetitions;
            this.measuring = measuring;
        }

        void run() {
            measuring.progress().at("pipeline");
            try (var arena = Arena.ofShared()) {
                var source = device.pinned((long) chunks * lanes * Integer.BYTES, arena);
                var target = device.pinned(source.byteSize(), arena);
                for (long i = 0; i < source.byteSize() / Integer.BYTES; i++) {
                    source.setAtIndex(ValueLayout.JAVA_INT, i, (int) i);
                }
                for (int i = 0; i < streams; i++) {
                    memories.add(device.ints(lanes));
                }
                int rounds = roundsOfACopy(source);
                long[] apart = new long[repetitions];
                long[] together = new long[repetitions];
                String wrong = "";
                for (int i = -1; i < repetitions; i++) {
                    target.fill((byte) 0);
                    long first = nanos(() -> oneAfterTheOther(source, target, rounds));
                    wrong = wrong.isEmpty() ? firstWrong(target, rounds) : wrong;
                    target.fill((byte) 0);
                    long second = nanos(() -> overlapping(source, target, rounds));
                    wrong = wrong.isEmpty() ? firstWrong(target, rounds) : wrong;
                    if (i >= 0) {
                        apart[i] = first;
                        together[i] = second;
                    }
                }
                record("pipeline, one after the other", apart, apart, rounds, 1, source, wrong);
                record("pipeline, overlapping", apart, together, rounds, streams, source, wrong);
            } finally {
                memories.forEach(Ints::close);
            }
            measuring.progress().step();
        }

        /** {@return how many rounds of the kernel take as long as the copy of a chunk} */
        private int roundsOfACopy(MemorySegment source) {
            var chunk = chunk(source, 0);
            long copy = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                copy = Math.min(copy, nanos(() -> memories.getFirst().copyIn(chunk)));
            }
            int rounds = 1;
            while (rounds < 1 << 20 && kernelNanos(2 * rounds) < copy) {
                rounds *= 2;
            }
            return rounds;
        }

        private long kernelNanos(int rounds) {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                shortest = Math.min(shortest, nanos(() -> device.run(grid(), kernel(memories.getFirst(), rounds))));
            }
            return shortest;
        }

        private Grid grid() {
            return Grid.threads(lanes).withBlockSize(Math.min(BLOCK, lanes));
        }

        private Kernel kernel(Ints memory, int rounds) {
            return lane -> memory.set(lane.id(), scrambled(memory.get(lane.id()), rounds));
        }

        private MemorySegment chunk(MemorySegment all, int number) {
            long bytes = (long) lanes * Integer.BYTES;
            return all.asSlice(number * bytes, bytes);
        }

        private void oneAfterTheOther(MemorySegment source, MemorySegment target, int rounds) {
            var memory = memories.getFirst();
            for (int i = 0; i < chunks; i++) {
                memory.copyIn(chunk(source, i));
                device.run(grid(), kernel(memory, rounds));
                memory.copyOut(chunk(target, i));
            }
        }

        private void overlapping(MemorySegment source, MemorySegment target, int rounds) {
            var opened = new ArrayList<DeviceStream>();
            try {
                for (int i = 0; i < streams; i++) {
                    opened.add(device.stream());
                }
                for (int i = 0; i < chunks; i++) {
                    var stream = opened.get(i % streams);
                    var memory = memories.get(i % streams);
                    stream.copyIn(memory, chunk(source, i));
                    stream.launch(grid(), kernel(memory, rounds));
                    stream.copyOut(memory, chunk(target, i));
                }
            } finally {
                opened.forEach(DeviceStream::close);
            }
        }

        private String firstWrong(MemorySegment target, int rounds) {
            long all = target.byteSize() / Integer.BYTES;
            for (long i = 0; i < all; i += 1 + all / 100_000) {
                int found = target.getAtIndex(ValueLayout.JAVA_INT, i);
                if (found != scrambled((int) i, rounds)) {
                    return "element " + i + " is " + found + "; must be " + scrambled((int) i, rounds);
                }
            }
            return "";
        }

        private void record(
                String what, long[] basis, long[] nanos, int rounds, int used, MemorySegment source, String wrong) {
            var time = Statistics.of(nanos);
            measuring.record(Measurement.now(
                            name(),
                            device.properties(),
                            what,
                            Map.ofEntries(
                                    Recorded.BYTES.is(source.byteSize()),
                                    Recorded.CHUNKS.is(chunks),
                                    Recorded.STREAMS.is(used),
                                    Recorded.ROUNDS.is(rounds)),
                            time,
                            DIRECTIONS * source.byteSize(),
                            List.of(new CheckResult("results", wrong.isEmpty(), wrong)))
                    .with(Map.ofEntries(Recorded.SPEEDUP.is(Statistics.of(basis).median() / time.median())), null));
        }
    }

    /** Copies within the device by kernels, a record of four words by each lane. */
    private final class Records {
        private static final int WORDS = 4;

        private final Device device;
        private final int records;
        private final int repetitions;
        private final Measuring measuring;

        Records(Device device, int records, int repetitions, Measuring measuring) {
            this.device = device;
            this.records = records;
            this.repetitions = repetitions;
            this.measuring = measuring;
        }

        void run() {
            measuring.progress().at("records");
            try (var source = device.ints(Math.multiplyExact(WORDS, records));
                    var target = device.ints(source.length());
                    var begin = device.ints(1)) {
                var grid = Grid.threads(records);
                device.run(grid, lane -> {
                    int at = WORDS * lane.id();
                    source.set(at, at);
                    source.set(at + 1, ~at);
                    source.set(at + 2, at + 2);
                    source.set(at + 3, 3);
                });
                long[] single = new long[repetitions];
                long[] atOnce = new long[repetitions];
                String wrong = "";
                for (int i = -WARM_UPS; i < repetitions; i++) {
                    long first = kernelNanos(grid, wordByWord(source, target, begin));
                    wrong = wrong.isEmpty() ? firstWrong(target) : wrong;
                    long second = kernelNanos(grid, atOnce(source, target));
                    wrong = wrong.isEmpty() ? firstWrong(target) : wrong;
                    if (i >= 0) {
                        single[i] = first;
                        atOnce[i] = second;
                    }
                }
                record("records of 16 bytes, word by word", single, single, wrong);
                record("records of 16 bytes, at once", single, atOnce, wrong);
            }
            measuring.progress().step();
        }

        private long kernelNanos(Grid grid, Kernel kernel) {
            var launch = device.launch(grid, kernel);
            launch.join();
            return launch.elapsed().toNanos();
        }

        private static Kernel atOnce(Ints source, Ints target) {
            return lane -> copy(source, target, WORDS * lane.id());
        }

        /** Where records begin is known when the kernel runs, and not before. */
        private static Kernel wordByWord(Ints source, Ints target, Ints begin) {
            return lane -> copy(source, target, WORDS * lane.id() + begin.get(0));
        }

        private static void copy(Ints source, Ints target, int at) {
            int x = source.get(at);
            int y = source.get(at + 1);
            int z = source.get(at + 2);
            int w = source.get(at + 3);
            target.set(at, x);
            target.set(at + 1, y);
            target.set(at + 2, z);
            target.set(at + 3, w);
        }

        /** Looks at the last record, and clears it. */
        private String firstWrong(Ints target) {
            int at = target.length() - WORDS;
            int[] found = target.copyOut(at, WORDS);
            target.copyIn(new int[WORDS], at);
            int[] expected = {at, ~at, at + 2, 3};
            return Arrays.equals(found, expected)
                    ? ""
                    : "the last record is " + Arrays.toString(found) + "; must be " + Arrays.toString(expected);
        }

        private void record(String what, long[] basis, long[] nanos, String wrong) {
            var time = Statistics.of(nanos);
            long bytes = (long) WORDS * Integer.BYTES * records;
            measuring.record(Measurement.now(
                            name(),
                            device.properties(),
                            what,
                            Map.ofEntries(Recorded.BYTES.is(bytes)),
                            time,
                            DIRECTIONS * bytes,
                            List.of(new CheckResult("results", wrong.isEmpty(), wrong)))
                    .with(Map.ofEntries(Recorded.SPEEDUP.is(Statistics.of(basis).median() / time.median())), null));
        }
    }

    private static int scrambled(int value, int rounds) {
        int x = value;
        for (int i = 0; i < rounds; i++) {
            x = x * 1_664_525 + 1_013_904_223;
            x ^= x >>> 15;
        }
        return x;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("what", Measurement::structure),
                        Column.number("bytes", row -> Quantity.bytes((long) Recorded.BYTES.number(row))),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.rate("bytes"),
                        Column.significant("of the driver's", Recorded.OF_DRIVER),
                        Column.significant("speedup", Recorded.SPEEDUP),
                        Column.text("remark", row -> row.passed() ? "" : Column.check(row))),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        return new Section(
                "copies: " + evidence.device(),
                List.of(
                        new Part.Captioned(
                                "Copies between host and device, by kind of memory", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }
}
